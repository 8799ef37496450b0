import { conjunctsOf } from '@/lib/domain/query/nodes';
import { printCondition, printQuery } from '@/lib/domain/query/print';
import { type Query, type QueryNode } from '@/lib/domain/query/query';

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

/** A condition of a query that stands apart from its words. */
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
