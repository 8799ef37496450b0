import type { QueryClient } from '@tanstack/react-query';
import type { useTranslations } from 'next-intl';
import { notify } from '@/components/common/notify';
import { pageOptions, type BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import type { RowPages } from '@/components/features/bookmarks/list/use-row-pages';
import { pageSize } from '@/lib/queries/endpoint-query';

/** A longer span of rows would be asked for in too many calls; who wants more takes the whole list. */
export const longestSpan = 2_000;

/** Places of a list, both ends included. */
interface Span {
  readonly source: BookmarkSource;
  readonly first: number;
  readonly last: number;
  /** Reads them, where the list is not in the order of its source. */
  readonly namesIn?: RowPages['namesIn'];
}

/** The bookmarks of a span, those that were never in sight too; null, and words that say why, where that cannot be. */
export async function spanOrWords(
  client: QueryClient,
  span: Span,
  t: ReturnType<typeof useTranslations<'Bookmarks'>>,
): Promise<string[] | null> {
  if (span.last - span.first >= longestSpan) {
    notify({ message: t('spanTooLong', { count: longestSpan }), tone: 'bad' });
    return null;
  }
  return readSpan(client, span).catch(() => {
    notify({ message: t('spanFailed'), tone: 'bad' });
    return null;
  });
}

export async function readSpan(
  client: QueryClient,
  { source, first, last, namesIn }: Span,
): Promise<string[]> {
  if (namesIn) return namesIn(first, last);
  const uuids = new Set<string>();
  // One after another: each page continues from the cursor of the one before it, which costs the same however deep.
  for (let page = pageOf(first); page <= pageOf(last); page += 1) {
    const { rows } = await client.query(pageOptions(source, page));
    for (const [index, { uuid }] of rows.entries()) {
      const place = (page - 1) * pageSize + index;
      if (place >= first && place <= last) uuids.add(uuid);
    }
  }
  return [...uuids];
}

const pageOf = (place: number): number => Math.floor(place / pageSize) + 1;
