import { inlineSmart } from '@/lib/domain/query/inline-smart';
import { conjunctsOf, joinNodes } from '@/lib/domain/query/nodes';
import type { Query, QueryNode, QuerySort } from '@/lib/domain/query/query';
import { bookmarkTiers } from '@/lib/domain/search-terms';
import type { Database } from '@/provider/db/client';
import type { Parameters } from '@/provider/services/listing/parameters';
import { buildTerm, leavesOf } from '@/provider/services/search/build-term';
import { TermCompiler } from '@/provider/services/search/compile-term';
import { expandWords } from '@/provider/services/search/expand-words';
import { findCollections, type CollectionNames } from '@/provider/services/search/find-collections';
import { pageLexemes } from '@/provider/services/search/page-lexemes';
import { visitTerms, type Term } from '@/provider/services/search/term';

export interface QueryContext {
  /** Of one account; names and words are looked up in them. */
  spaceIds: readonly string[];
  query: Query;
  /** What a bookmark has to fulfil beside it, and no more is said of: the query of a collection that is searched. */
  within?: QueryNode | null | undefined;
  /** What a condition is looked for as, where that is more than what it says. */
  widen?: ((node: QueryNode) => QueryNode) | undefined;
  now: Date;
  timeZone: string;
}

/** A condition of the query, and what it asks of a bookmark. */
export interface QueryPart {
  readonly node: QueryNode;
  readonly term: Term | null;
}

/** A query whose words, names and dates are looked up: good for the moment, for one account. */
export interface PreparedQuery {
  readonly query: Query;
  /** What it asks for, with the smart collections that it names in the place of their names. */
  readonly where: QueryNode | null;
  /** What a bookmark has to fulfil; null lets every one through. */
  readonly term: Term | null;
  /** Each word that is looked for, folded, and the words of the library that it was taken for. */
  readonly words: readonly { text: string; found: string[] }[];
  /** How often those of them are used that stand for others: see {@link expandWords}. */
  readonly uses: ReadonlyMap<string, number>;
  /** The words of which that is all there is to know. */
  readonly kept: ReadonlySet<string>;
  /** Whether a hit can be better than another. */
  readonly hasWords: boolean;
  readonly sort: QuerySort | null;
  readonly limit: number | null;
  /** The words as a `tsquery` on the texts of pages; null where none of them is needed. */
  readonly pageLexemes: string | null;
  readonly isWithin: boolean;
  /** Spaces of the collections that it names. */
  readonly spaceOf: ReadonlyMap<string, string>;
  /** The conditions that all have to be fulfilled. */
  readonly parts: readonly QueryPart[];
  /** What a bookmark has to fulfil beside them. */
  readonly within: readonly Term[];
  /** The query asks for something and names nothing that could be found, such as `"!"`. */
  readonly isEmpty: boolean;
  compiler: (parameters: Parameters, isByRow?: boolean) => TermCompiler;
  /**
   * The condition on `bookmarks b` for a hit of a tier or a better one; without a tier, for a hit at all. The page tier
   * needs the row `p` of `page_contents` beside it. Space and trash are the caller's business.
   */
  condition: (parameters: Parameters, tier?: number) => string;
}

/** Looks up what a query speaks of, in two statements, or a few more where it names smart collections. */
export async function prepareQuery(
  db: Pick<Database, '$client'>,
  { spaceIds, query, within = null, widen = (node) => node, now, timeZone }: QueryContext,
): Promise<PreparedQuery> {
  const asked = joinNodes(
    'and',
    [...conjunctsOf(query.where).map(widen), within].filter((node) => node !== null),
  );
  const { where, names } = await nameCollections(db, spaceIds, asked);
  const context = { now, timeZone, names };
  const term = buildTerm(where, context);
  const conjuncts = conjunctsOf(query.where);
  // Smart collections are replaced by their queries, one condition by one.
  const terms = conjunctsOf(where).map((node) => buildTerm(node, context));
  const words = wantedWords(term);
  const { meant, uses, begun, kept } = await expandWords(db, spaceIds, words.expanded);
  const known = { spaceIds, meant, begun };
  const compiler = (parameters: Parameters, isByRow = false): TermCompiler =>
    new TermCompiler(parameters, known, isByRow);
  return {
    query,
    where,
    term,
    words: words.all.map((text) => ({ text, found: meant.get(text) ?? [] })),
    uses,
    kept,
    hasWords: words.all.length > 0,
    sort: query.sort,
    limit: query.limit,
    pageLexemes: pageLexemes(term, known),
    isWithin: within !== null,
    spaceOf: names.spaceOf,
    parts: conjuncts.map((node, place) => ({ node, term: terms[place] ?? null })),
    within: terms.slice(conjuncts.length).filter((inner) => inner !== null),
    isEmpty: query.where !== null && term === null,
    compiler,
    condition: (parameters, tier = bookmarkTiers) =>
      term === null ? 'true' : compiler(parameters).condition(term, tier),
  };
}

/** Smart collections that name smart collections are followed so far. */
const smartDepth = 3;

async function nameCollections(
  db: Pick<Database, '$client'>,
  spaceIds: readonly string[],
  asked: QueryNode | null,
): Promise<{ where: QueryNode | null; names: CollectionNames }> {
  let where = asked;
  let names = await findCollections(db, spaceIds, leavesOf(where));
  const seen = new Set<string>();
  for (let depth = 0; depth < smartDepth && where !== null; depth += 1) {
    if ([...names.smart.keys()].every((name) => seen.has(name))) break;
    where = inlineSmart(where, names.smart, seen);
    names = await findCollections(db, spaceIds, leavesOf(where));
  }
  return { where, names };
}

/** The words that a hit has; those of phrases are meant as they are. */
function wantedWords(term: Term | null): { all: string[]; expanded: string[] } {
  const all = new Set<string>();
  const expanded = new Set<string>();
  if (term !== null) {
    visitTerms(term, (inner, isNegated) => {
      if (inner.kind !== 'words' || isNegated) return;
      for (const word of inner.words) {
        all.add(word);
        if (!inner.isPhrase) expanded.add(word);
      }
    });
  }
  return { all: [...all], expanded: [...expanded] };
}
