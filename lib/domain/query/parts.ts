import { isFunctionWord } from '@/lib/domain/query/common-words';
import { conjunctsOf, isGroup, joinNodes, type Query, type QueryNode } from '@/lib/domain/query/query';
import { queryWords } from '@/lib/domain/search-words';

const isText = (node: QueryNode): boolean => node.kind === 'word' || node.kind === 'phrase';
const isTextGroup = (node: QueryNode): boolean => isGroup(node) && node.nodes.every(isText);

/** Whether a node ranks hits: words, phrases and alternatives of them. All other nodes are conditions. */
export const isRanking = (node: QueryNode): boolean =>
  isText(node) || (node.kind === 'or' && node.nodes.every((inner) => isText(inner) || isTextGroup(inner)));

/** Whether a node excludes bookmarks, which is never dropped. A negated date ("not visited for a year") may be. */
export const isExclusion = (node: QueryNode): boolean =>
  node.kind === 'not' && node.node.kind !== 'date' && node.node.kind !== 'dates';

/** Returns the query without some of its conditions. */
export const withoutNodes = (query: Query, dropped: readonly QueryNode[]): Query => ({
  ...query,
  where: joinNodes(
    'and',
    conjunctsOf(query.where).filter((node) => !dropped.includes(node)),
  ),
});

const capitals = /^\p{Lu}{1,3}$/u;

/** English always writes `I` in capitals, and the first word of a sentence may be `A`, `E` or `O`. */
const isName = (text: string, place: number): boolean =>
  capitals.test(text) && text !== 'I' && (place > 0 || text.length > 1);

/**
 * Returns the words of a query that need not match, because they only connect others: none if all of them do, since the
 * words are then what is searched (`the who`). In capitals they are names: `IT`, `US`, `R`.
 */
export function optionalNodes(query: Query): QueryNode[] {
  const ranking = conjunctsOf(query.where).filter(isRanking);
  const texts = ranking.flatMap((node) => (node.kind === 'word' ? [node] : []));
  const isTypedInCapitals = texts.every(({ text }) => text === text.toUpperCase());
  const optional = texts.filter(
    ({ text }, place) =>
      (isTypedInCapitals || !isName(text, place)) && queryWords(text).every((word) => isFunctionWord(word)),
  );
  return optional.length < ranking.length ? optional : [];
}

/**
 * Returns the words of a query that match only themselves: those that only connect others, if it has several and no
 * other words. Their longer and other forms are noise: `how to` must not find `show tools`.
 */
export function wholeWords(where: QueryNode | null): ReadonlySet<string> {
  const ranking = conjunctsOf(where).filter(isRanking);
  const words = ranking.flatMap((node) => (node.kind === 'word' ? queryWords(node.text) : []));
  const isWhole = words.length > 1 && ranking.every(({ kind }) => kind === 'word');
  return new Set(isWhole && words.every((word) => isFunctionWord(word)) ? words : []);
}
