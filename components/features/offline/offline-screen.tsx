'use client';

import { useLocale, useNow, useTimeZone, useTranslations } from 'next-intl';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Refused, useContractForm } from '@/components/common/contract-form';
import { EmptyState } from '@/components/common/empty-state';
import { PageHeader } from '@/components/common/page-header';
import { privateInput } from '@/components/common/private-input';
import { useShortcut } from '@/components/common/shortcut';
import { createRowDates } from '@/components/common/row-dates';
import { isLocked } from '@/components/entities/bookmark-text';
import { PassphraseDialog, UnlockInput } from '@/components/entities/key-field/passphrase-dialog';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { OfflineSelects, OfflineSidebar } from '@/components/features/offline/offline-menu';
import { type OfflineActions, OfflineRows } from '@/components/features/offline/offline-rows';
import type { OfflineStart } from '@/components/features/offline/offline-start';
import { type OfflineView, useOfflineSearch } from '@/components/features/offline/use-offline-search';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { isServerReachable } from '@/lib/api/session-routes';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { limits } from '@/lib/contract/limits';
import { CryptoUnavailable, UnsafeParameters } from '@/lib/crypto/refusals';
import { mostBookmarks } from '@/lib/offline/copy-library';
import type { OfflineLibrary } from '@/lib/offline/offline-store';
import { createOfflineVault } from '@/lib/offline/offline-vault';
import { keyOf } from '@/lib/vault/decrypt-text';
import { decryptedRow } from '@/lib/vault/decrypted';
import type { Vault } from '@/lib/vault/vault-types';

interface OfflineBannerProps {
  /** When the library was copied, in milliseconds. */
  copiedAt: number;
  /** The requested page, to return to. */
  start: OfflineStart;
  /** The page is not left automatically, since something would be lost. */
  isBusy: boolean;
  /** Whether changes can be stored. */
  canWrite: boolean;
  /** Whether the requested page is shown, instead of the library. */
  isShown: boolean;
}

const checkEveryMs = 10_000;

type Connection = 'away' | 'checking' | 'stillAway' | 'back';

/** States that this is a copy, and its time; returns to the live page once the server can be reached. */
function OfflineBanner({ copiedAt, start, isBusy, canWrite, isShown }: OfflineBannerProps) {
  const t = useTranslations('Offline');
  const { from, reading, isAnnotations } = start;
  const annotations = isShown ? 'annotationsKept' : 'annotations';
  const note = isAnnotations ? annotations : reading !== null && !isShown ? 'reading' : null;
  const { connection, check } = useConnection();
  const goBack = useCallback(() => window.location.replace(from), [from]);
  useEffect(() => {
    if (connection === 'back' && !isBusy) goBack();
  }, [connection, isBusy, goBack]);
  const options = { locale: useLocale(), timeZone: useTimeZone() ?? 'UTC', now: useNow() };
  const date = createRowDates(options).full(new Date(copiedAt).toISOString());
  return (
    <section className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg border bg-muted px-4 py-3">
      <Icon name="i-wifi-off" className="mt-1 text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{t('away')}</p>
        <p className="text-second text-pretty text-muted-foreground">
          {t(canWrite ? 'copy' : 'readOnly', { date })}
        </p>
        {note ? <p className="text-second text-pretty text-muted-foreground">{t(note)}</p> : null}
        <p role="status" className="text-second font-medium">
          {connection === 'stillAway' || connection === 'back' ? t(connection) : null}
        </p>
      </div>
      {connection === 'back' ? (
        <Button variant="primary" className="touch:h-11" onClick={goBack}>
          {t('goBack')}
        </Button>
      ) : (
        <Button className="touch:h-11" pending={connection === 'checking'} onClick={check}>
          {t('retry')}
        </Button>
      )}
    </section>
  );
}

/** Checks for the server periodically, when the network returns, when the tab becomes visible, and on request. */
function useConnection(): { connection: Connection; check: () => void } {
  const [connection, setConnection] = useState<Connection>('away');
  const check = () => {
    setConnection('checking');
    void isServerReachable().then((isBack) => setConnection(isBack ? 'back' : 'stillAway'));
  };
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    // A network that has just returned may not reach the server yet.
    const poll = () =>
      void isServerReachable().then((isBack) => isBack && !signal.aborted && setConnection('back'));
    const timer = setInterval(poll, checkEveryMs);
    window.addEventListener('online', poll, { signal });
    document.addEventListener('visibilitychange', () => document.hidden || poll(), { signal });
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, []);
  return { connection, check };
}

