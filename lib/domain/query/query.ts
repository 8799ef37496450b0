/**
 * What a search means, once it is read: the grammar of docs/search.md as data. The service turns it into SQL, the
 * browser applies it to bookmarks that only it can read, and a smart collection keeps it printed.
 */
export interface Query {
  /** What a bookmark has to fulfil; null lets every one through. */
  readonly where: QueryNode | null;
  /** Null is the order by relevance, or by date where there is no word to be relevant to. */
  readonly sort: QuerySort | null;
  /** At most so many; null for all. */
  readonly limit: number | null;
}

export type QueryNode =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly QueryNode[] }
  | { readonly kind: 'not'; readonly node: QueryNode }
  /** One word as it was typed. It may fold to several (`foo-bar`), all of which are meant. */
  | { readonly kind: 'word'; readonly text: string }
  /** Words in this order, next to each other. */
  | { readonly kind: 'phrase'; readonly text: string }
  /** A word, or a phrase, in this field only. */
  | { readonly kind: 'title' | 'url'; readonly text: string; readonly isPhrase: boolean }
  /** A whole tag, by name. */
  | { readonly kind: 'tag'; readonly name: string }
  /** A collection by name, case and accents folded; one that does not exist holds nothing. */
  | { readonly kind: 'collection'; readonly name: string }
  /** A host and all hosts below it, without `www.`; without a dot, every host that has this name in it. */
  | { readonly kind: 'site'; readonly host: string }
  | { readonly kind: 'is'; readonly state: QueryState }
  | { readonly kind: 'type'; readonly type: BookmarkType }
  | { readonly kind: 'date'; readonly field: DateField; readonly op: DateOp; readonly value: DateTerm }
  /** From the beginning of one to the end of the other. */
  | { readonly kind: 'dates'; readonly field: DateField; readonly from: DateTerm; readonly to: DateTerm }
  | { readonly kind: 'visits'; readonly op: DateOp; readonly count: number };

export const queryStates = [
  'favorite',
  'highlighted',
  'encrypted',
  'public',
  'untagged',
  'uncollected',
  'duplicate',
  'broken',
] as const;
export type QueryState = (typeof queryStates)[number];

export const bookmarkTypes = ['video', 'docs', 'code', 'article', 'pdf', 'image', 'audio', 'social'] as const;
export type BookmarkType = (typeof bookmarkTypes)[number];

export const querySorts = ['relevance', 'newest', 'oldest', 'title', 'visited', 'visits'] as const;
/** `visited` is the last visit first, `visits` the most visited. */
export type QuerySort = (typeof querySorts)[number];

/** Spans that have a name: see {@link DateTerm}. */
export const namedSpans = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
  'last-year',
] as const;

export type DateField = 'created' | 'visited';
export type DateOp = '=' | '>' | '>=' | '<' | '<=';

/**
 * A span of time in its one spelling: `2024`, `2024-03`, `2024-03-05`; `today`, `yesterday`, `this-week`, `last-week`,
 * `this-month`, `last-month`, `this-year`, `last-year`; `30d`, `2w`, `6m`, `1y` for the time since then; `never`, of
 * visits only. Weeks begin on Monday. What it means in instants depends on today and on the time zone.
 */
export type DateTerm = string;

export type GroupNode = Extract<QueryNode, { nodes: unknown }>;
/** What is asked of a bookmark itself. */
export type Condition = Exclude<QueryNode, GroupNode | { kind: 'not' }>;

export const isGroup = (node: QueryNode): node is GroupNode => node.kind === 'and' || node.kind === 'or';

/** All of the nodes, or one of them: null for none, the node itself for one, without levels that mean nothing. */
export function joinNodes(kind: 'and' | 'or', nodes: readonly QueryNode[]): QueryNode | null {
  const flat = nodes.flatMap((node) => (node.kind === kind ? node.nodes : [node]));
  return flat.length > 1 ? { kind, nodes: flat } : (flat[0] ?? null);
}

export const negateNode = (node: QueryNode): QueryNode =>
  node.kind === 'not' ? node.node : { kind: 'not', node };

/** The same meaning without empty groups, groups of one, groups in groups of their kind, and double negations. */
export function simplifyNode(node: QueryNode): QueryNode | null {
  if (node.kind === 'not') {
    const inner = simplifyNode(node.node);
    return inner && negateNode(inner);
  }
  if (!isGroup(node)) return node;
  return joinNodes(
    node.kind,
    node.nodes.map(simplifyNode).filter((inner) => inner !== null),
  );
}

/** The conditions that all have to be fulfilled, words among them: what the index of a chip counts. */
export const conjunctsOf = (where: QueryNode | null): readonly QueryNode[] =>
  where === null ? [] : where.kind === 'and' ? where.nodes : [where];

/** Whether it looks for words, so that a bookmark can answer better than another. */
export const hasWords = (node: QueryNode, isNegated = false): boolean => {
  if (node.kind === 'not') return hasWords(node.node, !isNegated);
  if (isGroup(node)) return node.nodes.some((inner) => hasWords(inner, isNegated));
  return 'text' in node && !isNegated;
};
