import type { SearchMatch } from '@/lib/contract/schemas/search';
import type { Database } from '@/provider/db/client';
import type { BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';
import { explainHit, isExplained, type PageText } from '@/lib/domain/query/explain/explain-hit';
import type { QueryWord } from '@/lib/domain/query/explain/find-word';

/** More than the words of a page that are in the index take. */
const textLength = 150_000;

/**
 * Why each bookmark of a page was found, where words found it. One statement is needed where a word stands in the text
 * of a page, which only those are told of who search it.
 */
export async function explainHits(
  db: Database,
  records: readonly BookmarkRecord[],
  words: readonly QueryWord[],
  { hasPageTexts }: { hasPageTexts: boolean },
): Promise<SearchMatch[]> {
  if (words.length === 0) return [];
  const readable = records.filter(({ encrypted }) => !encrypted);
  const texts = hasPageTexts
    ? await readPageTexts(
        db,
        readable.filter((record) => !isExplained(record, words)),
      )
    : null;
  return readable.flatMap((record) => {
    const explanation = explainHit(record, words, texts?.get(record.id));
    return explanation ? [{ uuid: record.id, ...explanation }] : [];
  });
}

async function readPageTexts(
  { $client }: Database,
  records: readonly BookmarkRecord[],
): Promise<Map<string, PageText>> {
  if (records.length === 0) return new Map();
  const { rows } = await $client.query<PageText & { id: string }>({
    name: 'search-page-texts',
    text: `select bookmark_id as id, title, left(text, ${textLength}) as text from page_contents
      where bookmark_id = any($1::uuid[]) and status = 'ready'`,
    values: [records.map(({ id }) => id)],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
