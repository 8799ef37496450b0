import type { BookmarkSort } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { sortQuery } from '@/lib/domain/sort';
import { pageSize } from '@/lib/api/endpoint';
import { listScope } from '@/lib/api/bookmark-pages';
import { joinRows, type JoinedRows, type PlacedRows } from '@/lib/vault/merge-rows';

/** A list of the service with rows that it cannot know of at their places, in an order that does not go by title. */
export function mixRows(
  { total, rows }: PlacedRows,
  added: readonly Bookmark[],
  sort: BookmarkSort,
): JoinedRows {
  const compare = orderOf(sort);
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

/** As the service has it, ties too. */
function orderOf(sort: BookmarkSort): (a: Bookmark, b: Bookmark) => number {
  const query = sortQuery(sort);
  const direction = query.sortOrder === 'ASC' ? 1 : -1;
  const { compare } = listScope(query);
  return (a, b) => compare?.(a, b) || direction * (a.uuid < b.uuid ? -1 : 1);
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
