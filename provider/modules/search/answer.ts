import type { SearchChip, SearchMatch, SearchResult } from '@/lib/contract/search';
import { explainHit, isExplained, type PageText } from '@/lib/domain/query/explain';
import type { QueryWord } from '@/lib/domain/query/highlight';
import { joinNodes, type Query } from '@/lib/domain/query/query';
import type { Actor, RequestContext } from '@/provider/actor';
import type { Database } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import type { BookmarkRecord } from '@/provider/modules/bookmarks/presenter';
import { labelChips } from '@/provider/modules/search/chips';
import type { SearchRequest, SearchResults } from '@/provider/modules/search/search-library';
import { suggestQuery } from '@/provider/modules/search/suggest-query';
import { mayUse } from '@/provider/policies';

/** More than the words of a page that are in the index take. */
const textLength = 150_000;

/**
 * Why each bookmark of a page was found, where words found it. One statement is needed where a word stands in the text
 * of a page, which only searches of pages return.
 */
async function explainHits(
  db: Database,
  records: readonly BookmarkRecord[],
  words: readonly QueryWord[],
  { accountId, hasPageTexts }: { accountId: string; hasPageTexts: boolean },
): Promise<SearchMatch[]> {
  if (words.length === 0) return [];
  const readable = records.filter(({ encrypted }) => !encrypted);
  const texts = hasPageTexts
    ? await readPageTexts(
        db,
        accountId,
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
  accountId: string,
  records: readonly BookmarkRecord[],
): Promise<Map<string, PageText>> {
  if (records.length === 0) return new Map();
  const { rows } = await $client.query<PageText & { id: string }>({
    name: 'search-page-texts',
    text: `select bookmark_id as id, title, left(text, ${textLength}) as text from page_contents
      where account_id = $2 and bookmark_id = any($1::uuid[]) and status = 'ready'`,
    values: [records.map(({ id }) => id), accountId],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

type AnswerDescription = Pick<SearchResult, 'matches' | 'suggestion'> &
  Pick<SearchResult['query'], 'chips' | 'dropped'>;

/** What the answer of a search says beside its hits; another query is suggested on the first page only. */
export async function describeAnswer(
  { db }: Pick<ProviderDeps, 'db'>,
  actor: Actor,
  { locale }: Pick<RequestContext, 'locale'>,
  { cursor, page = 1 }: SearchRequest,
  { search: { scope, prepared, isClosest, dropped }, bookmarks, total }: SearchResults,
): Promise<AnswerDescription> {
  const isFirst = cursor === undefined && page === 1;
  const [matches, suggestion] = await Promise.all([
    explainHits(db, bookmarks, prepared.words, {
      accountId: actor.accountId,
      hasPageTexts: mayUse(actor, 'pageText'),
    }),
    isFirst && !isClosest && dropped.length === 0 ? suggestQuery(db, scope, prepared, total) : null,
  ]);
  const chipsOf = (query: Query): SearchChip[] => labelChips(locale, query);
  const asQuery: Query = { where: joinNodes('and', dropped), sort: null, limit: null };
  return { chips: chipsOf(prepared.query), dropped: chipsOf(asQuery), matches, suggestion };
}
