import { and, eq, sql } from 'drizzle-orm';
import type { SearchChip, SearchMatch, SearchResult } from '@/lib/contract/search';
import { explainHit, isExplained, type PageText } from '@/lib/domain/query/explain';
import type { QueryWord } from '@/lib/domain/query/highlight';
import { joinNodes, type Query } from '@/lib/domain/query/query';
import type { Actor, RequestContext } from '@/provider/actor';
import type { Database, Executor } from '@/provider/db/client';
import { pageContents } from '@/provider/db/schema/pages';
import type { ProviderDeps } from '@/provider/deps';
import type { Handlers } from '@/provider/middleware/handler';
import { presentBookmark, type BookmarkRecord } from '@/provider/modules/bookmarks/record';
import { countSmart } from '@/provider/modules/collections/list';
import { presentCollectionSummary } from '@/provider/modules/collections/routes';
import { labelChips } from '@/provider/modules/search/chips';
import { findExampleQuestions } from '@/provider/modules/search/example-questions';
import { findFacets } from '@/provider/modules/search/facets';
import { nameSpaces } from '@/provider/modules/search/find-names';
import {
  searchLibrary,
  type SearchRequest,
  type SearchResults,
} from '@/provider/modules/search/search-library';
import { suggestQuery } from '@/provider/modules/search/suggest-query';
import { describePage } from '@/provider/pagination';
import { mayUse, requireFeature } from '@/provider/policies';

export const search: Handlers<'search.find'> = {
  'search.find': async ({ actor, context, query, deps }) => {
    const startedAt = performance.now();
    if (query.mode === 'ask') requireFeature(actor, 'ask');
    const found = await searchLibrary(deps, actor, context, query);
    const { chips, dropped, matches, suggestion } = await describeSearch(deps, actor, context, query, found);
    const { text, parsed, prepared, isClosest, droppedWords } = found.search;
    const collections = await countSmart(deps, found.collections, context);
    return {
      status: 200,
      body: {
        bookmarks: found.bookmarks.map(presentBookmark),
        tiers: found.tiers,
        collections: collections.map(presentCollectionSummary),
        tags: found.tags,
        spaces: await nameSpaces(deps.db, actor, [...found.bookmarks, ...found.collections]),
        pagination: describePage(query, found.total, found.next),
        matches,
        query: {
          text,
          chips,
          words: [...prepared.words],
          parsed,
          closest: isClosest,
          dropped,
          droppedWords: [...droppedWords],
        },
        suggestion,
        took: Math.round((performance.now() - startedAt) * 100) / 100,
      },
    };
  },
};

export const searchFacets: Handlers<'search.facets' | 'search.examples'> = {
  'search.facets': async ({ actor, context, query, deps }) => {
    if (query.mode === 'ask') requireFeature(actor, 'ask');
    return { status: 200, body: await findFacets(deps, actor, context, query) };
  },
  'search.examples': async ({ actor, context, deps }) => {
    requireFeature(actor, 'ask');
    return { status: 200, body: { questions: await findExampleQuestions(deps, actor, context) } };
  },
};

/** Characters of a page text that are read; the indexed words of a page take less. */
const textLength = 150_000;

/**
 * Explains why the bookmarks of a page of results match the words of the query. Reads page texts, in one statement,
 * only for bookmarks that their own fields do not explain.
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
  db: Executor,
  accountId: string,
  records: readonly BookmarkRecord[],
): Promise<Map<string, PageText>> {
  if (records.length === 0) return new Map();
  const rows = await db
    .select({
      id: pageContents.bookmarkId,
      title: pageContents.title,
      text: sql<string>`left(${pageContents.text}, ${textLength})`,
    })
    .from(pageContents)
    .where(
      and(
        eq(pageContents.accountId, accountId),
        sql`${pageContents.bookmarkId} = any (${sql.param(records.map(({ id }) => id))}::uuid[])`,
        eq(pageContents.status, 'ready'),
      ),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

type SearchDescription = Pick<SearchResult, 'matches' | 'suggestion'> &
  Pick<SearchResult['query'], 'chips' | 'dropped'>;

/** Describes a search beside its hits: chips, matches and, on the first page only, a suggested query. */
async function describeSearch(
  { db }: Pick<ProviderDeps, 'db'>,
  actor: Actor,
  { locale }: Pick<RequestContext, 'locale'>,
  { cursor, page = 1 }: SearchRequest,
  { search: { scope, prepared, isClosest, dropped }, bookmarks, total }: SearchResults,
): Promise<SearchDescription> {
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
