'use client';

import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { useEffect } from 'react';
import { readConsent, wasBannerShown } from '@/components/common/consent';
import { readStored, writeStored } from '@/components/common/device-storage';
import { createDialogStore } from '@/components/common/dialog-store';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { isModalOpen } from '@/components/common/shortcut';
import {
  chooseGreeting,
  installDelay,
  mayOpen,
  type InstallEvent,
  type Panel,
  type Remembered,
} from '@/components/features/welcome/rules';
import type { Locale } from '@/lib/i18n/locale';
import { spaceQueries } from '@/lib/api/spaces';

const load = () => import('@/components/features/welcome/welcome-panel');
const WelcomePanel = onDemand(() => load().then((module) => module.WelcomePanel), <RequestedPanelLoading />);

/** A panel that opens automatically is preloaded, or something else could open while it is loading. */
const preload = (locale: Locale): Promise<unknown> => load().then((module) => module.loadMessages(locale));

const { useDialog, open, close } = createDialogStore<Panel>();

/** A panel that opens automatically shows nothing until it is there. */
function RequestedPanelLoading() {
  const { request } = useDialog();
  return request?.kind === 'news' && request.since === undefined ? <DialogLoading /> : null;
}

interface FirstMinutesProps {
  /** Version of the running app. */
  version: string;
  /** Whether a panel may open automatically; otherwise only requested ones open. */
  isDue: boolean;
  /** Number of requests to open the news. */
  newsId: number;
  /** Install event that the browser has fired, if any. */
  install: { readonly event: Event | null };
}

/**
 * Opens panels that are due in the first minutes of a visit: the tour or the news, and later the install
 * prompt.
 */
export function FirstMinutes({ version, isDue, newsId, install }: FirstMinutesProps) {
  const client = useQueryClient();
  const locale = useLocale();
  const { request, id, isOpen } = useDialog();
  useEffect(() => {
    if (newsId > 0) open({ kind: 'news' });
  }, [newsId]);
  useEffect(() => {
    const remember = () => writeStored('pwaInstalled', 'true');
    window.addEventListener('appinstalled', remember);
    return () => window.removeEventListener('appinstalled', remember);
  }, []);
  useEffect(() => {
    if (!isDue) return;
    const stop = new AbortController();
    const { signal } = stop;
    const remembered = readRemembered();
    // Without storage the panel would open at every visit.
    if (!writeStored('hasVisited', remembered.hasVisited ?? new Date().toISOString())) return;
    // Without a network nothing is shown, and the next visit tries again.
    void greet({ remembered, version, client, locale }, signal).catch(() => undefined);
    const delay = installDelay({
      remembered,
      now: Date.now(),
      search: window.location.search,
      isStandalone: isStandalone(),
    });
    const offer = () => {
      // It may have been installed in the meantime, from the browser's own menu.
      if (readStored('pwaInstalled') !== remembered.pwaInstalled) return;
      open({ kind: 'install', event: install.event as InstallEvent | null });
    };
    if (delay !== null) {
      void pause(delay - performance.now(), signal)
        .then(() => preload(locale))
        .then(() => untilUndisturbed(signal))
        .then(offer)
        .catch(() => undefined);
    }
    return () => stop.abort();
  }, [isDue, version, client, locale, install]);
  return request === null ? null : (
    <WelcomePanel key={id} panel={request} version={version} isOpen={isOpen} onOpen={open} onClose={close} />
  );
}

const readRemembered = (): Remembered => ({
  firstAccess: readStored('firstAccess') ?? null,
  version: readStored('version') ?? null,
  hasVisited: readStored('hasVisited') ?? null,
  pwaPromptDismissed: readStored('pwaPromptDismissed') ?? null,
  pwaInstalled: readStored('pwaInstalled') ?? null,
});

interface Visit {
  remembered: Remembered;
  version: string;
  client: QueryClient;
  locale: Locale;
}

async function greet({ remembered, version, client, locale }: Visit, signal: AbortSignal): Promise<void> {
  const spaces = client.getQueryData(spaceQueries.list().queryKey)?.content;
  const isLibraryEmpty = spaces?.every(({ counts }) => counts.bookmarks + counts.trash === 0) ?? false;
  const greeting = chooseGreeting(remembered, version, isLibraryEmpty);
  if (greeting !== null) {
    await preload(locale);
    await untilUndisturbed(signal);
  }
  writeStored('version', version);
  // Without the spaces it is unknown whether the user is new; the next visit decides.
  if (spaces !== undefined && remembered.firstAccess === null) {
    writeStored('firstAccess', new Date().toISOString());
  }
  if (greeting === 'tour') open({ kind: 'tour' });
  if (greeting === 'news') open({ kind: 'news', since: remembered.version ?? undefined });
}

const isStandalone = (): boolean =>
  window.matchMedia('(display-mode: standalone), (display-mode: window-controls-overlay)').matches ||
  // Older Safari on iOS, without the media query.
  ('standalone' in navigator && navigator.standalone === true);

/** Resolves after a time; never after the end of the visit. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = window.setTimeout(resolve, ms);
    signal.addEventListener('abort', () => window.clearTimeout(timer));
  });

/**
 * Whether a dialog is about to open: by the fragment, which the dialog removes when it opens, or because its
 * code is loading.
 */
const isDialogDue = (): boolean =>
  /^#(?:add|create)\b/.test(window.location.hash) || document.querySelector('[data-dialog-loading]') !== null;

/** Whether a panel has opened automatically in this visit. */
let hasOpened = false;

const isQuiet = (): boolean =>
  mayOpen({
    path: window.location.pathname,
    elapsed: performance.now(),
    wasInterrupted: hasOpened || wasBannerShown(),
  });

/**
 * A panel that opens automatically waits for a dialog that is open or about to open, for the decision on consent, and
 * for the end of a payment; a second one in the same visit also waits for its first minute to pass.
 */
async function untilUndisturbed(signal: AbortSignal): Promise<void> {
  while (isModalOpen() || isDialogDue() || readConsent() === null || !isQuiet()) await pause(1000, signal);
  hasOpened = true;
}
