'use client';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTimeZone } from 'next-intl';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useDecrypted } from '@/components/entities/use-decrypted';
import {
  type BookmarkSource,
  readRows,
  type RowPages,
  sourceFilter,
} from '@/components/features/bookmarks/bookmark-source';
import { nothing, type SelectionState } from '@/components/features/bookmarks/selection';
import { useRowPages } from '@/components/features/bookmarks/use-row-pages';
import { collectionList } from '@/lib/api/collection-editing';
import { collectionQueries } from '@/lib/api/collections';
import { endpointKey, minutes } from '@/lib/api/endpoint';
import { transportOf } from '@/lib/api/query-client';
import { smartQueries } from '@/lib/api/smart';
import { listScope, orderBy, type SortKeys, sortKeysOf } from '@/lib/bookmark/scope';
import type { BookmarkSort } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { sortQuery } from '@/lib/domain/sort';
import { emptyIndex, type LocalIndex } from '@/lib/vault/build-index';
import { readRows as readEncrypted } from '@/lib/vault/create-vault';
import { decryptedRow, type DecryptedText } from '@/lib/vault/decrypted';
import { findLocal, type LocalSearch } from '@/lib/vault/find-local';
import { followVault, localIndex, watchIndex } from '@/lib/vault/local-index';
import { vaultState, watchVault } from '@/lib/vault/vault';

/** An unlocked bookmark of the section. */
export interface UnlockedRow {
  /** As the service returned it, encrypted. */
  readonly bookmark: Bookmark;
  /** Of the decrypted bookmark. */
  readonly keys: SortKeys;
}

interface UnlockedRowsProps extends Pick<SelectionState, 'setSelection'> {
  readonly source: BookmarkSource;
  /** Receives the list with the unlocked rows; null if the list of the service is shown unchanged. */
  readonly onRows: (rows: RowPages | null) => void;
  /** Receives the number of rows in the list that the service does not return. */
  readonly onAdded?: ((count: number) => void) | undefined;
}

type ListSource = Exclude<BookmarkSource, { kind: 'search' }>;
type ListProps = UnlockedRowsProps & { readonly source: ListSource };

/**
 * Rendered beside a list while a key is unlocked: passes on the list with a section of its own at the top for the
 * unlocked bookmarks that the service does not return or cannot sort. A search merges its own.
 */
export function UnlockedRows({ source, ...props }: UnlockedRowsProps) {
  if (source.kind === 'search') return null;
  if (source.kind === 'collection' && source.smart) return <MatchingRows {...props} source={source} />;
  if (source.kind === 'tag') return <TaggedRows {...props} source={source} />;
  if (source.sort.startsWith('title')) return <TitledRows {...props} source={source} />;
  return null;
}

/** Tags are encrypted, so the service returns no encrypted bookmark in the list of a tag. */
function TaggedRows(props: ListProps & { readonly source: ListSource & { kind: 'tag' } }) {
  const { name } = props.source;
  const added = useUnlocked(useCallback((...row) => hasUnlockedTag(name, ...row), [name]));
  return <AddedRows {...props} added={added} />;
}

/** A smart collection: the service matches what it can read of an encrypted bookmark, this device the rest. */
function MatchingRows(props: ListProps & { readonly source: ListSource & { kind: 'collection' } }) {
  return <AddedRows {...props} added={useMatchingRows(props.source.uuid)} />;
}

/** A section with the unlocked bookmarks that the service does not return in the list. */
function AddedRows({ source, added, ...props }: ListProps & { added: readonly UnlockedRow[] | null }) {
  const { onAdded, setSelection } = props;
  const list = useRowPages(source);
  useSection({ ...props, source, list, head: added, tail: noRows, isMixed: true });
  const count = added?.length ?? 0;
  useEffect(() => onAdded?.(count), [count, onAdded]);
  useEffect(() => () => onAdded?.(0), [onAdded]);
  useEffect(() => {
    // "All" meant all rows of the service, and would now include more.
    if (count > 0) setSelection((now) => (now.kind === 'all' ? nothing : now));
  }, [count, setSelection]);
  return null;
}

