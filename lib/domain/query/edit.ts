import { conjunctsOf, joinNodes } from '@/lib/domain/query/nodes';
import { parseQuery } from '@/lib/domain/query/parse';
import { printQuery } from '@/lib/domain/query/print';
import { type Query, type QueryNode, type QuerySort } from '@/lib/domain/query/query';
import { queryWords } from '@/lib/domain/query/query-words';

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
