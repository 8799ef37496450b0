import {
  annotationShare,
  collectionShare,
  liftDays,
  missedConditionFactor,
  textMeaningShare,
  pageShare,
  phraseBonus,
  rankLevels,
  recencyBonus,
  scoreMax,
  spaceBonus,
  type RankLevel,
} from '@/lib/domain/query/ranking';
import { fieldCodes, wordExpression } from '@/lib/domain/search-terms';
import { quoteLexeme } from '@/lib/domain/search-words';
import type { SqlParameters } from '@/provider/db/client';
import { hasAnnotation, phrasePattern, type TextSources } from '@/provider/modules/query/compile-term';
import { isStored, phraseExpression, type RankedWord } from '@/provider/modules/search/words';

export interface ScoreOptions {
  words: readonly RankedWord[];
  /** The words that a hit of the whole query has. */
  required: ReadonlySet<string>;
  /** All words in the order of the query, for the bonus of adjacent words in the title. */
  phrase: readonly string[];
  currentSpaceId: string;
  now: Date;
}

/** More words than this that begin with a word are compared as a prefix. */
const listedMax = 12;

/** Whether longer words are compared with a word as their prefix, because they are many or not known. */
const isPrefix = ({ text, isWhole, forms }: RankedWord): boolean =>
  !isWhole && text.length > 1 && (!isStored(text) || forms.begun.length > listedMax);

/**
 * SQL of the score of `bookmarks b` by the rules of lib/domain/query/ranking.ts; also of its texts, if any are
 * searched. Its page, `page_contents p`, may be missing.
 */
export class Score {
  constructor(
    private readonly options: ScoreOptions,
    private readonly parameters: SqlParameters,
    private readonly texts?: TextSources & {
      /** Whether its page is known to have all words. */
      readonly isOnPage?: boolean;
    },
  ) {}

  /** The score of a bookmark that matches the whole query, from 1 to 2. */
  full(): string {
    const { words, required } = this.options;
    const weights = words.map(({ text, weight }) => (required.has(text) ? 1 : Math.min(weight, 0.2)));
    const shares = words.map((word) => this.share(word, this.texts !== undefined));
    return `(1 + (${meanOf(shares, weights)} + ${this.bonuses()}) / ${scoreMax})::float8`;
  }

  /** The share of each word in a bookmark that may lack it. */
  shares(): string {
    const { words } = this.options;
    return `array[${words.map((word) => this.share(word, true)).join(', ')}]::float8[]`;
  }

  /**
   * The score of a bookmark that has some of the words, less than 1. `shares` is an array with the share of each word,
   * `missed` the number of missed conditions.
   */
  closest(shares: string, missed: string): string {
    const { words } = this.options;
    const mean = meanOf(
      words.map((_, place) => `${shares}[${place + 1}]`),
      words.map(({ weight }) => weight),
    );
    return `((${mean} + ${this.bonuses()}) * power(${missedConditionFactor}, ${missed}) / ${scoreMax})::float8`;
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
      ...this.onText(word),
    ];
    return `case ${cases.join(' ')} else 0 end`;
  }

  private lexemesOf(word: RankedWord, { matches }: RankLevel): string {
    const { text, forms, phrases } = word;
    const parts = matches.flatMap(({ fields, forms: among }) =>
      among.flatMap((form) => {
        if (form === 'begun' && isPrefix(word)) return [wordExpression(text, fields, true)];
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

  private onText(word: RankedWord): string[] {
    const { pages = false, annotations = false, isOnPage = false } = this.texts ?? {};
    if (!this.options.required.has(word.text)) return [];
    const has = (row: 'p' | 'h', lexemes: string): string =>
      `${row}.search @@ ${this.parameters.add(lexemes)}::tsquery`;
    const meaning = textMeaning(word);
    const means = (row: 'p' | 'h'): string[] => (meaning === '' ? [] : [has(row, meaning)]);
    const levels = [
      ...(annotations ? [[hasAnnotation(has('h', textWord(word))), annotationShare]] : []),
      ...(pages ? [[isOnPage ? 'true' : has('p', textWord(word)), pageShare]] : []),
      ...(annotations ? means('h').map((that) => [hasAnnotation(that), textMeaningShare]) : []),
      ...(pages && !isOnPage ? means('p').map((that) => [that, textMeaningShare]) : []),
    ];
    return levels.map(([condition, share]) => `when ${condition} then ${share}`);
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

function meanOf(values: readonly string[], weights: readonly number[]): string {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return '0';
  return `(${values.map((value, place) => `${weights[place] ?? 0} * ${value}`).join(' + ')}) / ${total}`;
}

/** A `tsquery` of all forms of some words in the fields with the given codes. */
export const anyOf = (words: readonly RankedWord[], codes = fieldCodes): string =>
  words
    .flatMap(({ text, isWhole, forms, phrases }) => [
      wordExpression(text, codes, !isWhole),
      ...[...forms.inflected, ...forms.part, ...forms.near, ...forms.meaning].map((word) =>
        wordExpression(word, codes, false),
      ),
      ...phrases.map((those) => phraseExpression(those, codes)),
    ])
    .join('|');

/** A `tsquery` of the forms of a word in a text, whose lexemes have no codes. */
export const textWord = ({ text, isWhole, forms }: RankedWord): string =>
  [
    text.length > 2 && !isWhole ? `${quoteLexeme(text)}:*` : quoteLexeme(text),
    ...(isWhole ? [] : [...forms.inflected, ...forms.near].map(quoteLexeme)),
  ].join('|');

/** A `tsquery` of the words with a similar meaning in a text; empty if there are none. */
export const textMeaning = ({ forms, phrases }: RankedWord): string =>
  [...forms.meaning.map(quoteLexeme), ...phrases.map((words) => phraseExpression(words, null))].join('|');
