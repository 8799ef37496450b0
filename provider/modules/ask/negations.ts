import { negateNode, type QueryNode } from '@/lib/domain/query/query';
import { asksForInstructions } from '@/provider/modules/ask/fillers';
import type { Names } from '@/provider/modules/ask/names';
import { expand, slot } from '@/provider/modules/ask/phrases';
import { pattern, type Token, type Found, type Item, type TokenList } from '@/provider/modules/ask/tokens';

const thing = '<(?:site|type|tag|in|is|language|phrase|title)>';
const determiners = '(?:{determiner} )*';
const negated = pattern(
  expand(`{not} ${determiners}(?<x>${thing}|<visit>)|{not} ${determiners}{noun} (?<x><is>)`),
);
// In Portuguese, it does not mean `in the` before a plural; `docs` is also a singular name.
const noTypes = pattern('no (?<x><(?:type|is)>)');
const isPlural = (token: Token | null): boolean =>
  token?.item?.kind === 'type' && /s$(?<!docs)/.test(token.words.at(-1)?.sign ?? '');
const further = pattern(expand(`(?<first><not>)(?: (?:{or}|{and}|,))+ ${determiners}(?<next>${thing})`));
const either = pattern(
  expand('(?<first><(?<name>type|site|in)>)(?: (?:{and}|,))+ [the|o|a|do|da|from] (?<next><\\k<name>>)'),
);

const few = '(?<x>[^ ,<>]+(?: (?!{connector} )[^ ,<>]+){0,2})';
const certainNegation = pattern(`${slot(({ negation }) => negation.sure)} ${expand(determiners + few)}`);
const noWords = pattern(expand(`(?<=, )no ${determiners}${few}`));
// `Without X` often describes what the page is about; after an auxiliary verb, `not` belongs to the verb.
const possibleNegation = pattern(
  `(?<=[^ ] )(?:(?<= (?:that|which) (?:is|are|was|were) )|${expand('(?<! {auxiliary} )')})${slot(({ negation }) => negation.possible)} ${expand(`${determiners}(?<x>[^ ,<>]+)`)}`,
);

const nodeOf = (token: Token | null): QueryNode | null =>
  token?.item && 'node' in token.item ? token.item.node : null;
const notItem = (node: QueryNode | null): Item | null => node && { kind: 'not', node: negateNode(node) };

const negateAll = (tokens: readonly Token[]): Item | null => {
  const nodes = tokens.map(({ text }): QueryNode => ({ kind: 'word', text }));
  const [only] = nodes;
  if (!only) return null;
  return notItem(nodes.length === 1 ? only : { kind: 'and', nodes });
};

const lastOf = (node: QueryNode): QueryNode | undefined => (node.kind === 'and' ? node.nodes.at(-1) : node);

/** Extends a negation by `nor Vimeo`, of the same kind only: `not from Medium and tagged css` keeps its tag. */
function extendNegation(found: Found): Item | null {
  const [first, next] = [nodeOf(found.token('first')), nodeOf(found.token('next'))];
  const last = first && lastOf(first);
  if (!first || !next || last?.kind !== 'not' || last.node.kind !== next.kind) return null;
  const nodes = [...(first.kind === 'and' ? first.nodes : [first]), negateNode(next)];
  return { kind: 'not', node: { kind: 'and', nodes } };
}

/** Joins several types, sites or collections as alternatives, since a bookmark has only one type and one site. */
function anyOf(found: Found): Item | null {
  const [first, next] = [found.token('first'), nodeOf(found.token('next'))];
  const node = nodeOf(first);
  if (!node || !next || !first?.item || !('node' in first.item)) return null;
  const nodes = [...(node.kind === 'or' ? node.nodes : [node]), next];
  return { ...first.item, node: { kind: 'or', nodes } };
}

const rounds = 8;

/**
 * Finds negated expressions. Plain words only if certain: in `bread without yeast`, all words are searched. `negatesNo`
 * states whether `no` is the English word.
 */
export function findDenials(list: TokenList, names: Names, negatesNo: boolean): void {
  list.rewrite(negated, (found) => notItem(nodeOf(found.token('x'))));
  list.rewrite(noTypes, (found) =>
    negatesNo || isPlural(found.token('x')) ? notItem(nodeOf(found.token('x'))) : null,
  );
  for (let round = 0; round < rounds; round += 1) {
    const before = list.toString();
    list.rewrite(further, extendNegation);
    list.rewrite(either, anyOf);
    if (list.toString() === before) break;
  }
  list.rewrite(certainNegation, (found) => negateAll(found.tokens('x')));
  if (negatesNo) list.rewrite(noWords, (found) => negateAll(found.tokens('x')));
  if (asksForInstructions(list)) return;
  list.rewrite(possibleNegation, (found) => {
    const name = found.sign('x');
    return names.tag(name, '') ?? names.collection(name, '') ? negateAll(found.tokens('x')) : null;
  });
} // prettier-ignore
