'use client';

import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { notify } from '@/components/common/notify';
import { useVault } from '@/components/features/vault/use-vault';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { BulkVariables } from '@/lib/api/bookmark-bulk';
import type { OnBookmark } from '@/lib/api/bookmarks';
import { type MutationId, rootsTouchedBy } from '@/lib/api/invalidation';
import { statusOf, transportOf } from '@/lib/api/query-client';
import type { Input, Output } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Import } from '@/lib/contract/imports';
import { decryptBookmarks, forget, lock, refresh } from '@/lib/vault/vault';
import type { Vault } from '@/lib/vault/vault-types';

/** Shows that keys are unlocked, and locks them, in all tabs at once. */
export function LockButton() {
  const t = useTranslations('Vault');
  const { keys } = useVault();
  const lockAll = () => {
    lock();
    notify({ message: t('locked') });
  };
  return (
    <Button
      className="ml-auto shrink-0"
      aria-label={t('lockLabel', { count: keys.length })}
      onClick={lockAll}
    >
      <Icon name="i-lock-open" />
      <span className="max-md:sr-only">{t('lock')}</span>{' '}
      <span className="text-second text-muted-foreground tabular-nums">{keys.length}</span>
    </Button>
  );
}

/** While something is unlocked: decrypts bookmarks of lists that are fetched later, and drops removed ones. */
export function FollowLibrary() {
  const client = useQueryClient();
  useEffect(() => followLibrary(client, { decryptBookmarks, forget, refresh }), [client]);
  return null;
}

type Followed = Pick<Vault, 'decryptBookmarks' | 'forget' | 'refresh'>;

/** Delay after the last of several changes to many bookmarks. */
const restMs = 1_000;
/** Up to this number, changed bookmarks are read one by one; above it, all are read page by page. */
const singleReads = 10;

/** Mutations whose response, or its effect on the lists, contains everything the vault needs. */
const selfContained = new Set<unknown>([
  'bookmarks.create',
  'bookmarks.update',
  'bookmarks.favorite',
  'bookmarks.restore',
  'bookmarks.order',
  'bookmarks.visit',
]);

/** Updates the vault when bookmarks in the cache change; returns a function that stops it. */
export function followLibrary(client: QueryClient, vault: Followed): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Bookmarks that could not be decrypted or fetched stay encrypted; the list that contains them reports
  // network errors.
  const decryptRows = (data: unknown) => void vault.decryptBookmarks(rowsIn(data)).catch(() => undefined);
  /** Those to be read again. */
  let changed: ReadonlySet<string> | 'all' = new Set();
  /** Encrypted bookmarks of changes, by the id of their undo. */
  const undoable = new Map<string, readonly string[]>();
  const readSoon = (uuids: readonly string[] | 'all') => {
    changed = uuids === 'all' || changed === 'all' ? 'all' : new Set([...changed, ...uuids]);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const due = changed;
      changed = new Set();
      if (due === 'all' || due.size > singleReads) vault.refresh().catch(() => undefined);
      else for (const uuid of due) readOne(uuid).catch(() => undefined);
    }, restMs);
  };
  const readOne = async (uuid: string): Promise<void> => {
    try {
      await vault.decryptBookmarks([await transportOf(client)('bookmarks.details', { params: { uuid } })]);
    } catch (failure) {
      if (statusOf(failure) === 404) vault.forget([uuid]);
    }
  };
  const isFollowed = ({ queryKey }: Pick<Query, 'queryKey'>) => followed.has(queryKey[0]);
  const cache = client.getQueryCache();
  for (const query of cache.findAll({ predicate: isFollowed })) decryptRows(query.state.data);
  const stopReading = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const query = event.query as Query;
    if (isFollowed(query)) decryptRows(query.state.data);
    if (hasImported(query)) readSoon('all');
  });
  const stopWriting = client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const id = event.mutation.options.mutationKey?.[1];
    if (selfContained.has(id)) return decryptRows({ content: [event.action.data] });
    if (id === 'bookmarks.delete') {
      const { params, query, bookmark } = event.mutation.state.variables as OnBookmark<'bookmarks.delete'>;
      if (query?.permanent === true) return vault.forget([params.uuid]);
      // It can be restored from the trash unchanged.
      return decryptRows({ content: [{ ...bookmark, deletedAt: new Date().toISOString() }] });
    }
    if (id === 'bookmarks.bulk') {
      const encrypted = encryptedIn(event.mutation.state.variables as BulkVariables);
      const { undo } = event.action.data as Output<'bookmarks.bulk'>;
      if (encrypted !== null && undo !== null) undoable.set(undo, encrypted);
      return readSoon(encrypted ?? 'all');
    }
    if (id === 'bookmarks.undo') {
      const { params } = event.mutation.state.variables as Input<'bookmarks.undo'>;
      return readSoon(undoable.get(params.uuid) ?? 'all');
    }
    if (touchesBookmarks(id)) readSoon('all');
  });
  return () => {
    clearTimeout(timer);
    stopReading();
    stopWriting();
  };
}

/**
 * Returns the encrypted ones of the changed bookmarks; null if not all of them are known, or if they leave the space.
 */
function encryptedIn({ body, loaded }: BulkVariables): readonly string[] | null {
  if (body.uuids?.length !== loaded.length || 'space' in body) return null;
  return loaded.filter(({ encrypted }) => encrypted).map(({ uuid }) => uuid);
}

const followed = new Set<unknown>(['bookmarks', 'collections', 'search']);

/** Whether the query reports the end of an import, which can restore encrypted bookmarks. */
function hasImported({ queryKey, state }: Query): boolean {
  if (queryKey[1] !== 'bookmarks.getImport') return false;
  const { status, dryRun } = state.data as Import;
  return status === 'done' && !dryRun;
}

const touchesBookmarks = (id: unknown): boolean =>
  typeof id === 'string' && rootsTouchedBy(id as MutationId).has('bookmarks');

const isBookmark = (value: unknown): value is Bookmark =>
  value instanceof Object && 'uuid' in value && 'cipher' in value;

/** Returns the bookmarks of a response: every list of them is named `content` or `bookmarks`. */
function rowsIn(data: unknown): Bookmark[] {
  const { content, bookmarks } = (data ?? {}) as { content?: unknown; bookmarks?: unknown };
  return [content, bookmarks].flatMap((list) => (Array.isArray(list) ? list.filter(isBookmark) : []));
}
