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
  | { readonly kind: PartName; readonly node: QueryNode }
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

/** Words that several rules need, folded, as parts of patterns. */

/** Nouns for a bookmark of any type. */
export const noun =
  '(?:links?|bookmarks?|things?|stuff|pages?|sites?|websites?|items?|ones?|entries|coisas?|paginas?|itens|item|materia(?:l|is)|conteudos?|marcadores)';

/** Nouns for a type of bookmark; the rules of types map each to its type. */
export const typeNoun =
  '(?:videos?|clips?|docs|documentation|documentacao|documentacoes|manuals|manuais|(?:blog )?posts|articles?|artigos?|podcasts?|episodes|episodios|audios?|images?|imagens|imagem|pictures?|photos?|fotos?|papers?|pdfs?|repos?|repositor(?:y|ies|ios?)|tweets?|tuites?)';

/** Words that may follow a complete expression. */
export const connector =
  "(?:about|on|from|that|which|with|by|i|i've|and|or|but|not|without|except|excluding|sorted|ordered|saved|added|sobre|do|da|dos|das|que|com|em|no|na|nos|nas|e|ou|mas|nem|sem|exceto|menos|salv[oa]s?|guardad[oa]s?|adicionad[oa]s?|ordenad[oa]s?|please|in|for|since|before|after|desde|antes|depois|eu|mais)";

/** Nothing, a comma, an item, or a connector: the expression before it ends here. */
export const endsHere = `(?= (?:<|,|$|(?:${connector}) ))`;

/** The beginning, a comma or an item: the expression after it begins here. */
export const beginsHere = '(?<=(?:^|,|>) )';

/** Verbs for visiting a page; `visto` alone is a visa. */
export const opened = `(?:opened|visited|(?<! (?:to|(?:do|can|could|should|would) i) )read|watched|viewed|seen|saw|accessed|clicked|used(?! to )|abri|visitei|li|acessei|vi|assisti|usei|abert[oa]s?|visitad[oa]s?|lid[oa]s?|acessad[oa]s?|vist[oa]s|(?<=(?:^|,|>| (?:${noun}|${typeNoun}|foi|nao|ja|nunca)) )vist[oa]|assistid[oa]s?|usad[oa]s?)`;
export const open =
  '(?:open|visit|read|watch|view|see|access|click|use|abro|visito|leio|acesso|vejo|assisto|uso)';

/** Verbs for saving a bookmark. */
export const saved =
  '(?:saved|added|bookmarked|created|stored|kept|salvei|guardei|adicionei|criei|coloquei|marquei|salv[oa]s?|guardad[oa]s?|adicionad[oa]s?|criad[oa]s?)';
export const save = '(?:save|add|bookmark|store|keep)';

/** Who visited or saved a page: `that I`, `que eu já`. */
export const who = "(?:(?:that|which|o que|que) )?(?:(?:i|i've|i have|we|we've|eu|ja) )*";

/** Words for the time shortly before now. As a condition they would need a limit, so they order the results. */
export const recently =
  '(?:(?:most |more |mais )?recently|lately|of late|not long ago|(?:mais )?recentemente|ultimamente|nos ultimos tempos|ha pouco(?: tempo)?|faz pouco(?: tempo)?)';

/** A negation. `determiners` are the words between it and the negated expression. */
export const not =
  "(?:but no|and no|(?:but |mas |and |e )?(?:not|without|except(?: for)?|excluding|other than|(?:that |which )?(?:are|is) not|(?:that |which )?(?:aren't|isn't)|(?:que )?nao (?:sao|sejam|seja|estao|estejam|esteja|esta|venham|venha|vem|tenham|tenha|tem)|nao|sem|exceto|menos|tirando|nem))";
export const determiners =
  '(?:(?:any|those|these|ones|in|on|from|the|a|an|my|of|os|as|o|do|da|dos|das|de|em|no|na|nos|nas|um|uma|meus|minhas|com) )*';

const words: Readonly<Record<string, number>> = {
  a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12,
  um: 1, uma: 1, dois: 2, duas: 2, tres: 3, quatro: 4, cinco: 5, seis: 6, sete: 7, oito: 8, nove: 9, dez: 10, doze: 12,
  'a couple of': 2, 'couple of': 2, 'um par de': 2, fifteen: 15, twenty: 20, quinze: 15, vinte: 20,
}; // prettier-ignore

/** Pattern of a small number in digits or words. */
export const numberPattern = `(?:\\d{1,4}|${Object.keys(words)
  .sort((first, second) => second.length - first.length)
  .join('|')})`;

/** The same without `a` and `um`, which are numbers only before a unit of time. */
export const countPattern = '(?:\\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte)'; // prettier-ignore

export const readNumber = (sign: string): number => words[sign] ?? Number(sign);

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
