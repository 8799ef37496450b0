import type { SpacesOfAccount } from '@/provider/actor';
import { dateBounds } from '@/lib/domain/query/dates';
import { inlineSmart } from '@/lib/domain/query/edit';
import { wholeWords } from '@/lib/domain/query/parts';
import { conjunctsOf, joinNodes, type Query, type QueryNode, type QuerySort } from '@/lib/domain/query/query';
import { limitWords } from '@/lib/domain/search-terms';
import {
  hostLexeme,
  hostWordLexeme,
  otherSpellings,
  splitWords,
  tagLexeme,
  typeLexeme,
  queryWords,
} from '@/lib/domain/search-words';
import type { Executor, SqlParameters } from '@/provider/db/client';
import { TermCompiler, type CompileOptions } from '@/provider/modules/query/compile-term';
import { expandWords, findCollections, type CollectionNames } from '@/provider/modules/query/lookups';
import { termConjuncts, visitTerms, type Term } from '@/provider/modules/query/term';

export interface TermContext {
  now: Date;
  timeZone: string;
  names: CollectionNames;
}

/** Bounds for the cost of a query of ten thousand characters. Further conditions and deeper groups are ignored. */
const leavesMax = 128;
const depthMax = 24;
const phraseMax = 64;
const lexemeMax = 500;

/** Returns the leaves of a query within these bounds. */
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

/** Builds the conditions of a query; null if it has none, or only ones without a letter, digit or emoji. */
function buildTerm(where: QueryNode | null, context: TermContext): Term | null {
  const leaves = leavesOf(where);
  const words = limitWords(leaves.filter(isText).flatMap(({ text }) => queryWords(text)));
  return where && new TermBuilder(context, new Set(leaves), new Set(words)).build(where);
}

