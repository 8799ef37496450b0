import { rowWithKey, type UnlockedRow } from '@/components/features/bookmarks/unlocked-list';
import { byCodePoint, type TitledRow } from '@/components/features/bookmarks/title-layout';
import type { BookmarkSort } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { sortQuery } from '@/lib/domain/sort';
import { pageSize } from '@/lib/api/endpoint';
import { listScope } from '@/lib/api/bookmark-pages';
import { joinRows, type JoinedRows, type PlacedRows } from '@/lib/vault/merge-rows';

type Sortable = TitledRow & { readonly bookmark: Bookmark };

/** A list of the service with rows that it cannot know of at their places, in the order of the list. */
export function mixRows(
  { total, rows }: PlacedRows,
  added: readonly UnlockedRow[],
  sort: BookmarkSort,
): JoinedRows {
  const compare = orderOf(sort);
  const known = [...rows]
    .sort(([one], [other]) => one - other)
    .map(([place, row]) => ({ place, row, bookmark: row, ...rowWithKey(row) }));
  // For a moment after one was decrypted both sides have it.
  const names = new Set(known.map(({ uuid }) => uuid));
  return joinRows({
    known,
    locals: added.filter(({ uuid }) => !names.has(uuid)).sort(compare),
    rowOf: ({ bookmark }) => bookmark,
    isBefore: (row, local) => compare(row, local) < 0,
    total,
  });
}

/** As the service has it, ties too. */
function orderOf(sort: BookmarkSort): (a: Sortable, b: Sortable) => number {
  const query = sortQuery(sort);
  const direction = query.sortOrder === 'ASC' ? 1 : -1;
  const byName = (a: Sortable, b: Sortable) => direction * byCodePoint(a.uuid, b.uuid);
  if (query.sortField === 'title') return (a, b) => direction * byCodePoint(a.key, b.key) || byName(a, b);
  const { compare } = listScope(query);
  return (a, b) => compare?.(a.bookmark, b.bookmark) || byName(a, b);
}

/** The pages of a mixed list that are known from their first row to their last. */
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
