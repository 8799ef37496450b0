import { and, eq, sql } from 'drizzle-orm';
import type { MatchForm, SearchChip, SearchMatch, SearchResult } from '@/lib/contract/search';
import { explainHit, isExplained, type BookmarkTexts } from '@/lib/domain/query/explain';
import type { QueryWord } from '@/lib/domain/query/highlight';
import { withoutNodes } from '@/lib/domain/query/parts';
import { joinNodes, type Query } from '@/lib/domain/query/query';
import type { Actor, CurrentSpace, RequestContext } from '@/provider/actor';
import { executePrepared, inline, type Database, type Executor } from '@/provider/db/client';
import { pageContents } from '@/provider/db/schema/pages';
import type { ProviderDeps } from '@/provider/deps';
import type { Handlers } from '@/provider/middleware/handler';
import { presentBookmark, type BookmarkRecord } from '@/provider/modules/bookmarks/record';
import { countSmart } from '@/provider/modules/collections/list';
import { presentCollectionSummary } from '@/provider/modules/collections/routes';
import { labelChips } from '@/provider/modules/query/chips';
import { findExampleQuestions } from '@/provider/modules/search/example-questions';
import { findFacets } from '@/provider/modules/search/facets';
import type { TextSources } from '@/provider/modules/query/compile-term';
import type { SearchRequest } from '@/provider/modules/search/prepare-search';
import { searchLibrary, type SearchResults } from '@/provider/modules/search/search-library';
import { textMeaning, textWord } from '@/provider/modules/search/score';
import { suggestQuery } from '@/provider/modules/search/suggest-query';
import { otherForms, similarWords, type RankedWord } from '@/provider/modules/search/words';
import { describePage } from '@/provider/pagination';
import { requireFeature } from '@/provider/policies';

