'use client';

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo } from 'react';
import { readRows, type RowPages } from '@/components/features/bookmarks/bookmark-source';
import { nothing } from '@/components/features/bookmarks/selection';
import {
  countOthers,
  groupRows,
  type PlacedRowsProps,
  sortByTitle,
  unlockedGroups,
  type UnlockedRow,
} from '@/components/features/bookmarks/unlocked-list';
import { endpointKey, minutes, pageSize } from '@/lib/api/endpoint';
import { transportOf } from '@/lib/api/query-client';
import { listScope } from '@/lib/bookmark/scope';
import type { BookmarkSort } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { sortQuery } from '@/lib/domain/sort';
import { readRows as readEncrypted } from '@/lib/vault/create-vault';
import { type JoinedRows, joinRows, type PlacedRows } from '@/lib/vault/merge-rows';

/** Passes the changed list to the parent before the page is painted, and resets it on unmount. */
function useRows(rows: RowPages | null, onRows: PlacedRowsProps['onRows']): void {
  useLayoutEffect(() => onRows(rows), [rows, onRows]);
  useLayoutEffect(() => () => onRows(null), [onRows]);
}

/** Inserts unlocked bookmarks that the service does not return among the loaded rows. */
function MixedOrder({ source, list, decrypted, onRows }: PlacedRowsProps) {
  const { sort } = source;
  const { total, rows, show, keep, failed, hasGap, retry } = list;
  const mixed = useMemo((): RowPages | null => {
    const added = decrypted?.rows.flatMap(({ bookmark, isAdded }) => (isAdded ? [bookmark] : [])) ?? [];
    if (total === null || added.length === 0) return null;
    const joined = mixRows({ total, rows }, added, sort);
    const { placeOf } = joined;
    return {
      ...joined,
      pages: wholePages(joined),
      isMixed: true,
      show: (first, last) => show(placeOf(first), placeOf(last)),
      keep: (place) => keep(placeOf(place)),
      failed,
      hasGap,
      retry,
    };
  }, [decrypted, total, rows, sort, show, keep, failed, hasGap, retry]);
  useRows(mixed, onRows);
  return null;
}

/** Puts unlocked bookmarks above a list that is sorted by title. */
function UnlockedGroup(props: PlacedRowsProps) {
  useRows(useUnlockedGroup(props), props.onRows);
  return null;
}

/** Adds the unlocked bookmarks that the service does not return in the list. */
export function PlacedRows(props: PlacedRowsProps) {
  const { source, decrypted, onAdded, setSelection } = props;
  const added = decrypted?.rows.filter(({ isAdded }) => isAdded).length ?? 0;
  useEffect(() => onAdded?.(added), [added, onAdded]);
  useEffect(() => () => onAdded?.(0), [onAdded]);
  useEffect(() => {
    // "All" meant all rows of the service, and would now include more.
    if (added > 0) setSelection((now) => (now.kind === 'all' ? nothing : now));
  }, [added, setSelection]);
  return source.sort.startsWith('title') ? <UnlockedGroup {...props} /> : <MixedOrder {...props} />;
}

/**
 * Returns a list of the service with rows unknown to it inserted at their positions, for orders other than by
 * title.
 */
export function mixRows(
  { total, rows }: PlacedRows,
  added: readonly Bookmark[],
  sort: BookmarkSort,
): JoinedRows {
  const { compare } = listScope(sortQuery(sort));
  const known = [...rows].sort(([one], [other]) => one - other).map(([place, row]) => ({ place, row }));
  // For a moment after one was decrypted both sides have it.
  const uuids = new Set(known.map(({ row }) => row.uuid));
  return joinRows({
    known,
    locals: added.filter(({ uuid }) => !uuids.has(uuid)).sort(compare),
    rowOf: (row) => row,
    isBefore: ({ row }, local) => compare(row, local) < 0,
    total,
  });
}

/** Returns the pages of a mixed list of which all rows are known. */
export function wholePages({ total, rows }: PlacedRows): Map<number, Bookmark[]> {
  const pages = new Map<number, Bookmark[]>();
  for (const place of rows.keys()) {
    const page = Math.floor(place / pageSize);
    if (pages.has(page + 1)) continue;
    const count = Math.min(pageSize, total - page * pageSize);
    const content = Array.from({ length: count }, (_, index) => rows.get(page * pageSize + index));
    if (content.every((row) => row !== undefined)) pages.set(page + 1, content);
  }
  return pages;
}

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

/**
 * Whether locked bookmarks are among these rows of the service, or in the rows below the group that correspond
 * to them: a list without any has no encrypted bookmark before those that the group takes from its end.
 */
const reachesLocked = (
  rows: ReadonlyMap<number, Bookmark>,
  total: number,
  unlocked: readonly UnlockedRow[],
): boolean => {
  const others = countOthers(total, unlocked);
  return [...rows].some(([place, { encrypted }]) => encrypted && place < others);
};

/**
 * Returns a list that is sorted by title with its unlocked bookmarks as a group at the top; null without any.
 * The requested pages of the list are the same as before, which reveals nothing about unlocked bookmarks to the
 * service.
 */
function useUnlockedGroup({ source, list, decrypted }: PlacedRowsProps): RowPages | null {
  const client = useQueryClient();
  const isDescending = source.sort === 'title-DESC';
  const unlocked = useMemo(() => sortByTitle(decrypted?.rows ?? [], isDescending), [decrypted, isDescending]);
  const { total, pages, rows, show, keep, failed, hasGap, retry } = list;
  const hasLocked = useMemo(() => reachesLocked(rows, total ?? 0, unlocked), [rows, total, unlocked]);
  const { data, isError, refetch } = useQuery({ ...everyEncrypted, enabled: hasLocked });
  const lockedOf = useCallback(
    (all: readonly Bookmark[]) => {
      const open = new Set(unlocked.map(({ bookmark }) => bookmark.uuid));
      const locked = all.filter((row) => !open.has(row.uuid) && decrypted?.holdsLocked(row) === true);
      return locked.sort(listScope(sortQuery(source.sort)).compare);
    },
    [unlocked, decrypted, source.sort],
  );
  const locked = useMemo(
    () => (hasLocked && data ? lockedOf(data.content) : []),
    [hasLocked, data, lockedOf],
  );
  return useMemo(() => {
    const size = unlocked.length;
    if (total === null || size === 0) return null;
    const grouped = groupRows({ total, rows }, unlocked, locked);
    return {
      ...grouped,
      groups: unlockedGroups(size),
      pages,
      isMixed: unlocked.some(({ isAdded }) => isAdded),
      show: (first, last) => show(Math.max(0, first - size), Math.max(0, last - size)),
      keep,
      failed,
      hasGap: hasGap || isError,
      retry: () => {
        retry();
        if (isError) void refetch();
      },
      namesIn: async (first, last) => {
        const read = await readRows(client, { source, first: Math.max(0, first - size), last: last - size });
        const isLockedIn = reachesLocked(read, total, unlocked);
        const all = isLockedIn ? (await client.query(everyEncrypted)).content : [];
        return [...groupRows({ total, rows: read }, unlocked, lockedOf(all)).rows].flatMap(
          ([place, { uuid }]) => (place >= first && place <= last ? [uuid] : []),
        );
      },
    };
  }, [
    client,
    source,
    unlocked,
    locked,
    lockedOf,
    total,
    pages,
    rows,
    show,
    keep,
    failed,
    hasGap,
    retry,
    isError,
    refetch,
  ]);
}
