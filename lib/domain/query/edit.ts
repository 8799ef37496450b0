import { parseQuery } from '@/lib/domain/query/parse';
import { printCondition, printQuery } from '@/lib/domain/query/print';
import { conjunctsOf, joinNodes, type Query, type QueryNode, type QuerySort } from '@/lib/domain/query/query';
import { queryWords } from '@/lib/domain/search-words';

const noOrder = { sort: null, limit: null } as const;
const printNode = (where: QueryNode): string => printQuery({ where, ...noOrder });

/** Whether a node is a symbol without letters or digits, which has no effect in a query. */
const isSymbol = (node: QueryNode): boolean => node.kind === 'word' && queryWords(node.text).length === 0;

const edited = (query: Query, conjuncts: readonly QueryNode[]): string =>
  printQuery({ ...query, where: joinNodes('and', conjuncts) });

/** Adds a condition to a query unless it is already present. */
export function withCondition(text: string, node: QueryNode): string {
  const { query } = parseQuery(text);
  const added = printNode(node);
  const conjuncts = conjunctsOf(query.where).filter((one) => !isSymbol(one));
  return edited(query, conjuncts.some((one) => printNode(one) === added) ? conjuncts : [...conjuncts, node]);
}

/** Removes a condition from a query; unchanged if there is no such condition. */
export function withoutCondition(text: string, index: number): string {
  const { query } = parseQuery(text);
  const conjuncts = conjunctsOf(query.where);
  return conjuncts[index] === undefined ? text : edited(query, conjuncts.toSpliced(index, 1));
}

export function replaceCondition(text: string, index: number, node: QueryNode): string {
  const { query } = parseQuery(text);
  const conjuncts = conjunctsOf(query.where);
  return conjuncts[index] === undefined ? text : edited(query, conjuncts.with(index, node));
}

export const withSort = (text: string, sort: QuerySort | null): string =>
  printQuery({ ...parseQuery(text).query, sort });

export const withLimit = (text: string, limit: number | null): string =>
  printQuery({ ...parseQuery(text).query, limit });

/** Whether a text contains more than plain words. */
export function hasOperators(text: string): boolean {
  const { query } = parseQuery(text);
  return (
    query.sort !== null ||
    query.limit !== null ||
    conjunctsOf(query.where).some((node) => node.kind !== 'word')
  );
}

export type ChipField =
  | 'tag'
  | 'collection'
  | 'site'
  | 'is'
  | 'type'
  | 'created'
  | 'visited'
  | 'title'
  | 'url'
  | 'visits'
  | 'sort'
  | 'limit'
  | 'group';

/** A query condition other than a word, shown as a chip. */
export interface QueryChip {
  /** Index among the conditions of the query; null for sort order and limit. */
  readonly index: number | null;
  /** `group` is a condition without a field: alternatives or negated words, as text. */
  readonly field: ChipField;
  /** `=`, `>`, `>=`, `<`, `<=` or `..`, with a leading dash if negated. */
  readonly op: string;
  readonly value: string;
  readonly node: QueryNode | null;
}

/** Returns all conditions except words and phrases, in text order. */
export function chipsOf({ where, sort, limit }: Query): QueryChip[] {
  const chips = conjunctsOf(where).flatMap((node, index): QueryChip[] =>
    node.kind === 'word' || node.kind === 'phrase' ? [] : [{ index, node, ...describe(node) }],
  );
  if (sort !== null) chips.push({ index: null, node: null, field: 'sort', op: '=', value: sort });
  if (limit !== null) chips.push({ index: null, node: null, field: 'limit', op: '=', value: String(limit) });
  return chips;
}

type ChipText = Pick<QueryChip, 'field' | 'op' | 'value'>;

function describe(node: QueryNode): ChipText {
  switch (node.kind) {
    case 'not': {
      const inner = describe(node.node);
      return { ...inner, op: `-${inner.op}` };
    }
    case 'and':
    case 'or':
      return { field: 'group', op: '=', value: printQuery({ where: node, sort: null, limit: null }) };
    case 'word':
    case 'phrase':
      return { field: 'group', op: '=', value: printCondition(node) };
    case 'tag':
    case 'collection':
      return { field: node.kind, op: '=', value: node.name };
    case 'site':
      return { field: 'site', op: '=', value: node.host };
    case 'is':
      return { field: 'is', op: '=', value: node.state };
    case 'type':
      return { field: 'type', op: '=', value: node.type };
    case 'title':
    case 'url':
      return { field: node.kind, op: '=', value: node.text };
    case 'date':
      return { field: node.field, op: node.op, value: node.value };
    case 'dates':
      return { field: node.field, op: '..', value: `${node.from}..${node.to}` };
    case 'visits':
      return { field: 'visits', op: node.op, value: String(node.count) };
  }
}

/**
 * Replaces smart collections in a query with their queries. To break cycles, names in `seen` are not replaced; such a
 * collection contains no bookmarks.
 */
export function inlineSmart(
  where: QueryNode,
  smart: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
): QueryNode {
  const found = (name: string): readonly string[] => (seen.has(name) ? [] : (smart.get(name) ?? []));
  const visit = (node: QueryNode): QueryNode => {
    if (node.kind === 'and' || node.kind === 'or') return { kind: node.kind, nodes: node.nodes.map(visit) };
    if (node.kind === 'not') return { kind: 'not', node: visit(node.node) };
    if (node.kind !== 'collection') return node;
    const matching = found(node.name).flatMap((query) => parseQuery(query).query.where ?? []);
    return matching.length === 0 ? node : (joinNodes('or', [node, ...matching]) ?? node);
  };
  const inlined = visit(where);
  for (const name of smart.keys()) seen.add(name);
  return inlined;
}
