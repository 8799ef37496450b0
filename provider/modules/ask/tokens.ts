import { parseQuery } from '@/lib/domain/query/parse';
import type { DateOp, DateTerm, QueryNode, QuerySort } from '@/lib/domain/query/query';
import { foldText } from '@/lib/domain/search-words';

/** Kind of an item with a query node. Used by the rules, not by the query. */
export type PartName =
  'site' | 'type' | 'tag' | 'in' | 'is' | 'language' | 'phrase' | 'title' | 'visit' | 'op' | 'not';

/**
 * Meaning of a run of words. A span of time needs words for what happened in it, such as a visit: `maybe` is a date
 * only next to such words (`may`); `day` is a date unless it begins a name (`today show`).
 */
export type Item =
  | { readonly kind: 'date' | 'maybe' | 'day'; readonly span: Span }
  | { readonly kind: 'when'; readonly when: When }
  /** `isSoft` marks a condition that may be only a word of a title: `favorite recipes`. */
  | { readonly kind: PartName; readonly node: QueryNode; readonly isSoft?: boolean }
  | { readonly kind: 'sort'; readonly sort: QuerySort }
  /**
   * A limit, and the order that it implies if the question has none: the last ten. A vague one is words if the question
   * has other words: `the first photo of a black hole`.
   */
  | {
      readonly kind: 'limit';
      readonly limit: number;
      readonly sort: QuerySort | null;
      readonly isVague?: boolean;
    }
  /** Something was read, possibly at a time that follows. */
  | { readonly kind: 'reading' }
  /** Words without meaning for the search: `show me`. */
  | { readonly kind: 'gap' };

/** A span of time, from the beginning of one date term of the grammar to the end of the other. */
export interface Span {
  readonly from: DateTerm;
  readonly to: DateTerm;
  /** The month, if the year was omitted: in a range, the year is derived from the other date. */
  readonly month?: number;
}

export interface When {
  readonly op: DateOp;
  readonly span: Span;
}

export interface Token {
  /** The text as typed. */
  readonly text: string;
  /** The form on which rules match: the folded word, or the kind of the item as `<kind>`. */
  readonly sign: string;
  readonly item: Item | null;
  /** The word tokens that an item replaced. */
  readonly words: readonly Token[];
}

/** Matches text that contains a letter, digit or emoji. */
export const isWordy = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

