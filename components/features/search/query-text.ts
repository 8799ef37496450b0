import type { SearchResult } from '@/lib/contract/search';
import {
  chipsOf,
  replaceCondition,
  withCondition,
  withLimit,
  withoutCondition,
  withSort,
  type QueryChip,
} from '@/lib/domain/query/edit';
import { conjunctsOf, joinNodes, negateNode, type QueryNode, type QuerySort } from '@/lib/domain/query/query';
import { parseQuery } from '@/lib/domain/query/parse';
import { printQuery } from '@/lib/domain/query/print';

const isWords = ({ kind }: QueryNode): boolean => kind === 'word' || kind === 'phrase';
const fieldOf = (node: QueryNode): string => (node.kind === 'not' ? fieldOf(node.node) : node.kind);

/** Returns a condition in the search grammar. */
export const conditionText = (where: QueryNode): string => printQuery({ where, sort: null, limit: null });

/** Returns the condition without its negation, and whether it is negated. */
export const bareNode = (node: QueryNode) =>
  node.kind === 'not' ? { bare: node.node, isNegated: true } : { bare: node, isNegated: false };

/** Returns editing functions for a query: each returns the text of the changed query. */
export function editedQuery(text: string) {
  const { query } = parseQuery(text);
  const nodes = conjunctsOf(query.where);
  let printed: readonly string[] | undefined;
  const keep = (isKept: (node: QueryNode) => boolean, rest: Partial<typeof query> = {}) =>
    printQuery({ ...query, ...rest, where: joinNodes('and', nodes.filter(isKept)) });
  return {
    sort: query.sort,
    /** In the order of the service's response. */
    chips: chipsOf(query),
    words: () => nodes.filter(isWords).map(conditionText).join(' '),
    with: (node: QueryNode) => withCondition(text, node),
    withSort: (sort: QuerySort | null) => withSort(text, sort),
    withoutChip: (chip: QueryChip) => {
      if (chip.index !== null) return withoutCondition(text, chip.index);
      return chip.field === 'sort' ? withSort(text, null) : withLimit(text, null);
    },
    withoutAt: (index: number) => withoutCondition(text, index),
    withoutWords: () => keep((node) => !isWords(node)),
    /** Without the conditions of a field; if none is given, only the words remain. */
    without: (field?: string) =>
      field === undefined
        ? keep(isWords, { sort: null, limit: null })
        : keep((node) => fieldOf(node) !== field),
    /** With a condition replaced by another one. */
    replaced: ({ index }: QueryChip, node: QueryNode, isNegated: boolean) =>
      index === null ? text : replaceCondition(text, index, isNegated ? negateNode(node) : node),
    /** Returns the index of a condition; -1 if it is not in the query. */
    placeOf: (node: QueryNode): number => {
      printed ??= nodes.map(conditionText);
      return printed.indexOf(conditionText(node));
    },
  };
}

/** Whether the interpretation of a text has conditions that were not written in the grammar. */
export const isInterpreted = (text: string, { chips }: Pick<SearchResult['query'], 'chips'>): boolean =>
  chips.length > chipsOf(parseQuery(text).query).length;

/** Whether a search excludes bookmarks: the other conditions are dropped if nothing matches them. */
export const hasExclusion = ({ chips }: Pick<SearchResult['query'], 'chips'>): boolean =>
  chips.some(({ op }) => op.startsWith('-'));

export type EditedQuery = ReturnType<typeof editedQuery>;