export const search: Handlers<'search.find'> = {
  'search.find': async ({ actor, context, query, deps }) => {
    const startedAt = performance.now();
    if (query.mode === 'ask') requireFeature(actor, 'ask');
    const found = await searchLibrary(deps, actor, context, query);
    const { chips, dropped, matches, suggestion } = await describeSearch(deps, actor, context, query, found);
    const { parsed, ranking } = found.search;
    const collections = await countSmart(deps, found.collections, context);
    return {
      status: 200,
      body: {
        bookmarks: found.bookmarks.map(presentBookmark),
        scores: found.scores,
        full: found.full,
        collections: collections.map(presentCollectionSummary),
        tags: found.tags,
        spaces: await nameSpaces(deps.db, actor, [...found.bookmarks, ...found.collections]),
        pagination: describePage(query, found.total, found.next),
        matches,
        query: {
          text: found.text,
          chips,
          words: ranking.words.map((word) => ({
            text: word.text,
            found: [...word.found],
            similar: similarWords(word),
            weight: Math.round(word.weight * 100) / 100,
          })),
          parsed,
          closest: found.lacksWords,
          dropped,
          droppedWords: [...found.droppedWords],
          estimated: found.isEstimated,
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

/** Returns the spaces of hits other than the current one, ordered by name, with the ids of their hits. */
async function nameSpaces(
  db: Executor,
  { accountId, spaceId: currentSpaceId }: CurrentSpace,
  hits: readonly { id: string; spaceId: string }[],
): Promise<SearchResult['spaces']> {
  const elsewhere = hits.filter(({ spaceId }) => spaceId !== currentSpaceId);
  if (elsewhere.length === 0) return [];
  const { rows } = await executePrepared<Omit<SearchResult['spaces'][number], 'hits'>>(
    db,
    'search-spaces',
    sql`select s.id as uuid, s.name, c.id as "defaultCollection"
      from spaces s join collections c on c.account_id = s.account_id and c.space_id = s.id and c.is_default
      where s.account_id = ${accountId} and s.id = any(${sql.param([...new Set(elsewhere.map(({ spaceId }) => spaceId))])}::uuid[])
      order by mw_natural(mw_fold(s.name)), s.id`,
  );
  return rows.map((space) => ({
    ...space,
    hits: elsewhere.filter(({ spaceId }) => spaceId === space.uuid).map(({ id }) => id),
  }));
}

/** Characters of a page text that are read; the indexed words of a page take less. */
const textLength = 150_000;

interface Explained {
  accountId: string;
  sources: TextSources;
  /** Ids of hits by meaning. */
  similar: ReadonlySet<string>;
}

/**
 * Explains why the bookmarks of a page of results match the words of the query. Reads the texts that were searched only
 * for bookmarks that their own fields do not explain.
 */
async function explainHits(
  db: Database,
  records: readonly BookmarkRecord[],
  words: readonly RankedWord[],
  { accountId, sources, similar }: Explained,
): Promise<SearchMatch[]> {
  if (words.length === 0) return [];
  const searched = words.map((word): QueryWord => ({ text: word.text, found: otherForms(word) }));
  const readable = records.filter(({ encrypted }) => !encrypted);
  const ids = readable.filter((record) => !isExplained(record, searched)).map(({ id }) => id);
  const [pages, annotations] = await Promise.all([
    sources.pages ? readPageTexts(db, accountId, ids) : null,
    sources.annotations ? readAnnotations(db, accountId, ids, words) : null,
  ]);
  return readable.flatMap((record) => {
    const explanation = explainHit(record, searched, {
      page: pages?.get(record.id),
      annotations: annotations?.get(record.id),
    });
    if (explanation === null) {
      const isSimilar = similar.has(record.id);
      return isSimilar
        ? [{ uuid: record.id, field: 'title', snippet: null, form: 'meaning', words: [] }]
        : [];
    }
    const { field, snippet, word, matched } = explanation;
    const ranked = words.find(({ text }) => text === word);
    const form = ranked === undefined ? 'exact' : formOf(ranked, matched);
    return [{ uuid: record.id, field, snippet, form, words: form === 'exact' ? [] : [matched] }];
  });
}

function formOf({ text, forms, phrases }: RankedWord, matched: string): MatchForm {
  if (matched === text || forms.begun.includes(matched) || matched.startsWith(text)) return 'exact';
  if (forms.inflected.includes(matched)) return 'inflected';
  if (forms.near.includes(matched)) return 'typo';
  if (forms.meaning.includes(matched) || phrases.some((words) => words.includes(matched))) return 'meaning';
  return 'part';
}

async function readPageTexts(
  db: Executor,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, NonNullable<BookmarkTexts['page']>>> {
  if (ids.length === 0) return new Map();
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
        sql`${pageContents.bookmarkId} = any (${sql.param(ids)}::uuid[])`,
        eq(pageContents.status, 'ready'),
      ),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Annotations of a bookmark that are read. */
const annotationsMax = 8;

/** Reads passages, notes and tags of annotations with words of the query. */
async function readAnnotations(
  db: Executor,
  accountId: string,
  ids: readonly string[],
  words: readonly RankedWord[],
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const lexemes = words.flatMap((word) => [textWord(word), textMeaning(word)].filter((part) => part !== ''));
  const { rows } = await executePrepared<{ id: string; texts: string[] }>(
    db,
    'search-annotations',
    sql`select i.id, array(
        select unnest(array[h.quote, h.note, h.tags]) from (
          select quote, note, tags from highlights
          where account_id = ${accountId} and bookmark_id = i.id and search @@ ${lexemes.join('|')}::tsquery
          order by start_at, created_at, id limit ${inline(annotationsMax)}) h) as texts
      from unnest(${sql.param(ids)}::uuid[]) i (id)`,
  );
  return new Map(rows.map(({ id, texts }) => [id, texts]));
}

type SearchDescription = Pick<SearchResult, 'matches' | 'suggestion'> &
  Pick<SearchResult['query'], 'chips' | 'dropped'>;

/** Describes a search beside its hits: chips, matches and, on the first page only, a suggested query. */
async function describeSearch(
  { db }: Pick<ProviderDeps, 'db'>,
  actor: Actor,
  { locale }: Pick<RequestContext, 'locale'>,
  { cursor, page = 1 }: SearchRequest,
  { search, bookmarks, full, similar, dropped }: SearchResults,
): Promise<SearchDescription> {
  const isFirst = cursor === undefined && page === 1;
  const required = search.ranking.words.filter(({ text }) => search.ranking.required.has(text));
  const [matches, suggestion] = await Promise.all([
    explainHits(db, bookmarks, required, {
      accountId: actor.accountId,
      sources: search.texts,
      similar,
    }),
    isFirst && dropped.length === 0 ? suggestQuery(db, search, full) : null,
  ]);
  const chipsOf = (query: Query): SearchChip[] => labelChips(locale, query);
  const asQuery: Query = { where: joinNodes('and', dropped), sort: null, limit: null };
  return {
    chips: chipsOf(search.isQuestion ? withoutNodes(search.query, dropped) : search.query),
    dropped: chipsOf(asQuery),
    matches,
    suggestion,
  };
}
