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

/** A condition as the grammar writes it. */
export const conditionText = (where: QueryNode): string => printQuery({ where, sort: null, limit: null });

/** The condition without its negation, and whether it is negated. */
export const bareNode = (node: QueryNode) =>
  node.kind === 'not' ? { bare: node.node, isNegated: true } : { bare: node, isNegated: false };

/** A query as it is edited by choices: each change answers the text of the changed query. */
export function editedQuery(text: string) {
  const { query } = parseQuery(text);
  const nodes = conjunctsOf(query.where);
  let printed: readonly string[] | undefined;
  const keep = (isKept: (node: QueryNode) => boolean, rest: Partial<typeof query> = {}) =>
    printQuery({ ...query, ...rest, where: joinNodes('and', nodes.filter(isKept)) });
  return {
    sort: query.sort,
    /** In the order in which the service answers them. */
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
    /** Without the conditions of a field; where none is named, the words alone. */
    without: (field?: string) =>
      field === undefined
        ? keep(isWords, { sort: null, limit: null })
        : keep((node) => fieldOf(node) !== field),
    /** With another condition in the place of one. */
    replaced: ({ index }: QueryChip, node: QueryNode, isNegated: boolean) =>
      index === null ? text : replaceCondition(text, index, isNegated ? negateNode(node) : node),
    /** Where a condition stands; -1 where it does not. */
    placeOf: (node: QueryNode): number => {
      printed ??= nodes.map(conditionText);
      return printed.indexOf(conditionText(node));
    },
    /** Where the one condition stands that another query leaves out; -1 where more is different. */
    placeOfDropped: (other: string): number =>
      nodes.findIndex(
        (_, index) => printQuery({ ...query, where: joinNodes('and', nodes.toSpliced(index, 1)) }) === other,
      ),
    textAt: (index: number): string =>
      nodes
        .slice(index, index + 1)
        .map(conditionText)
        .join(),
  };
}

/** The one condition that a suggested query leaves out, as its chip says it; null where more is different. */
export function droppedCondition(
  { text, chips }: Pick<SearchResult['query'], 'text' | 'chips'>,
  suggestion: string,
): string | null {
  const query = editedQuery(text);
  const index = query.placeOfDropped(suggestion);
  if (index === -1) return null;
  const place = query.chips.findIndex((chip) => chip.index === index);
  return chips[place]?.label ?? query.textAt(index);
}

export type EditedQuery = ReturnType<typeof editedQuery>;
