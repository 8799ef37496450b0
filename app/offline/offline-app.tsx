'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import {
  currentSpace,
  OfflineLibraryApp,
  type OfflineLibraryProps,
  type OpenedText,
} from '@/app/offline/offline-library';
import { EmptyState } from '@/components/common/empty-state';
import { IntlProvider } from '@/components/common/intl-provider';
import { endUndo, notify } from '@/components/common/notify';
import { parseTheme, themeCookie } from '@/components/common/theme';
import { firstView, OfflineScreen } from '@/components/features/offline/offline-screen';
import { readOfflineStart } from '@/components/features/offline/offline-start';
import { buttonVariants } from '@/components/ui/button';
import { highlightQueries } from '@/lib/api/highlights';
import { onSessionChange } from '@/lib/api/session';
import { pickLocale } from '@/lib/domain/locale';
import { findLocale, localeCookie, type Locale } from '@/lib/i18n/locale';
import { quarterHour } from '@/lib/i18n/time-zone';
import type { Messages } from '@/lib/i18n/messages';
import { createOfflineClients } from '@/lib/offline/offline-clients';
import { loadOfflineLibrary, type OfflineLibrary } from '@/lib/offline/offline-store';
import { loadOfflineAnnotations } from '@/lib/offline/offline-annotations';
import { listOfflineTexts, loadOfflineText } from '@/lib/offline/offline-texts';
import { followEntries } from '@/lib/offline/waiting-entries';
import { openOutbox } from '@/lib/outbox/browser';

interface Ready {
  locale: Locale;
  messages: Partial<Messages>;
  library: OfflineLibrary | null;
  /** Null if nothing can be stored. */
  writing: Pick<OfflineLibraryProps, 'entries' | 'clientOf' | 'texts' | 'opened' | 'annotations'> | null;
}

/** Provides language, theme, messages and library, which a server provides on other pages. */
export function OfflineApp() {
  const [ready, setReady] = useState<Ready | null>(null);
  useEffect(() => {
    void prepare().then(setReady);
    // Another tab signed out or in: the copy is deleted, or belongs to another account.
    return onSessionChange(() => window.location.reload());
  }, []);
  if (ready === null) return null;
  const { locale, messages } = ready;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <IntlProvider locale={locale} timeZone={timeZone} now={quarterHour()} messages={messages}>
      <Content {...ready} />
    </IntlProvider>
  );
}

function Content({ library, writing }: Ready) {
  const [start] = useState(() => {
    const { search, hash } = window.location;
    // The form in the fragment opens here.
    return readOfflineStart(search, writing && /^#add(?:\?|$)/.test(hash) ? '' : hash);
  });
  const [view, setView] = useState(() => library && firstView(library, start));
  if (library === null || view === null) return <OfflineEmpty from={start.from} />;
  if (writing === null) {
    return <OfflineScreen {...{ library, start, view, writing }} onView={setView} requested={null} />;
  }
  return <OfflineLibraryApp {...{ library, start, ...writing }} />;
}

async function prepare(): Promise<Ready> {
  const locale = findLocale(readCookie(localeCookie)) ?? pickLocale(navigator.language);
  const theme = parseTheme(readCookie(themeCookie));
  const root = document.documentElement;
  root.lang = locale;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  const [messages, library] = await Promise.all([loadMessages(locale), loadOfflineLibrary()]);
  document.title = `${messages.Offline.title} · ${messages.Offline.product}`;
  return { locale, messages, library, writing: library && (await prepareWriting(library)) };
}

/** Opens the outbox of the copy's account. Sending is left to the app. */
async function prepareWriting(library: OfflineLibrary): Promise<Ready['writing']> {
  const clientOf = createOfflineClients(library, {
    onFailure: (message) => notify({ message, tone: 'bad' }),
    onChange: endUndo,
  });
  const client = clientOf(currentSpace(library));
  const outbox = await openOutbox(client, library.account.uuid, { sends: false }).catch(() => null);
  const { isAnnotations } = readOfflineStart(window.location.search);
  const [texts, opened, annotations] = await Promise.all([
    listOfflineTexts(),
    openText(library),
    isAnnotations ? loadOfflineAnnotations() : null,
  ]);
  if (opened) {
    const { queryKey } = highlightQueries.of(opened.bookmark.uuid);
    client.setQueryData(queryKey, { content: [...opened.annotations] });
  }
  return outbox && { clientOf, entries: followEntries(outbox), texts, opened, annotations };
}

/** Loads the text of the requested page, unless its bookmark is not in the copy or encrypted. */
async function openText({ spaces }: OfflineLibrary): Promise<OpenedText | null> {
  const { reading } = readOfflineStart(window.location.search);
  const bookmark = spaces
    .flatMap(({ bookmarks }) => bookmarks)
    .find(({ uuid, encrypted }) => uuid === reading && !encrypted);
  const opened = bookmark && (await loadOfflineText(bookmark.uuid));
  return opened ? { bookmark, ...opened } : null;
}

/**
 * Loads the messages of this page alone: with a pattern for the names, all files would become part of the
 * build.
 */
async function loadMessages(locale: Locale) {
  const [bookmarkEditor, bookmarkSelection, bookmarks, common, forms, offline, outbox, reader, vault] =
    await Promise.all(
      locale === 'en'
        ? ([
            import('@/messages/en/bookmark-editor.json'),
            import('@/messages/en/bookmark-selection.json'),
            import('@/messages/en/bookmarks.json'),
            import('@/messages/en/common.json'),
            import('@/messages/en/forms.json'),
            import('@/messages/en/offline.json'),
            import('@/messages/en/outbox.json'),
            import('@/messages/en/reader.json'),
            import('@/messages/en/vault.json'),
          ] as const)
        : ([
            import('@/messages/pt-BR/bookmark-editor.json'),
            import('@/messages/pt-BR/bookmark-selection.json'),
            import('@/messages/pt-BR/bookmarks.json'),
            import('@/messages/pt-BR/common.json'),
            import('@/messages/pt-BR/forms.json'),
            import('@/messages/pt-BR/offline.json'),
            import('@/messages/pt-BR/outbox.json'),
            import('@/messages/pt-BR/reader.json'),
            import('@/messages/pt-BR/vault.json'),
          ] as unknown as readonly [
            Promise<{ default: Messages['BookmarkEditor'] }>,
            Promise<{ default: Messages['BookmarkSelection'] }>,
            Promise<{ default: Messages['Bookmarks'] }>,
            Promise<{ default: Messages['Common'] }>,
            Promise<{ default: Messages['Forms'] }>,
            Promise<{ default: Messages['Offline'] }>,
            Promise<{ default: Messages['Outbox'] }>,
            Promise<{ default: Messages['Reader'] }>,
            Promise<{ default: Messages['Vault'] }>,
          ]),
    );
  return {
    BookmarkEditor: bookmarkEditor.default,
    BookmarkSelection: bookmarkSelection.default,
    Bookmarks: bookmarks.default,
    Common: common.default,
    Forms: forms.default,
    Offline: offline.default,
    Outbox: outbox.default,
    Reader: reader.default,
    Vault: vault.default,
  };
}

function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/** Shown if this device has no copy. */
function OfflineEmpty({ from }: { from: string }) {
  const t = useTranslations('Offline');
  return (
    <main className="grid min-h-dvh content-center">
      <EmptyState
        icon="i-wifi-off"
        title={t('none.title')}
        text={t('none.text')}
        action={
          <a href={from} className={buttonVariants({ variant: 'primary' })}>
            {t('goBack')}
          </a>
        }
      />
    </main>
  );
}
