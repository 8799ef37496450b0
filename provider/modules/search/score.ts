import {
  collectionShare,
  liftDays,
  missedConditionFactor,
  pageMeaningShare,
  pageShare,
  phraseBonus,
  rankLevels,
  recencyBonus,
  scoreMax,
  spaceBonus,
  type RankLevel,
} from '@/lib/domain/query/ranking';
import { fieldCodes, wordExpression } from '@/lib/domain/search-terms';
import type { SqlParameters } from '@/provider/db/client';
import { phrasePattern } from '@/provider/modules/query/compile-term';
import { phraseExpression, type RankedWord } from '@/provider/modules/search/words';

/** Bits of a word in `m.mask`: whether the text of the page has it, and whether it has one of the same meaning. */
export interface PageBits {
  readonly own: number;
  readonly meaning: number;
}

export interface ScoreOptions {
  words: readonly RankedWord[];
  /** The words that a hit of the whole query has. */
  required: ReadonlySet<string>;
  /** All words in the order of the query, for the bonus of adjacent words in the title. */
  phrase: readonly string[];
  /** For each word, its bits in `m.mask`; empty if the texts of pages are not searched. */
  pageBits: ReadonlyMap<string, PageBits>;
  currentSpaceId: string;
  now: Date;
}

/** More words than this that begin with a word are compared as a prefix. */
const listedMax = 12;

/** SQL of the score of `bookmarks b`, beside `m.mask`, by the rules of lib/domain/query/ranking.ts. */
export class Score {
  constructor(
    private readonly options: ScoreOptions,
    private readonly parameters: SqlParameters,
  ) {}

  /** The score of a bookmark that matches the whole query, from 1 to 2. */
  full(): string {
    const { words, required } = this.options;
    const weights = words.map(({ text, weight }) => (required.has(text) ? 1 : Math.min(weight, 0.2)));
    return `(1 + (${this.mean(weights, false)} + ${this.bonuses()}) / ${scoreMax})::float8`;
  }

  /** The score of a bookmark that has some of the words, less than 1. `missed` is the number of missed conditions. */
  closest(missed: string): string {
    const weights = this.options.words.map(({ weight }) => weight);
    return `((${this.mean(weights, true)} + ${this.bonuses()}) * power(${missedConditionFactor}, ${missed}) / ${scoreMax})::float8`;
  }

  /** Whether the bookmark has a word, in any form. */
  has(word: RankedWord): string {
    return `${this.share(word, true)} > 0`;
  }

  private mean(weights: readonly number[], mayLack: boolean): string {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    if (total === 0) return '0';
    const parts = this.options.words.map(
      (word, place) => `${weights[place] ?? 0} * ${this.share(word, mayLack)}`,
    );
    return `(${parts.join(' + ')}) / ${total}`;
  }

  private share(word: RankedWord, mayLack: boolean): string {
    const levels = rankLevels.flatMap((level) => {
      const lexemes = this.lexemesOf(word, level);
      return lexemes === '' ? [] : [`when ${this.matches(lexemes)} then ${level.share}`];
    });
    const everywhere = rankLevels.map((level) => this.lexemesOf(word, level)).filter((part) => part !== '');
    const cases = [
      // Most bookmarks lack most words of a long query; those are decided by one comparison.
      ...(mayLack && levels.length > 2
        ? [`when ${this.matches(everywhere.join('|'))} then case ${levels.join(' ')} end`]
        : levels),
      ...this.inCollection(word),
      ...this.onPage(word),
    ];
    return `case ${cases.join(' ')} else 0 end`;
  }

  private lexemesOf({ text, forms, phrases }: RankedWord, { matches }: RankLevel): string {
    const parts = matches.flatMap(({ fields, forms: among }) =>
      among.flatMap((form) => {
        if (form === 'begun' && (forms.begun.length === 0 || forms.begun.length > listedMax))
          return forms.begun.length === 0 && text.length !== 2 ? [] : [wordExpression(text, fields, true)];
        const meant = form === 'meaning' ? phrases.map((words) => phraseExpression(words, fields)) : [];
        return [...forms[form].map((word) => wordExpression(word, fields, false)), ...meant];
      }),
    );
    return parts.join('|');
  }

  private matches(lexemes: string): string {
    return `b.search @@ ${this.parameters.add(lexemes)}::tsquery`;
  }

  private inCollection({ collectionIds }: RankedWord): string[] {
    if (collectionIds.length === 0) return [];
    return [
      `when exists (select from bookmark_collections l where l.account_id = b.account_id and l.bookmark_id = b.id
        and l.collection_id = any (${this.parameters.add(collectionIds)}::uuid[])) then ${collectionShare}`,
    ];
  }

  private onPage({ text }: RankedWord): string[] {
    const bits = this.options.pageBits.get(text);
    if (bits === undefined) return [];
    const has = (bit: number): string => `coalesce(m.mask, 0) & ${bit} <> 0`;
    return [
      `when ${has(bits.own)} then ${pageShare}`,
      ...(bits.meaning === 0 ? [] : [`when ${has(bits.meaning)} then ${pageMeaningShare}`]),
    ];
  }

  private bonuses(): string {
    const { phrase, currentSpaceId, now } = this.options;
    const lift = `case when b.visits = 0 then 0 else ${liftDays / Math.log(2)} * ln(1 + b.visits::float8) end`;
    const days = `greatest(0, date_part('epoch', ${this.parameters.add(now)}::timestamptz - b.created_at) / 86400 - ${lift})`;
    const adjacent =
      phrase.length > 1
        ? `case when b.title_key ~ ${this.parameters.add(phrasePattern(phrase))} then ${phraseBonus} else 0 end + `
        : '';
    const space = `case when b.space_id = ${this.parameters.add(currentSpaceId)}::uuid then ${spaceBonus} else 0 end`;
    return `${adjacent}${space} + ${recencyBonus} / (1 + ${days} / 365)`;
  }
}

/** A `tsquery` of all forms of some words in any field. */
export const anyOf = (words: readonly RankedWord[]): string =>
  words
    .flatMap(({ text, forms, phrases }) => [
      wordExpression(text, fieldCodes, true),
      ...[...forms.inflected, ...forms.part, ...forms.near, ...forms.meaning].map((word) =>
        wordExpression(word, fieldCodes, false),
      ),
      ...phrases.map((those) => phraseExpression(those, fieldCodes)),
    ])
    .join('|');
