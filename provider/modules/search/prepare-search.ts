import type { QueryOf } from '@/provider/middleware/handler';
import { isFunctionWord } from '@/lib/domain/query/common-words';
import { optionalNodes, isRanking, withoutNodes } from '@/lib/domain/query/parts';
import { parseQuery, type ParsedQuery } from '@/lib/domain/query/parse';
import { conjunctsOf, isGroup, type Query, type QueryNode } from '@/lib/domain/query/query';
import { printQuery } from '@/lib/domain/query/print';
import { limitWords } from '@/lib/domain/search-terms';
import { otherSpellings, queryWords } from '@/lib/domain/search-words';
import { sql } from 'drizzle-orm';
import type { Actor, CurrentSpace, RequestContext, SpacesOfAccount } from '@/provider/actor';
import { executePrepared, type Executor } from '@/provider/db/client';
import { askQuestion, type AskDeps } from '@/provider/modules/ask/question';
import { prepareQuery } from '@/provider/modules/query/prepare-query';
import type { RankedSearch } from '@/provider/modules/search/candidates';
import { relatedWords } from '@/provider/modules/meanings/related-words';
import type { SearchScope } from '@/provider/modules/search/rows';
import { rankWords, readCollections, type Meanings } from '@/provider/modules/search/words';
import { mayUse } from '@/provider/policies';
import { Problem } from '@/provider/problem';

export type FacetsRequest = QueryOf<'search.facets'>;

export type SearchRequest = QueryOf<'search.find'> & {
  /** Whether encrypted bookmarks are neither returned nor counted. */
  onlyReadable?: boolean;
};

/** A search request after parsing, with its names and words resolved. */
export interface PreparedSearch extends RankedSearch {
  /** The query as asked, with the words that need not match. */
  readonly query: Query;
  /** The query in the grammar; the trimmed request text if it is too short to be searched. */
  readonly text: string;
  readonly parsed: boolean;
  /** Whether nothing is searched: the text is too short, or contains nothing that can be searched. */
  readonly isEmpty: boolean;
  /** Whether conditions come from plain words, so that the closest hits need not fulfil them. */
  readonly isQuestion: boolean;
  /** Whether the user requested the help of the model. */
  readonly isAssisted: boolean;
  /** Conditions of a question that its closest hits may miss even if a bookmark matches the whole query. */
  readonly soft: ReadonlySet<QueryNode>;
  /** Whether the order was requested by an operator (`sort:`) and thus applies to all hits. */
  readonly sortsAll: boolean;
  /** Prepares the query without some of its conditions. */
  readonly without: (dropped: readonly QueryNode[]) => Promise<PreparedSearch>;
}

export type Reader = Pick<RequestContext, 'timeZone' | 'locale'>;

const shortestQuery = 2;
const emptyQuery: Query = { where: null, sort: null, limit: null };

const isShort = (q: string): boolean => Array.from(q.trim()).length < shortestQuery;

interface ReadQuery extends ParsedQuery {
  soft: ReadonlySet<QueryNode>;
  /** Words that only connect others elsewhere, and are names in this library. */
  named: ReadonlySet<QueryNode>;
}

const none: ReadonlySet<QueryNode> = new Set();

/** Parses the text of a request: an empty query for less than two characters; in ask mode, as a question. */
async function readQuery(
  deps: AskDeps,
  actor: Actor,
  reader: Reader,
  { q, mode, assist = false }: FacetsRequest,
  { spaceIds }: SpacesOfAccount,
): Promise<ReadQuery> {
  if (isShort(q)) return { query: emptyQuery, soft: none, named: none, parsed: true };
  if (mode === 'keyword') return { ...parseQuery(q), soft: none, named: none };
  const { soft, named, ...query } = await askQuestion(deps, actor, reader, { text: q, spaceIds, assist });
  return { query, soft: new Set(soft.map(({ node }) => node)), named: new Set(named), parsed: true };
}

/** The words of a node, in order. */
export const wordsOf = (node: QueryNode): string[] =>
  isGroup(node) ? node.nodes.flatMap(wordsOf) : 'text' in node ? queryWords(node.text) : [];

/** Returns a mapping by which a word that is a collection's name also matches its content: `my favorite recipes`. */
async function alsoByCollection(
  deps: AskDeps,
  spaces: SpacesOfAccount,
): Promise<(node: QueryNode) => QueryNode> {
  const collections = await readCollections(deps.db, spaces);
  const nameOf = new Map(collections.toReversed().map(({ name, words }) => [words.join(' '), name]));
  return (node) => {
    const name = node.kind === 'word' ? nameOf.get(queryWords(node.text).join(' ')) : undefined;
    return name === undefined ? node : { kind: 'or', nodes: [node, { kind: 'collection', name }] };
  };
}

function spellingsIn(nodes: readonly QueryNode[]): Map<string, string[]> {
  const spellings = new Map<string, string[]>();
  const visit = (node: QueryNode): void => {
    if (isGroup(node)) node.nodes.forEach(visit);
    else if (node.kind === 'word') {
      const others = otherSpellings(node.text).flat();
      if (others.length > 0) for (const word of queryWords(node.text)) spellings.set(word, others);
    }
  };
  nodes.forEach(visit);
  return spellings;
}

/**
 * Returns what the words of a query mean besides themselves: by the lexicon, and for words that it lacks by the
 * language model, if the user requested its help.
 */
