import { parseQuery } from '@/lib/domain/query/parse';
import { printCondition, printQuery } from '@/lib/domain/query/print';
import { conjunctsOf, joinNodes, type Query, type QueryNode, type QuerySort } from '@/lib/domain/query/query';
import { queryWords } from '@/lib/domain/search-words';

const noOrder = { sort: null, limit: null } as const;
const printNode = (where: QueryNode): string => printQuery({ where, ...noOrder });

/** A sign that was typed where nothing else was. */
const isSign = (node: QueryNode): boolean => node.kind === 'word' && queryWords(node.text).length === 0;

const edited = (query: Query, conjuncts: readonly QueryNode[]): string =>
  printQuery({ ...query, where: joinNodes('and', conjuncts) });

/** The query narrowed by one more condition; one that it has already is not repeated. */
export function withCondition(text: string, node: QueryNode): string {
  const { query } = parseQuery(text);
  const added = printNode(node);
  const conjuncts = conjunctsOf(query.where).filter((one) => !isSign(one));
  return edited(query, conjuncts.some((one) => printNode(one) === added) ? conjuncts : [...conjuncts, node]);
}

/** The query without one of its conditions; as it was where there is no such condition. */
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

/** Whether a text says more than the plain words in it. */
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

/** A condition of a query besides its words. */
export interface QueryChip {
  /** Its place among the conditions of the query; null of the order and the number. */
  readonly index: number | null;
  /** `group` is what has no field: alternatives, or words that must not be there, as text. */
  readonly field: ChipField;
  /** `=`, `>`, `>=`, `<`, `<=` or `..`, after a dash where it is negated. */
  readonly op: string;
  readonly value: string;
  readonly node: QueryNode | null;
}

/** All conditions but the words and phrases that are looked for, in the order of the text. */
export function chipsOf({ where, sort, limit }: Query): QueryChip[] {
  const chips = conjunctsOf(where).flatMap((node, index): QueryChip[] =>
    node.kind === 'word' || node.kind === 'phrase' ? [] : [{ index, node, ...describe(node) }],
  );
  if (sort !== null) chips.push({ index: null, node: null, field: 'sort', op: '=', value: sort });
  if (limit !== null) chips.push({ index: null, node: null, field: 'limit', op: '=', value: String(limit) });
  return chips;
}

type Described = Pick<QueryChip, 'field' | 'op' | 'value'>;

function describe(node: QueryNode): Described {
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
 * Puts in the place of smart collections that a query names their queries. A collection that leads back to itself
 * matches nothing by that: names in `seen` stay what they are, and such a collection holds no bookmark.
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
