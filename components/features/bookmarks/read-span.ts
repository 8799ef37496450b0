import type { QueryClient } from '@tanstack/react-query';
import { pageOptions, type BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import type { RowPages } from '@/components/features/bookmarks/use-row-pages';
import { pageSize } from '@/lib/api/endpoint';
import type { Bookmark } from '@/lib/contract/bookmarks';

/** Index range of a list, inclusive. */
interface Span {
  readonly source: BookmarkSource;
  readonly first: number;
  readonly last: number;
  /** Reads the range, if the list is not in the order of its source. */
  readonly namesIn?: RowPages['namesIn'];
}

/** Returns the bookmarks of a range, including those that were never visible. */
export async function readSpan(client: QueryClient, span: Span): Promise<string[]> {
  const { first, last, namesIn } = span;
  if (namesIn) return namesIn(first, last);
  const rows = await readRows(client, span);
  return [...new Set(Array.from(rows.values(), ({ uuid }) => uuid))];
}

/** Returns the rows of a range by their index; none if it ends before the list begins. */
export async function readRows(
  client: QueryClient,
  { source, first, last }: Pick<Span, 'source' | 'first' | 'last'>,
): Promise<Map<number, Bookmark>> {
  const read = new Map<number, Bookmark>();
  // Sequential: each page continues from the cursor of the previous one, which costs the same at any depth.
  for (let page = pageOf(first); page <= pageOf(last); page += 1) {
    const { rows } = await client.query(pageOptions(source, page));
    for (const [index, row] of rows.entries()) {
      const place = (page - 1) * pageSize + index;
      if (place >= first && place <= last) read.set(place, row);
    }
  }
  return read;
}

const pageOf = (place: number): number => Math.floor(place / pageSize) + 1;
