import { joinNodes, negateNode, queryStates, type QueryState } from '@/lib/domain/query/query';
import type { LibraryWords } from '@/provider/modules/ask/library-words';
import type { Names } from '@/provider/modules/ask/names';
import type { Language, Phrases } from '@/provider/modules/ask/language';
import { expand, inAll, joinPhrases } from '@/provider/modules/ask/phrases';
import { pattern, type Found, type Item, type TokenList } from '@/provider/modules/ask/tokens';

const is = (state: QueryState): Item => ({ kind: 'is', node: { kind: 'is', state } });

/** Before a state that is no part of a name, and before one that follows its topic: `links about css that no longer work`. */
const before = expand('(?<=(?:^|,|>| (?:{anyNoun}|{beforeState})) )');
const afterTopic = expand('(?<= {anyNoun}(?: [^ ,<>]+){1,4} )(?=(?:that|which|que) )');
const after = expand('(?= (?:<|,|$|(?:{anyNoun}|{connector}) ))');

interface StateRule {
  state: QueryState;
  rule: RegExp;
}

const rulesOf = (
  read: (language: Language) => Partial<Record<QueryState, Phrases>>,
  rules: (phrases: string, state: QueryState) => readonly string[],
): StateRule[] =>
  queryStates.flatMap((state) => {
    const phrases = inAll((language) => read(language)[state]);
    return phrases.length === 0
      ? []
      : rules(joinPhrases(phrases), state).map((source) => ({ state, rule: pattern(source) }));
  });

/** States that are excluded. */
const excludedRules = rulesOf(
  (language) => language.notState,
  (phrases) => [phrases],
);
const phraseRules: readonly StateRule[] = [
  ...rulesOf(
    (language) => language.state,
    (phrases) => [phrases],
  ),
  ...rulesOf(
    (language) => language.stateOfPage,
    (phrases) => [`(?:${before}|${afterTopic})${phrases}`],
  ),
];
const adjectiveRules = rulesOf(
  (language) => language.adjective,
  (phrases) => [
    expand(`(?:(?:my|the|os|as|meus|minhas) )?${phrases}{beforeNoun}`),
    `${before}${phrases}${after}`,
  ],
);

/** Before any noun, `favorite` is the state or a word of its name (`favorite recipe`); other states are words. */
const favoriteNoun = pattern('(?:my |(?<=(?:^|,|>) ))(?:favou?rite)(?= [^ <,]+ )');

const determiners = new Set(['my', 'the', 'os', 'as', 'meus', 'minhas']);

/**
 * Finds states of a bookmark. What a tag, a collection or a title is called is words, by which it is found. In the
 * Portuguese interface `favoritos` are all bookmarks; it is the state if there are favorites.
 */
export function findStates(list: TokenList, names: Names, { titles, hasFavorites }: LibraryWords): void {
  const found =
    (state: QueryState) =>
    ({ all }: Found): Item => {
      const tokens = all.filter(({ sign }) => !determiners.has(sign));
      const name = tokens.map(({ sign }) => sign).join(' ');
      if (name === 'favoritos' && !hasFavorites) return { kind: 'gap' };
      const isName = titles.has(name) || (names.tag(name, '') ?? names.collection(name, '')) !== null;
      const words = isName
        ? joinNodes(
            'and',
            tokens.map(({ text }) => ({ kind: 'word', text })),
          )
        : null;
      return words === null ? is(state) : { kind: 'op', node: words };
    };
  for (const { rule, state } of phraseRules) list.rewrite(rule, found(state));
  for (const { rule, state } of excludedRules)
    list.rewrite(rule, () => ({ kind: 'not', node: negateNode({ kind: 'is', state }) }));
  for (const { rule, state } of adjectiveRules) list.rewrite(rule, found(state));
  list.rewrite(favoriteNoun, (match) => {
    const item = found('favorite')(match);
    return item.kind === 'is' ? { ...item, isSoft: true } : item;
  });
}
