/**
 * A parsed search: the grammar of docs/search.md as data. The service translates it to SQL, the browser applies it to
 * bookmarks that only it can read, and a smart collection stores its printed form.
 */
export interface Query {
  /** Conditions of a bookmark; null matches all bookmarks. */
  readonly where: QueryNode | null;
  /** Null sorts by relevance, or by date if the query has no words. */
  readonly sort: QuerySort | null;
  /** Maximum number of results; null for all. */
  readonly limit: number | null;
}

export type QueryNode =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly QueryNode[] }
  | { readonly kind: 'not'; readonly node: QueryNode }
  /** One word as typed. It may be split into several (`foo-bar`), all of which must match. */
  | { readonly kind: 'word'; readonly text: string }
  /** Adjacent words in this order. */
  | { readonly kind: 'phrase'; readonly text: string }
  /** A word or phrase in this field only. */
  | { readonly kind: 'title' | 'url'; readonly text: string; readonly isPhrase: boolean }
  /** A complete tag, by name. */
  | { readonly kind: 'tag'; readonly name: string }
  /** A collection by name, ignoring case and accents; a nonexistent one is empty. */
  | { readonly kind: 'collection'; readonly name: string }
  /** A host and its subdomains, without `www.`; without a dot, every host with this label. */
  | { readonly kind: 'site'; readonly host: string }
  | { readonly kind: 'is'; readonly state: QueryState }
  | { readonly kind: 'type'; readonly type: BookmarkType }
  | { readonly kind: 'date'; readonly field: DateField; readonly op: DateOp; readonly value: DateTerm }
  /** From the start of one to the end of the other. */
  | { readonly kind: 'dates'; readonly field: DateField; readonly from: DateTerm; readonly to: DateTerm }
  | { readonly kind: 'visits'; readonly op: DateOp; readonly count: number };

export const queryStates = [
  'favorite',
  'highlighted',
  'later',
  'read',
  'annotated',
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
/** `visited` sorts by the last visit, `visits` by the number of visits, both descending. */
export type QuerySort = (typeof querySorts)[number];

/** Named spans: see {@link DateTerm}. */
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
 * A time span in canonical form: `2024`, `2024-03`, `2024-03-05`; `today`, `yesterday`, `this-week`, `last-week`,
 * `this-month`, `last-month`, `this-year`, `last-year`; `30d`, `2w`, `6m`, `1y` for the time since then; `never`, for
 * visits only. Weeks begin on Monday. Its instants depend on the current day and the time zone.
 */
export type DateTerm = string;

export type GroupNode = Extract<QueryNode, { nodes: unknown }>;
/** A condition on a single bookmark. */
export type Condition = Exclude<QueryNode, GroupNode | { kind: 'not' }>;

export const isGroup = (node: QueryNode): node is GroupNode => node.kind === 'and' || node.kind === 'or';

/** Joins nodes with `and` or `or`: null for none, the node itself for one, without redundant levels. */
export function joinNodes(kind: 'and' | 'or', nodes: readonly QueryNode[]): QueryNode | null {
  const flat = nodes.flatMap((node) => (node.kind === kind ? node.nodes : [node]));
  return flat.length > 1 ? { kind, nodes: flat } : (flat[0] ?? null);
}

export const negateNode = (node: QueryNode): QueryNode =>
  node.kind === 'not' ? node.node : { kind: 'not', node };

/** Simplifies a node: removes empty groups, groups of one, groups in groups of the same kind, and double negations. */
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

/** Whether a node requires a visit: `-visited:never`, or `that I read` in a question. */
export const isVisited = (node: QueryNode): boolean =>
  node.kind === 'not' && node.node.kind === 'date' && node.node.value === 'never';

/** Returns the conditions that must all match, including words; the index of a chip refers to this list. */
export const conjunctsOf = (where: QueryNode | null): readonly QueryNode[] =>
  where === null ? [] : where.kind === 'and' ? where.nodes : [where];

/** Whether a node searches for words, so that hits can have different ranks. */
export const hasWords = (node: QueryNode, isNegated = false): boolean => {
  if (node.kind === 'not') return hasWords(node.node, !isNegated);
  if (isGroup(node)) return node.nodes.some((inner) => hasWords(inner, isNegated));
  return 'text' in node && !isNegated;
};