/**
 * A list that is sorted by title, which the service cannot do with encrypted bookmarks: it returns the others, the
 * unlocked ones are the section, and the locked ones come last.
 */
function TitledRows(props: ListProps) {
  const { source } = props;
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  const holds = useMemo(() => {
    const scope = listScope(sourceFilter(source), defaultCollection);
    return (bookmark: Bookmark) => scope.holds(bookmark) === true;
  }, [source, defaultCollection]);
  const readable = useMemo(
    () => ({ kind: 'readable', filter: sourceFilter(source), sort: source.sort }) as const,
    [source],
  );
  const list = useRowPages(readable);
  const head = useUnlocked(holds);
  const { data: all } = useQuery(everyEncrypted);
  const tail = useMemo(() => {
    if (head === null || all === undefined) return null;
    const unlocked = new Set(head.map(({ bookmark }) => bookmark.uuid));
    return all.content
      .filter((row) => !unlocked.has(row.uuid) && holds(row))
      .sort(listScope(sortQuery(source.sort)).compare);
  }, [head, all, holds, source.sort]);
  useSection({ ...props, source: readable, list, head, tail, isMixed: false });
  return null;
}

const noRows: readonly Bookmark[] = [];
const query = { trash: 'with' } as const;

/** All encrypted bookmarks of the space, in large pages: the service cannot tell which of them are locked. */
const everyEncrypted = queryOptions({
  queryKey: endpointKey('bookmarks.encrypted', { query }),
  queryFn: async ({ client }) => {
    const content: Bookmark[] = [];
    for await (const page of readEncrypted(transportOf(client), query)) content.push(...page);
    return { content };
  },
  staleTime: minutes(5),
});

interface SectionOptions extends Pick<UnlockedRowsProps, 'onRows'> {
  readonly source: ListSource;
  /** The rows of `source`. */
  readonly list: RowPages;
  /** The unlocked rows above them, in any order; null until they are known. */
  readonly head: readonly UnlockedRow[] | null;
  /** The locked rows below them; null until they are known. */
  readonly tail: readonly Bookmark[] | null;
  readonly isMixed: boolean;
}

/** Passes on the list with its section before the page is painted, and resets it on unmount. */
function useSection({ source, list, head, tail, isMixed, onRows }: SectionOptions): void {
  const client = useQueryClient();
  const { total, pages, rows, show, keep, failed, hasGap, retry } = list;
  const sorted = useMemo(() => head && sortUnlocked(head, source.sort), [head, source.sort]);
  const joined = useMemo((): RowPages | null => {
    if (total === null || tail === null || sorted === null || sorted.length === 0) return null;
    const list = addSection({ total, rows }, sorted, tail);
    const { head: size } = list;
    return {
      ...list,
      pages,
      isMixed,
      show: (first, last) => show(Math.max(0, first - size), Math.max(0, last - size)),
      keep: (place) => keep(Math.max(0, place - size)),
      failed,
      hasGap,
      retry,
      namesIn: async (first, last) => {
        const span = { source, first: Math.max(0, first - size), last: Math.min(last - size, total - 1) };
        const read = addSection({ total, rows: await readRows(client, span) }, sorted, tail);
        return [...read.rows].flatMap(([place, { uuid }]) => (place >= first && place <= last ? [uuid] : []));
      },
    };
  }, [client, source, sorted, tail, isMixed, total, pages, rows, show, keep, failed, hasGap, retry]);
  useLayoutEffect(() => onRows(joined), [joined, onRows]);
  useLayoutEffect(() => () => onRows(null), [onRows]);
}