/** Changes without a network, composed by the page. */
export interface OfflineWriting extends OfflineActions {
  /** Bookmarks with unsent changes. */
  readonly waiting: ReadonlySet<string>;
  /** Whether a form or a dialog is open. */
  readonly isBusy: boolean;
  /** Shows the number of queued changes, and opens the list of them. */
  readonly indicator: ReactNode;
  readonly onAdd: () => void;
}

interface OfflineScreenProps {
  /** Includes the unsent changes. */
  library: OfflineLibrary;
  start: OfflineStart;
  view: OfflineView;
  onView: (view: OfflineView) => void;
  /** Null if nothing can be stored: the copy can be read and searched. */
  writing: OfflineWriting | null;
  /**
   * The text or the annotations that are requested; null if they are not on this device, or the library is requested.
   */
  requested: ReactNode;
}

const none: ReadonlySet<string> = new Set();

/** Returns the initial view: that of the requested page, as far as the copy contains it. */
export const firstView = ({ spaces }: OfflineLibrary, { query, collection }: OfflineStart): OfflineView => ({
  query,
  space: null,
  collection: spaces.some(({ collections }) => collections.some(({ uuid }) => uuid === collection))
    ? collection
    : null,
});

/** The copy of the library, without a network: to read, to search, and to change. */
export function OfflineScreen({ library, start, view, onView, writing, requested }: OfflineScreenProps) {
  const t = useTranslations('Offline');
  const timeZone = useTimeZone() ?? 'UTC';
  const [vault] = useState(() => createOfflineVault(library));
  const [unlockRequest, setUnlockRequest] = useState<{ readonly bookmark: Bookmark | null } | null>(null);
  const isUnlocked = useDecrypted().size > 0;
  const found = useOfflineSearch(library, view, timeZone);
  const locked = found.bookmarks.filter((row) => isLocked(decryptedRow(row))).length;
  const field = useRef<HTMLInputElement>(null);
  useShortcut('mod+k', () => field.current?.select());
  const change = (part: Partial<OfflineView>) => onView({ ...view, ...part });
  const menu = { spaces: library.spaces, view, onChange: change };
  const banner = { copiedAt: library.copiedAt, start, canWrite: writing !== null };
  if (requested) {
    const { isAnnotations } = start;
    return (
      <div>
        <main className={isAnnotations ? 'mx-auto max-w-200 px-4 pt-4 md:px-5' : undefined}>
          <div {...(!isAnnotations && { 'data-reading': '' })}>
            <div className={isAnnotations ? undefined : 'mx-auto max-w-170 px-5 py-4 print:hidden'}>
              <OfflineBanner {...banner} isBusy isShown />
            </div>
            {requested}
          </div>
        </main>
      </div>
    );
  }
  return (
    <div className="lg:pl-62">
      <OfflineSidebar {...menu} />
      <main className="mx-auto min-h-dvh px-4 pt-4 pb-16 md:px-5">
        <OfflineBanner
          {...banner}
          isShown={false}
          isBusy={
            isUnlocked || unlockRequest !== null || view.query !== start.query || writing?.isBusy === true
          }
        />
        <search className="relative mt-4 block max-w-160">
          <Icon
            name="i-search"
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted-foreground"
          />
          <Input
            ref={field}
            type="search"
            aria-label={t('search')}
            {...privateInput}
            maxLength={limits.queryLength}
            placeholder={t('placeholder')}
            className="pl-9.5 touch:h-11"
            value={view.query}
            onChange={({ target }) => change({ query: target.value })}
          />
        </search>
        <OfflineSelects {...menu} />
        <PageHeader
          className="mt-5"
          title={t('title')}
          detail={
            found.isPending ? null : t(found.isSearch ? 'found' : 'count', { count: found.bookmarks.length })
          }
          actions={
            <>
              {writing?.indicator}
              {isUnlocked ? (
                <Button onClick={() => vault.lock()}>
                  <Icon name="i-lock-open" />
                  <LockWord />
                </Button>
              ) : null}
              {writing && writing.texts.size > 0 ? <AnnotationsLink /> : null}
              {writing ? <AddButton onClick={writing.onAdd} /> : null}
            </>
          }
        />
        <Notes
          library={library}
          parsed={found.parsed}
          locked={locked}
          onUnlock={() => setUnlockRequest({ bookmark: null })}
        />
        <OfflineRows
          library={library}
          rows={found.bookmarks}
          full={found.full}
          actions={writing}
          waiting={writing?.waiting ?? none}
          onUnlock={(bookmark) => setUnlockRequest({ bookmark })}
          onCollection={(collection) => change({ collection })}
        />
        {found.bookmarks.length > 0 || found.isPending ? null : <Nothing query={view.query.trim()} />}
      </main>
      {unlockRequest === null ? null : (
        <OfflineUnlock
          vault={vault}
          bookmark={unlockRequest.bookmark}
          onClose={() => setUnlockRequest(null)}
        />
      )}
    </div>
  );
}