/** Removes repeated conditions. */
const uniqueTerms = (terms: readonly Term[]): Term[] => [
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
        const terms = uniqueTerms(
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
        return this.word(node.text);
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

  /** The condition for a site. A plain name such as `github` matches hosts with any labels before and after it. */
  private site(host: string): Term {
    if (/[.:]/.test(host)) return this.lexeme(hostLexeme(host));
    const labels = splitWords(host).map((word) => this.lexeme(hostWordLexeme(word)));
    return labels.length === 0 ? { kind: 'nothing' } : { kind: 'and', terms: labels };
  }

  /** The condition for a lexeme. PostgreSQL rejects a lexeme that is longer than any in the index. */
  private lexeme(lexeme: string): Term {
    return lexeme.length > lexemeMax ? { kind: 'nothing' } : { kind: 'lexeme', lexeme };
  }

  /** The words as typed, or another spelling of them: `e-mail` is `email` too. */
  private word(typed: string): Term | null {
    const term = this.text('all', typed, false);
    const others = otherSpellings(typed).map((words): Term => ({
      kind: 'words',
      field: 'all',
      words,
      isPhrase: false,
    }));
    return term === null || others.length === 0 ? term : { kind: 'or', terms: [term, ...others] };
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

/** A query and the account and spaces in which its names and words are looked up. */
export interface QueryContext extends SpacesOfAccount {
  query: Query;
  /** An additional condition, not described in the response: the query of the smart collection that is searched. */
  within?: QueryNode | null | undefined;
  /** Whether encrypted bookmarks never match. Not a node of the query, whose conditions are limited in number. */
  onlyReadable?: boolean | undefined;
  /** Replaces a condition by one that matches more. */
  widen?: ((node: QueryNode) => QueryNode) | undefined;
  now: Date;
  timeZone: string;
}

/** A condition of the query and its term. */
export interface QueryPart {
  readonly node: QueryNode;
  readonly term: Term | null;
}

/** A query with its words, names and dates resolved for one account at one time. */
export interface PreparedQuery {
  readonly query: Query;
  /** Its conditions, with the names of smart collections replaced by their queries. */
  readonly where: QueryNode | null;
  /** The condition of a hit; null if every bookmark matches. */
  readonly term: Term | null;
  /** Each searched word, folded, the words of the library that it may stand for, and whether it matches only itself. */
  readonly words: readonly { text: string; found: string[]; isWhole: boolean }[];
  /** Whether hits can differ in rank. */
  readonly hasWords: boolean;
  readonly sort: QuerySort | null;
  readonly limit: number | null;
  readonly isWithin: boolean;
  /** The conditions of the query, all of which have to be fulfilled. */
  readonly parts: readonly QueryPart[];
  /** Additional conditions, from `within` of the context. */
  readonly within: readonly Term[];
  /** Whether the query has conditions but nothing that can be searched, such as `"!"`. */
  readonly isEmpty: boolean;
  compiler: (parameters: SqlParameters, options?: CompileOptions) => TermCompiler;
  /** The condition of a hit on `bookmarks b`, without page texts. The caller adds those for space and trash. */
  condition: (parameters: SqlParameters) => string;
}

/** Resolves the names and words of a query in two statements, or a few more if it names smart collections. */
export async function prepareQuery(
  db: Executor,
  {
    accountId,
    spaceIds,
    query,
    within = null,
    onlyReadable = false,
    widen = (node) => node,
    now,
    timeZone,
  }: QueryContext,
): Promise<PreparedQuery> {
  const requested = joinNodes(
    'and',
    [...conjunctsOf(query.where).map(widen), within].filter((node) => node !== null),
  );
  const { where, names } = await resolveCollections(db, { accountId, spaceIds }, requested);
  const context = { now, timeZone, names };
  const requestedTerm = buildTerm(where, context);
  const added = onlyReadable ? [isReadable] : [];
  const term = withTerms(requestedTerm, added);
  const conjuncts = conjunctsOf(query.where);
  // Each smart collection is replaced by exactly one condition, so the positions match.
  const terms = conjunctsOf(where).map((node) => buildTerm(node, context));
  const words = searchedWords(term);
  const whole = new Set([...wholeWords(query.where), ...wholeWords(within)]);
  const expanded = words.expanded.filter((word) => !whole.has(word));
  const { expansions, completions } = await expandWords(db, spaceIds, expanded);
  const known = { accountId, spaceIds, expansions, completions, whole };
  const compiler = (parameters: SqlParameters, options?: CompileOptions): TermCompiler =>
    new TermCompiler(parameters, known, options);
  return {
    query,
    where,
    term,
    words: words.all.map((text) => ({
      text,
      found: expansions.get(text) ?? [],
      isWhole: whole.has(text),
    })),
    hasWords: words.all.length > 0,
    sort: query.sort,
    limit: query.limit,
    isWithin: within !== null,
    parts: conjuncts.map((node, place) => ({ node, term: terms[place] ?? null })),
    within: [...terms.slice(conjuncts.length).filter((inner) => inner !== null), ...added],
    isEmpty: query.where !== null && requestedTerm === null,
    compiler,
    condition: (parameters) => (term === null ? 'true' : compiler(parameters).condition(term)),
  };
}

const isReadable: Term = { kind: 'not', term: { kind: 'is', state: 'encrypted' } };

/** Adds conditions to a term. */
const withTerms = (term: Term | null, added: readonly Term[]): Term | null =>
  added.length === 0 ? term : { kind: 'and', terms: [...termConjuncts(term), ...added] };

/** Maximum nesting of smart collections that name smart collections. */
const smartDepth = 3;

async function resolveCollections(
  db: Executor,
  spaces: SpacesOfAccount,
  requested: QueryNode | null,
): Promise<{ where: QueryNode | null; names: CollectionNames }> {
  let where = requested;
  let names = await findCollections(db, spaces, leavesOf(where));
  const seen = new Set<string>();
  for (let depth = 0; depth < smartDepth && where !== null; depth += 1) {
    if ([...names.smart.keys()].every((name) => seen.has(name))) break;
    where = inlineSmart(where, names.smart, seen);
    names = await findCollections(db, spaces, leavesOf(where));
  }
  return { where, names };
}

/** Words that a hit must contain, and those of them that are expanded: words of phrases are not. */
function searchedWords(term: Term | null): { all: string[]; expanded: string[] } {
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