/** Sorts unlocked bookmarks as the service sorts readable ones. */
export function sortUnlocked(rows: readonly UnlockedRow[], sort: BookmarkSort): Bookmark[] {
  const { sortField, sortOrder } = sortQuery(sort);
  const order = orderBy(sortField, sortOrder);
  return rows.toSorted((one, other) => order(one.keys, other.keys)).map(({ bookmark }) => bookmark);
}

/** Returns a list with rows of this device above and below those of the service; each bookmark is listed once. */
export function addSection(
  { total, rows }: { readonly total: number; readonly rows: ReadonlyMap<number, Bookmark> },
  head: readonly Bookmark[],
  tail: readonly Bookmark[],
): { head: number; total: number; rows: Map<number, Bookmark> } {
  // For a moment after one was encrypted or decrypted, the rows of the service and of this device have it.
  const listed = new Set(Array.from(rows.values(), ({ uuid }) => uuid));
  const isNew = ({ uuid }: Bookmark) => !listed.has(uuid);
  const [above, below] = [head.filter(isNew), tail.filter(isNew)];
  const joined = new Map<number, Bookmark>(above.entries());
  for (const [place, row] of rows) joined.set(above.length + place, row);
  for (const [index, row] of below.entries()) joined.set(above.length + total + index, row);
  return { head: above.length, total: above.length + total + below.length, rows: joined };
}

/** Whether an unlocked bookmark has a tag, and is not in the trash. */
export const hasUnlockedTag = (tag: string, bookmark: Bookmark, { tags }: DecryptedText): boolean =>
  listScope({ tag }).holds({ ...bookmark, tags }) === true;

/** Returns the unlocked bookmarks of a list; null until the first key is decrypted completely. */
function useUnlocked(holds: (bookmark: Bookmark, text: DecryptedText) => boolean): UnlockedRow[] | null {
  const vault = useSyncExternalStore(watchVault, vaultState, vaultState);
  const decrypted = useDecrypted();
  const current = useMemo(() => {
    // Thousands arrive in many batches, and sorting after each would block the page.
    if (vault.isDecrypting) return null;
    return vault.rows.flatMap((bookmark): UnlockedRow[] => {
      const text = decrypted.get(bookmark.uuid);
      const isOpen = text !== undefined && text.cipher === bookmark.cipher;
      return isOpen && holds(bookmark, text) ? [{ bookmark, keys: sortKeysOf(decryptedRow(bookmark)) }] : [];
    });
  }, [vault, decrypted, holds]);
  const [latest, setLatest] = useState(current);
  if (current !== null && current !== latest) setLatest(current);
  return current ?? latest;
}

/** Returns the unlocked bookmarks that the service does not find for a smart collection; null until that is known. */
function useMatchingRows(collection: string): UnlockedRow[] | null {
  const timeZone = useTimeZone() ?? 'UTC';
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  const { data } = useQuery(collectionList({}));
  const collections = data?.content;
  const smart = collections?.find(({ uuid }) => uuid === collection)?.smart?.query ?? '';
  // The service maps words to others that the library contains: its result is used here too.
  const { data: matchResult, isPending } = useQuery(smartQueries.matches(smart));
  useEffect(() => followVault(defaultCollection), [defaultCollection]);
  const index = useSyncExternalStore(watchIndex, localIndex, () => emptyIndex);
  return useMemo(() => {
    if (collections === undefined || isPending || index === emptyIndex) return null;
    const words = matchResult?.query.words ?? [];
    const isKnown = matchResult?.matches.some(({ form }) => form === 'exact') === true;
    const search = {
      query: { text: '', words },
      collection,
      collections,
      isKnown,
      timeZone,
      now: new Date(),
    };
    return findMatches(index, search);
  }, [collections, isPending, index, matchResult, collection, timeZone]);
}

/** Returns the unlocked bookmarks that match a smart collection, and that the service does not find. */
export const findMatches = (index: LocalIndex, search: LocalSearch): UnlockedRow[] =>
  findLocal(index, search).hits.map(({ bookmark: { row }, rank }) => ({ bookmark: row, keys: rank }));