const LockWord = () => useTranslations('Vault')('lock');

/** The service worker responds to the navigation. */
function AnnotationsLink() {
  const t = useTranslations('Offline');
  return (
    <a href="/annotations" className={buttonVariants({})}>
      <Icon name="i-highlighter" />
      {t('showAnnotations')}
    </a>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations('Bookmarks');
  return (
    <Button variant="primary" onClick={onClick}>
      <Icon name="i-plus" />
      {t('add')}
    </Button>
  );
}

function Nothing({ query }: { query: string }) {
  const t = useTranslations('Offline');
  const kind = query === '' ? 'empty' : 'nothing';
  return (
    <EmptyState
      icon={query === '' ? 'i-bookmark' : 'i-search'}
      title={t(`${kind}.title`, { query })}
      text={t(`${kind}.text`)}
    />
  );
}

interface NotesProps {
  library: OfflineLibrary;
  parsed: boolean;
  locked: number;
  onUnlock: () => void;
}

/** Notes about the rows below. */
function Notes({ library, parsed, locked, onUnlock }: NotesProps) {
  const t = useTranslations('Offline');
  const unlock = useTranslations('Vault')('unlock');
  const isCut = library.spaces.some(({ bookmarks, total }) => bookmarks.length < total);
  return (
    <div className="mt-1 flex flex-col gap-1 text-second text-muted-foreground">
      {isCut ? <p>{t('newest', { count: mostBookmarks })}</p> : null}
      {parsed ? null : <p role="status">{t('asWords')}</p>}
      {locked === 0 ? null : (
        <p>
          {t('locked', { count: locked })}{' '}
          <Button variant="link" size="inline" onClick={onUnlock}>
            {unlock}
          </Button>
        </p>
      )}
    </div>
  );
}

interface OfflineUnlockProps {
  vault: Vault;
  /** Bookmark whose key is requested; null for any key of the account. */
  bookmark: Bookmark | null;
  onClose: () => void;
}

/** Asks for a key, and tries it on the copy. */
function OfflineUnlock({ vault, bookmark, onClose }: OfflineUnlockProps) {
  const t = useTranslations('Vault');
  const explain = (failure: unknown): never => {
    if (failure instanceof CryptoUnavailable) throw new Refused(t('noCrypto'));
    throw new Refused(t(failure instanceof UnsafeParameters ? 'unsafe' : 'broken'));
  };
  const form = useContractForm({
    schema: UnlockInput,
    fields: ['passphrase'],
    defaultValues: { passphrase: '' },
    words: { required: t('empty') },
    send: async ({ passphrase }) => {
      const key = keyOf(bookmark?.cipher ?? null) ?? undefined;
      const result = await vault.unlock(passphrase, key).catch(explain);
      if (result === 'wrong' || (bookmark !== null && isLocked(decryptedRow(bookmark)))) {
        throw new Refused(t('wrong'), 'passphrase');
      }
      onClose();
    },
    failed: t('broken'),
  });
  return (
    <PassphraseDialog
      form={form}
      title={t('unlockTitle')}
      description={t('unlockText')}
      hint={bookmark?.hint}
      submitLabel={t('unlock')}
      isOpen
      onClose={onClose}
    />
  );
}
