'use client';

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { OpenedList } from '@/components/features/bookmarks/list/opened-rows/opened-list';
import { byCodePoint, type TitleOrder } from '@/components/features/bookmarks/list/title-order/title-layout';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { endpointKey } from '@/lib/queries/endpoint-key';
import { minutes } from '@/lib/queries/endpoint-query';
import { transportOf } from '@/lib/queries/transport';
import { readRows } from '@/lib/vault/read-rows';

interface Options {
  readonly opened: OpenedList | null;
  readonly order: TitleOrder;
  /** They are in sight. */
  readonly isWanted: boolean;
}

interface LockedRows {
  readonly locked: readonly Bookmark[];
  /** The same for whoever has to have them, in sight or not. */
  readonly readLocked: () => Promise<readonly Bookmark[]>;
}

/** The encrypted bookmarks of a list that are not open, in the order of the service; none before they are wanted. */
export function useLockedRows({ opened, order, isWanted }: Options): LockedRows {
  const client = useQueryClient();
  const { data } = useQuery({ ...everyEncrypted, enabled: isWanted });
  const lockedOf = useCallback(
    (all: readonly Bookmark[]) => {
      const open = new Set(opened?.rows.map(({ uuid }) => uuid));
      const rows = all.filter((row) => !open.has(row.uuid) && opened?.holdsLocked(row) === true);
      rows.sort((a, b) => byCodePoint(a.uuid, b.uuid));
      return order === 'ASC' ? rows : rows.reverse();
    },
    [opened, order],
  );
  const locked = useMemo(() => lockedOf(data?.content ?? []), [data, lockedOf]);
  const readLocked = useCallback(
    async () => lockedOf((await client.query(everyEncrypted)).content),
    [client, lockedOf],
  );
  return { locked, readLocked };
}

const query = { trash: 'with' } as const;

/** All encrypted bookmarks of the space, in long pages: only their owner can tell which of them are locked. */
const everyEncrypted = queryOptions({
  queryKey: endpointKey('bookmarks.encrypted', { query }),
  queryFn: async ({ client }) => {
    const content: Bookmark[] = [];
    for await (const page of readRows(transportOf(client), query)) content.push(...page);
    return { content };
  },
  staleTime: minutes(5),
});