export const wordToken = (text: string): Token => {
  const sign = foldText(text)
    .replace(/[\u2018\u2019\u00b4`]/g, "'")
    .replace(/[<>\s]/g, '');
  return { text, sign: sign === '' ? '\u00b7' : sign, item: null, words: [] };
};

const itemToken = (item: Item, tokens: readonly Token[]): Token => ({
  text: tokens.map(({ text }) => text).join(' '),
  sign: `<${item.kind}>`,
  item,
  words: tokens.flatMap((token) => (token.item === null ? [token] : token.words)),
});

/** A match of a rule, with the tokens of its named groups. */
export interface Found {
  /** The tokens of the whole match. */
  all: readonly Token[];
  /** Returns the first token of a group; null if the group did not match. */
  token: (group: string) => Token | null;
  tokens: (group: string) => readonly Token[];
  /** Returns the signs of a group; empty if the group did not match. */
  sign: (group: string) => string;
}

/**
 * Compiles a rule: a pattern over signs separated by single spaces, which matches at token boundaries. Alternatives may
 * use the same group name.
 */
export function pattern(source: string): RegExp {
  const times = new Map<string, number>();
  const numbered = source.replace(/\(\?<(?<name>[a-z]+)>/g, (_, name: string) => {
    const count = times.get(name) ?? 0;
    times.set(name, count + 1);
    return `(?<${name}${count === 0 ? '' : count}>`;
  });
  return new RegExp(`(?<= )(?:${numbered})(?= )`, 'dg');
}

/** Returns the range of a group in the alternative that matched. */
function rangeOf({ indices }: RegExpExecArray, group: string): readonly [number, number] | null {
  const groups: Record<string, [number, number] | undefined> = indices?.groups ?? {};
  for (let count = 0; ; count += 1) {
    const name = count === 0 ? group : group + String(count);
    if (!(name in groups)) return null;
    if (groups[name]) return groups[name];
  }
}

/**
 * The tokens of a question. Rules run one after the other, from certain to uncertain ones. Each replaces a run of
 * tokens with an item, so that later rules match `<site>` instead of `from github`.
 */
export class TokenList {
  #tokens: Token[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = [...tokens];
  }

  get tokens(): readonly Token[] {
    return this.#tokens;
  }

  toString(): string {
    return ` ${this.#tokens.map(({ sign }) => sign).join(' ')} `;
  }

  /** Replaces the matches of a rule, from left to right, unless `make` returns null. */
  rewrite(rule: RegExp, make: (found: Found) => Item | null): void {
    let from = 0;
    for (;;) {
      const text = this.toString();
      rule.lastIndex = from;
      const match = rule.exec(text);
      if (match === null) return;
      const item = make(this.#found(text, match));
      const start = tokenAt(text, match.index);
      const end = tokenAt(text, match.index + match[0].length);
      if (item !== null) this.replace(start, end + 1, item);
      const next = item === null ? 1 : `<${item.kind}>`.length;
      from = match.index + next;
    }
  }

  replace(start: number, end: number, item: Item): void {
    this.#tokens.splice(start, end - start, itemToken(item, this.#tokens.slice(start, end)));
  }

  /** Turns items of a kind back into their words. */
  release(kind: Item['kind']): void {
    this.#tokens = this.#tokens.flatMap((token) => (token.item?.kind === kind ? token.words : [token]));
  }

  #found(text: string, match: RegExpExecArray): Found {
    const tokens = (group: string): Token[] => {
      const place = rangeOf(match, group);
      return place ? this.#tokens.slice(tokenAt(text, place[0]), tokenAt(text, place[1]) + 1) : [];
    };
    return {
      all: this.#tokens.slice(tokenAt(text, match.index), tokenAt(text, match.index + match[0].length) + 1),
      tokens,
      token: (group) => tokens(group)[0] ?? null,
      sign: (group) => {
        const place = rangeOf(match, group);
        return place ? text.slice(place[0], place[1]) : '';
      },
    };
  }
}

/** Returns the index of the token at an offset in the text of signs, which begins with a space. */
function tokenAt(text: string, place: number): number {
  let count = -1;
  for (let index = 0; index < place; index += 1) if (text[index] === ' ') count += 1;
  return count;
}

export interface QuestionTokens {
  tokens: readonly Token[];
  sort: QuerySort | null;
  limit: number | null;
}

const quoted = '"[^"]*"|[“„‟][^"“”„‟]*[”“]';
const piece = new RegExp(
  `(?<operator>-?(?:(?:title|url|site|is|type|created|visited|visits|tag|collection|sort|limit):|[#@])(?:${quoted}|[^\\s"]+)|-(?:${quoted}|[\\p{L}\\p{N}][^\\s"]*))(?=\\s|$)|(?<phrase>${quoted})|[^\\s,"“”„‟]+|[,"“”„‟]`,
  'giu',
);
const structure = /[()]|(?:^|\s)(?:OR|AND|NOT)(?:\s|$)/;
// Ordinals, `C#`, `.net` and `c++` keep their punctuation.
const closing = /[?!;:.…]+$/;

/**
 * Splits a question into tokens: words, phrases, and operators of the grammar, which are parsed already. Returns null
 * for text with groups, `OR`, `AND` or `NOT`, which is a query already.
 */
export function readTokens(text: string): QuestionTokens | null {
  if (structure.test(text)) return null;
  const tokens: Token[] = [];
  let sort: QuerySort | null = null;
  let limit: number | null = null;
  for (const { 0: found, groups = {} } of text.matchAll(piece)) {
    if (groups['operator'] !== undefined) {
      const { query, parsed } = parseQuery(found);
      sort = query.sort ?? sort;
      limit = query.limit ?? limit;
      if (query.where && parsed)
        tokens.push(itemToken({ kind: 'op', node: query.where }, [wordToken(found)]));
      else if (query.where) tokens.push(wordToken(found));
    } else if (groups['phrase'] !== undefined) {
      const node = parseQuery(found).query.where;
      if (node?.kind === 'phrase') tokens.push(itemToken({ kind: 'phrase', node }, [wordToken(found)]));
    } else if (found === ',') tokens.push({ ...wordToken(','), sign: ',' });
    else {
      const word = found.replace(closing, '');
      if (isWordy.test(word)) tokens.push(wordToken(word));
    }
  }
  return { tokens, sort, limit };
}
