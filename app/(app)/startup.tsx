'use client';

import { useEffect, useState } from 'react';
import { consentDialog, consentKey } from '@/components/common/consent';
import { readStored } from '@/components/common/device-storage';
import { createDialogStore } from '@/components/common/dialog-store';
import { DialogLoading, onDemand, preloadOnDemand } from '@/components/common/on-demand';
import { hasOutbox, onOutbox } from '@/lib/outbox/flag';

/** After this time the page is considered idle, and background work may use the network. */
const restMs = 5_000;

const load = () => import('@/app/(app)/background').then((module) => module.Background);
const Background = onDemand(load, <RequestedDialogLoading />);

const newsDialog = createDialogStore<null>();

export const openNews = (): void => newsDialog.open(null);

/** What loads by itself shows nothing until it is there. */
function RequestedDialogLoading() {
  const newsId = newsDialog.useDialog().id;
  const consentId = consentDialog.useDialog().id;
  return newsId + consentId > 0 ? <DialogLoading /> : null;
}

/** Install event of the browser, which is fired only once and possibly before the background is loaded. */
const install: { event: Event | null } = { event: null };
if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    install.event = event;
  });
}

const signsOfUse = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Whether the browser asks to save data. It loads code only when it is needed; keys are held until then. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Loads what keys and clicks can open: at the first sign that the page is used, or when it is idle. */
function preloadSoon(): () => void {
  if (savesData()) return () => undefined;
  const stop = new AbortController();
  const preload = () => {
    stop.abort();
    void preloadOnDemand();
  };
  const timer = setTimeout(preload, restMs);
  stop.signal.addEventListener('abort', () => clearTimeout(timer));
  for (const type of signsOfUse)
    window.addEventListener(type, preload, { signal: stop.signal, passive: true });
  return () => stop.abort();
}

/**
 * Loads what every visit needs but no screen: at once if this device has to show a dialog, else when the page
 * is idle.
 */
export function Startup({ version }: { version: string }) {
  const newsId = newsDialog.useDialog().id;
  const consentId = consentDialog.useDialog().id;
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const isNew =
      !readStored('firstAccess') ||
      !readStored(consentKey) ||
      readStored('version') !== version ||
      location.search.includes('pwa=test') ||
      hasOutbox();
    // A failure is silent; the next visit tries again.
    const begin = () =>
      void load().then(
        () => setDue(true),
        () => undefined,
      );
    const timer = setTimeout(begin, isNew ? 0 : restMs);
    const stop = onOutbox(() => hasOutbox() && begin());
    const stopPreload = preloadSoon();
    return () => {
      stopPreload();
      clearTimeout(timer);
      stop();
    };
  }, [version]);
  return isDue || newsId + consentId > 0 ? (
    <Background version={version} isDue={isDue} newsId={newsId} install={install} />
  ) : null;
}
