import type { SpacesOfAccount } from '@/provider/actor';
import { dateBounds } from '@/lib/domain/query/dates';
import { inlineSmart } from '@/lib/domain/query/edit';
import { conjunctsOf, joinNodes, type Query, type QueryNode, type QuerySort } from '@/lib/domain/query/query';
import { bookmarkTiers, limitWords } from '@/lib/domain/search-terms';
import {
  hostLexeme,
  hostWordLexeme,
  splitWords,
  tagLexeme,
  typeLexeme,
  queryWords,
} from '@/lib/domain/search-words';
import { SqlParameters, type Executor } from '@/provider/db/client';
import { TermCompiler, type KnownWords } from '@/provider/modules/search/compile-term';
import { expandWords, findCollections, type CollectionNames } from '@/provider/modules/search/lookups';
import { termConjuncts, visitTerms, type Term } from '@/provider/modules/search/term';

export interface TermContext {
  now: Date;
  timeZone: string;
  names: CollectionNames;
}

/** What a query of ten thousand characters may cost: conditions beyond these are left out, as are deeper groups. */
const leavesMax = 128;
const depthMax = 24;
const phraseMax = 64;
const lexemeMax = 500;

/** The leaves of a query, as many as are regarded. */
function leavesOf(where: QueryNode | null): QueryNode[] {
  const leaves: QueryNode[] = [];
  const visit = (node: QueryNode, depth: number): void => {
    if (depth > depthMax || leaves.length >= leavesMax) return;
    if (node.kind === 'and' || node.kind === 'or') for (const inner of node.nodes) visit(inner, depth + 1);
    else if (node.kind === 'not') visit(node.node, depth + 1);
    else leaves.push(node);
  };
  if (where !== null) visit(where, 0);
  return leaves;
}

const isText = (node: QueryNode): node is Extract<QueryNode, { text: string }> => 'text' in node;

/** The conditions of a query; null where it has none, or only ones without a letter, digit or emoji. */
function buildTerm(where: QueryNode | null, context: TermContext): Term | null {
  const leaves = leavesOf(where);
  const words = limitWords(leaves.filter(isText).flatMap(({ text }) => queryWords(text)));
  return where && new TermBuilder(context, new Set(leaves), new Set(words)).build(where);
}

/** Said again, a condition is none. */
const different = (terms: readonly Term[]): Term[] => [
  ...new Map(terms.map((term) => [JSON.stringify(term), term])).values(),
];

class TermBuilder {
  constructor(
    private readonly context: TermContext,
    private readonly leaves: ReadonlySet<QueryNode>,
    private readonly words: ReadonlySet<string>,
  ) {}

  build(node: QueryNode, depth = 0): Term | null {
    if (depth > depthMax) return null;
    switch (node.kind) {
      case 'and':
      case 'or': {
        const terms = different(
          node.nodes.map((inner) => this.build(inner, depth + 1)).filter((term) => term !== null),
        );
        return terms.length > 1 ? { kind: node.kind, terms } : (terms[0] ?? null);
      }
      case 'not': {
        const term = this.build(node.node, depth + 1);
        return term && { kind: 'not', term };
      }
      default:
        return this.leaves.has(node) ? this.leaf(node) : null;
    }
  }

  private leaf(node: QueryNode): Term | null {
    switch (node.kind) {
      case 'word':
        return this.text('all', node.text, false);
      case 'phrase':
        return this.text('all', node.text, true);
      case 'title':
      case 'url':
        return this.text(node.kind, node.text, node.isPhrase);
      case 'tag':
        return this.lexeme(tagLexeme(node.name));
      case 'site':
        return this.site(node.host);
      case 'type':
        return this.lexeme(typeLexeme(node.type));
      case 'collection':
        return this.context.names.term(node.name);
      case 'is':
        return this.state(node);
      case 'visits':
        return node;
      case 'date':
      case 'dates':
        return this.date(node);
      default:
        return { kind: 'nothing' };
    }
  }

  /** `github` names a site as people do: any labels before and after it match. */
  private site(host: string): Term {
    if (/[.:]/.test(host)) return this.lexeme(hostLexeme(host));
    const labels = splitWords(host).map((word) => this.lexeme(hostWordLexeme(word)));
    return labels.length === 0 ? { kind: 'nothing' } : { kind: 'and', terms: labels };
  }

