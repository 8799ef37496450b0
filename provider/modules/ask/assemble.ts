import { isVisited, joinNodes, type Query, type QueryNode, type QuerySort } from '@/lib/domain/query/query';
import { expand, inAll } from '@/provider/modules/ask/phrases';
import type { Item, Token } from '@/provider/modules/ask/tokens';

/** Stop words. They are dropped if a part of the question was recognized. */
const stopWords = new Set(inAll(({ stop }) => stop));
const keptBetweenWords = new Set(inAll(({ stopUnlessBetween }) => stopUnlessBetween));
const eitherOr = new Set(['or', 'ou']);
const negations = new Set(['not', 'nao', 'nem', 'nor']);

const isWord = (token: Token | undefined): token is Token =>
  token !== undefined && token.item === null && token.sign !== ',';
const nodeOf = (token: Token | undefined): QueryNode | null =>
  token?.item && 'node' in token.item ? token.item.node : null;

/** Returns where a run of words ends in one direction: at a stop word, an `or`, or an item. */
function runFrom(tokens: readonly Token[], at: number, step: 1 | -1): number {
  let end = at;
  for (;;) {
    const token = tokens[end];
    if (!isWord(token) || stopWords.has(token.sign) || eitherOr.has(token.sign)) return end;
    end += step;
  }
}

interface Operand {
  start: number;
  end: number;
}

function operandBefore(tokens: readonly Token[], at: number): Operand | null {
  if (nodeOf(tokens[at - 1])) return { start: at - 1, end: at };
  const start = runFrom(tokens, at - 1, -1) + 1;
  return start < at ? { start, end: at } : null;
}

function operandAfter(tokens: readonly Token[], at: number): Operand | null {
  let start = at + 1;
  while (isWord(tokens[start]) && stopWords.has(tokens[start]?.sign ?? '')) start += 1;
  if (negations.has(tokens[start]?.sign ?? '')) return null;
  if (nodeOf(tokens[start])) return { start, end: start + 1 };
  const end = runFrom(tokens, start, 1);
  return end > start ? { start, end } : null;
}

const wordNode = ({ text }: Token): QueryNode => ({ kind: 'word', text });
const group = (tokens: readonly Token[]): QueryNode | null =>
  joinNodes('and', tokens.map((token) => nodeOf(token) ?? wordNode(token))); // prettier-ignore

/** Joins `X or Y`. The operands are the adjacent items, or the runs of words on either side. */
function joinEither(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token, index) => isWord(token) && eitherOr.has(token.sign) && operandBefore(tokens, index) && operandAfter(tokens, index),
  );
  const [before, after] = [operandBefore(tokens, at), operandAfter(tokens, at)];
  if (at < 0 || !before || !after) return tokens;
  const sides = [group(tokens.slice(before.start, before.end)), group(tokens.slice(after.start, after.end))];
  const node = joinNodes('or', sides.filter((side) => side !== null));
  if (!node) return tokens;
  const words = tokens.slice(before.start, after.end);
  const joined: Token = { text: '', sign: '<op>', item: { kind: 'op', node }, words };
  return joinEither([...tokens.slice(0, before.start), joined, ...tokens.slice(after.end)]);
} // prettier-ignore

/** Whether `são` is part of a name (`são paulo`) and not the verb. */
const isSaint = (tokens: readonly Token[], index: number): boolean =>
  tokens[index]?.sign === 'sao' &&
  isContentWord(tokens[index + 1]) &&
  !/^(?:que|nao|quais|onde)$/.test(tokens[index - 1]?.sign ?? '');

function plainWords(tokens: readonly Token[], names: ReadonlySet<Token>): Set<Token> {
  const kept = tokens.filter(
    (token, index) =>
      isWord(token) &&
      (!stopWords.has(token.sign) ||
        names.has(token) ||
        isSaint(tokens, index) ||
        (keptBetweenWords.has(token.sign) &&
          isContentWord(tokens[index - 1]) &&
          isContentWord(tokens[index + 1]))),
  );
  return new Set(kept);
}
const isContentWord = (token: Token | undefined): boolean => isWord(token) && !stopWords.has(token.sign);

const savedVerb = new RegExp(`^${expand('{saved}')}$`);
const mentionsSaving = ({ item, words }: Token): boolean =>
  item !== null && words.some(({ sign }) => savedVerb.test(sign));

/** Turns vague limits back into words if there are other words, and none that mean a bookmark: `I saved`. */
function releaseVague(tokens: readonly Token[], names: ReadonlySet<Token>): readonly Token[] {
  if (plainWords(tokens, names).size === 0 || tokens.some(mentionsSaving)) return tokens;
  return tokens.flatMap((token) =>
    token.item?.kind === 'limit' && token.item.isVague === true ? token.words : [token],
  );
}

/** A condition that was understood from plain words, so that hits may lack it: a date, a kind, a language. */
export interface SoftCondition {
  /** One of the conditions of the query, as in `conjunctsOf`. */
  readonly node: QueryNode;
  /** The words that it was understood from, as typed: bookmarks that lack the condition may have them. */
  readonly words: readonly string[];
}

/** A query, and how its conditions were said. */
export interface Meaning extends Query {
  /** Conditions that sort hits before others instead of excluding the others, in text order. */
  readonly soft: readonly SoftCondition[];
}

/** The query of a question. */
export interface AskedQuery extends Meaning {
  /** Words that usually only connect others, and are names in this library: they count like any other word. */
  readonly named: readonly QueryNode[];
}

const isDate = ({ kind }: QueryNode): boolean => kind === 'date' || kind === 'dates';

/** Whether hits may lack the condition of an item. A negation excludes, except that of a visit (`not opened for a year`). */
function isSoft(item: Item): item is Item & { node: QueryNode } {
  if (!('node' in item)) return false;
  if (item.kind === 'type' || item.kind === 'language' || item.isSoft === true) return true;
  const { node } = item;
  return item.kind === 'visit' && (node.kind === 'not' ? isDate(node.node) : isDate(node));
}

/** Builds the query of all tokens. Stop words stay if they are `names`. Null if no part of the question was recognized. */
export function assembleQuery(read: readonly Token[], names: ReadonlySet<Token>): Meaning | null {
  const tokens = joinEither(releaseVague(read, names));
  if (!tokens.some(({ item }) => item !== null && item.kind !== 'phrase')) return null;
  const words = plainWords(tokens, names);
  const nodes: QueryNode[] = [];
  const soft: SoftCondition[] = [];
  let sort: QuerySort | null = null;
  let implied: QuerySort | null = null;
  let limit: number | null = null;
  for (const token of tokens) {
    const node = nodeOf(token) ?? (words.has(token) ? wordNode(token) : null);
    if (node) nodes.push(node);
    if (token.item && isSoft(token.item))
      soft.push({ node: token.item.node, words: token.words.map(({ text }) => text) });
    if (token.item?.kind === 'sort') sort ??= token.item.sort;
    if (token.item?.kind === 'limit') {
      limit ??= token.item.limit;
      // With words, `top five` means the best hits.
      implied = token.item.sort === 'visits' && words.size > 0 ? implied : (implied ?? token.item.sort);
    }
  }
  const where = joinNodes('and', nodes);
  // `The last one that I read` is ordered by visit, not by creation.
  if (implied === 'newest' && nodes.some(isVisited)) implied = 'visited';
  sort ??= implied;
  return where === null && sort === null && limit === null ? null : { where, sort, limit, soft };
}