async function meaningsOf(
  deps: AskDeps,
  { locale }: Reader,
  texts: readonly string[],
  isAssisted: boolean,
): Promise<Meanings> {
  // Loaded with the first search: a sixth of the service's code is the lexicon.
  const { findConcepts } = await import('@/lib/domain/concepts/concepts');
  const meanings = new Map<string, (readonly string[])[]>();
  for (const { start, length, terms } of findConcepts(texts)) {
    for (const text of texts.slice(start, start + length)) {
      meanings.set(text, [...(meanings.get(text) ?? []), ...terms]);
    }
  }
  const unexplained = texts.filter((text) => !meanings.has(text) && !isFunctionWord(text));
  const related = isAssisted ? await relatedWords(deps, unexplained, locale) : new Map<string, string[]>();
  for (const [text, words] of related)
    meanings.set(
      text,
      words.map((word) => [word]),
    );
  return meanings;
}

type ScopeRequest = Pick<QueryOf<'search.facets'>, 'space' | 'collection'>;

interface SpaceRow {
  spaceId: string;
  size: number;
  /** The query of the requested collection if it is a smart one; otherwise null. */
  smartQuery: string | null;
  /** Whether the account has annotations. Most have none, and then no search looks for them. */
  hasAnnotations: boolean;
}

/** Returns the scope of a search; null if the account has no such space, or no searched space the collection. */
async function findScope(
  db: Executor,
  { accountId, spaceId }: CurrentSpace,
  { space, collection }: ScopeRequest,
): Promise<(Omit<SpaceRow, 'spaceId' | 'size'> & { scope: SearchScope }) | null> {
  const only = space === 'all' ? null : space === 'current' ? spaceId : space;
  const collectionId = collection ?? null;
  const { rows } = await executePrepared<SpaceRow>(
    db,
    'search-scope',
    sql`select s.id as "spaceId", c.smart ->> 'query' as "smartQuery",
        case when c.smart is null then coalesce(c.bookmark_count, s.bookmark_count) else s.bookmark_count end as size,
        exists (select from highlights where account_id = ${accountId}) as "hasAnnotations"
      from spaces s
        left join collections c on c.account_id = s.account_id and c.space_id = s.id and c.id = ${collectionId}
      where s.account_id = ${accountId} and (${only}::uuid is null or s.id = ${only})
        and (${collectionId}::uuid is null or c.id is not null)`,
  );
  const [first] = rows;
  if (first === undefined) return null;
  const { smartQuery, hasAnnotations } = first;
  const scope: SearchScope = {
    accountId,
    spaceIds: rows.map((row) => row.spaceId),
    collectionId: smartQuery === null ? collectionId : null,
    size: rows.reduce((sum, row) => sum + row.size, 0),
  };
  return { scope, smartQuery, hasAnnotations };
}

/**
 * Parses a search request and resolves its names and words. Throws NOT_FOUND for a space of another account, and for a
 * collection that is not in the searched spaces.
 */
export async function prepareSearch(
  deps: AskDeps,
  actor: Actor,
  reader: Reader,
  request: FacetsRequest & Pick<SearchRequest, 'texts' | 'onlyReadable'>,
  now = deps.clock(),
): Promise<PreparedSearch> {
  const found = await findScope(deps.db, actor, request);
  if (!found) throw new Problem('NOT_FOUND');
  const { scope, smartQuery } = found;
  const asked = await readQuery(deps, actor, reader, request, scope);
  const isQuestion = request.mode === 'ask';
  const widen = isQuestion ? await alsoByCollection(deps, scope) : undefined;
  const isWide = request.texts ?? true;
  const texts = {
    pages: isWide && mayUse(actor, 'pageText'),
    annotations: isWide && found.hasAnnotations,
  };
  const prepare = async (query: Query): Promise<PreparedSearch> => {
    const optional = optionalNodes(query).filter((node) => !asked.named.has(node));
    const prepared = await prepareQuery(deps.db, {
      accountId: scope.accountId,
      spaceIds: scope.spaceIds,
      query: withoutNodes(query, optional),
      widen,
      within: smartQuery === null ? null : parseQuery(smartQuery).query.where,
      onlyReadable: request.onlyReadable,
      now,
      timeZone: reader.timeZone,
    });
    const nodes = conjunctsOf(query.where).filter(isRanking);
    const phrase = nodes.flatMap(wordsOf);
    const ranked = limitWords(phrase, rankedWordsMax);
    const words =
      isShort(request.q) || ranked.length === 0
        ? []
        : await rankWords(deps.db, {
            scope,
            prepared,
            texts: ranked,
            meanings: await meaningsOf(deps, reader, ranked, request.assist === true),
            spellings: spellingsIn(nodes),
          });
    const required = new Set(nodes.filter((node) => !optional.includes(node)).flatMap(wordsOf));
    return {
      scope,
      prepared,
      query,
      texts,
      ranking: {
        words,
        required,
        phrase: phrase.length <= phraseMax ? phrase : [],
        currentSpaceId: actor.spaceId,
        now,
      },
      text: isShort(request.q) ? request.q.trim() : printQuery(query),
      parsed: asked.parsed,
      isEmpty: isShort(request.q) || prepared.isEmpty,
      isQuestion,
      isAssisted: request.assist === true,
      soft: asked.soft,
      sortsAll: isQuestion && parseQuery(request.q).query.sort !== null,
      without: (dropped) => prepare(withoutNodes(query, dropped)),
    };
  };
  return prepare(asked.query);
}

/** Maximum number of words by which hits are ranked; all words of a query are searched. */
const rankedWordsMax = 16;
/** Longer queries are no phrase of a title. */
const phraseMax = 8;