  /** A lexeme that is longer than any in the index would be refused. */
  private lexeme(lexeme: string): Term {
    return lexeme.length > lexemeMax ? { kind: 'nothing' } : { kind: 'lexeme', lexeme };
  }

  private text(field: 'all' | 'title' | 'url', text: string, isPhrase: boolean): Term | null {
    const words = queryWords(text).filter((word) => this.words.has(word));
    if (words.length === 0) return null;
    return {
      kind: 'words',
      field,
      words: isPhrase ? words.slice(0, phraseMax) : [...new Set(words)],
      isPhrase,
    };
  }

  private state({ state }: QueryNode & { kind: 'is' }): Term {
    if (state === 'public') return { kind: 'in', collectionIds: this.context.names.publicIds };
    if (state !== 'uncollected') return { kind: 'is', state };
    const collectionIds = this.context.names.defaultIds;
    const isElsewhere: Term = { kind: 'elsewhere', collectionIds };
    return {
      kind: 'and',
      terms: [
        { kind: 'in', collectionIds },
        { kind: 'not', term: isElsewhere },
      ],
    };
  }

  private date(node: QueryNode & { kind: 'date' | 'dates' }): Term {
    const { from, to, never } = dateBounds(node, this.context);
    return never ? { kind: 'never-visited' } : { kind: node.field, from, before: to };
  }
}

/**
 * What the text of a page has at least, for a bookmark that is a hit by it and not without it, as a `tsquery`. Null
 * where the query asks for no word of a page, or for one among other conditions: then no page is looked for.
 */
function pageLexemes(term: Term | null, known: KnownWords): string | null {
  const compiler = new TermCompiler(new SqlParameters(), known);
  const of = (inner: Term): string | null => {
    switch (inner.kind) {
      case 'words':
        return inner.field === 'all' ? compiler.pageLexemes(inner.words, inner.isPhrase) : null;
      case 'and': {
        const parts = inner.terms.flatMap((part) => of(part) ?? []);
        return parts.length === 0 ? null : `(${parts.join('&')})`;
      }
      case 'or': {
        const parts = inner.terms.map(of);
        return parts.includes(null) ? null : `(${parts.join('|')})`;
      }
      default:
        return null;
    }
  };
  const parts = termConjuncts(term).flatMap((part) => of(part) ?? []);
  return parts.length === 0 ? null : parts.join('&');
}

/** Names and words are looked up in its spaces. */
export interface QueryContext extends SpacesOfAccount {
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
  compiler: (parameters: SqlParameters, isByRow?: boolean) => TermCompiler;
  /**
   * The condition on `bookmarks b` for a hit of a tier or a better one; without a tier, for a hit at all. The page tier
   * needs the row `p` of `page_contents` beside it. Space and trash are the caller's business.
   */
  condition: (parameters: SqlParameters, tier?: number) => string;
}

/** Looks up what a query speaks of, in two statements, or a few more where it names smart collections. */
export async function prepareQuery(
  db: Executor,
  { accountId, spaceIds, query, within = null, widen = (node) => node, now, timeZone }: QueryContext,
): Promise<PreparedQuery> {
  const asked = joinNodes(
    'and',
    [...conjunctsOf(query.where).map(widen), within].filter((node) => node !== null),
  );
  const { where, names } = await nameCollections(db, { accountId, spaceIds }, asked);
  const context = { now, timeZone, names };
  const term = buildTerm(where, context);
  const conjuncts = conjunctsOf(query.where);
  // Smart collections are replaced by their queries, one condition by one.
  const terms = conjunctsOf(where).map((node) => buildTerm(node, context));
  const words = wantedWords(term);
  const { meant, uses, begun, kept } = await expandWords(db, spaceIds, words.expanded);
  const known = { accountId, spaceIds, meant, begun };
  const compiler = (parameters: SqlParameters, isByRow = false): TermCompiler =>
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
  db: Executor,
  spaces: SpacesOfAccount,
  asked: QueryNode | null,
): Promise<{ where: QueryNode | null; names: CollectionNames }> {
  let where = asked;
  let names = await findCollections(db, spaces, leavesOf(where));
  const seen = new Set<string>();
  for (let depth = 0; depth < smartDepth && where !== null; depth += 1) {
    if ([...names.smart.keys()].every((name) => seen.has(name))) break;
    where = inlineSmart(where, names.smart, seen);
    names = await findCollections(db, spaces, leavesOf(where));
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
