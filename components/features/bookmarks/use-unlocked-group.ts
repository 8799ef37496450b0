'use client';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { PlacedRowsProps } from '@/components/features/bookmarks/unlocked-list';
import { readRows } from '@/components/features/bookmarks/select-rows';
import {
  countOthers,
  groupRows,
  sortByTitle,
  unlockedGroups,
  type UnlockedRow,
} from '@/components/features/bookmarks/unlocked-list';
import type { RowPages } from '@/components/features/bookmarks/use-row-pages';
import { endpointKey, minutes } from '@/lib/api/endpoint';
import { transportOf } from '@/lib/api/query-client';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { readRows as readEncrypted } from '@/lib/vault/create-vault';

const query = { trash: 'with' } as const;

/** All encrypted bookmarks of the space, in long pages: the service cannot tell which of them are locked. */
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
 * Whether locked bookmarks are among these rows of the service, or in the places below the group that correspond to
 * them: a list without any has no encrypted bookmark before those that the group takes from its end.
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
 * A list that is sorted by title with its unlocked bookmarks as a group at the top; null without any. The service is
 * asked for the pages of the list as before, which tells it nothing of what is unlocked.
 */
export function useUnlockedGroup({ source, list, decrypted }: PlacedRowsProps): RowPages | null {
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
      locked.sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
      return isDescending ? locked.reverse() : locked;
    },
    [unlocked, decrypted, isDescending],
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
