import { useState } from 'react';
import type { DayGroup } from '@/components/common/row-dates';
import type { GroupsByPage, RowGroup } from '@/components/features/bookmarks/list-items';
import type { Bookmark } from '@/lib/contract/bookmarks';

type Pages = ReadonlyMap<number, readonly Bookmark[]>;
type GroupOf = (iso: string) => DayGroup;

/**
 * The day groups of every page that has been read. They outlive the pages: if a heading far above went away with its
 * rows, everything below it would move. Pages of a list that is another one by `isMixed` say nothing of those before.
 */
export function useDayGroups(pages: Pages, groupOf: GroupOf | null, isMixed: boolean): GroupsByPage {
  const [known, setKnown] = useState({ isMixed, groups: withNews(none, pages, groupOf) });
  const groups = withNews(known.isMixed === isMixed ? known.groups : none, pages, groupOf);
  if (groups !== known.groups) setKnown({ isMixed, groups });
  return groups;
}

const none: GroupsByPage = new Map();

/** The same map when nothing is new, so that what is made from it can be kept. */
function withNews(known: GroupsByPage, pages: Pages, groupOf: GroupOf | null): GroupsByPage {
  if (groupOf === null) return known;
  let changed: Map<number, readonly RowGroup[]> | null = null;
  for (const [page, rows] of pages) {
    const groups = rows.map((row) => groupOf(row.createdAt));
    if (isSame(known.get(page), groups)) continue;
    changed ??= new Map(known);
    changed.set(page, groups);
  }
  return changed ?? known;
}

const isSame = (a: readonly RowGroup[] | undefined, b: readonly RowGroup[]): boolean =>
  a?.length === b.length && b.every((group, index) => group === a[index]);
