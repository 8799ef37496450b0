import { weightOf } from '@/lib/domain/query/common-words';

/**
 * How a hit is ranked, in the service (`provider/modules/search/score.ts`) and on the device (`match.ts`) alike. A word
 * of the query has a share of a bookmark, by its best field and form; a hit has the mean of the shares of all words,
 * plus bonuses. A hit that matches the whole query scores from 1 to 2, one that matches a part of it less than 1.
 */

/**
 * How a word of a bookmark matches a word of the query: the same, longer, another form, a word that contains it, one
 * with a typo, or one with a similar meaning.
 */
export type WordForm = 'exact' | 'begun' | 'inflected' | 'part' | 'near' | 'meaning';

/** Codes of the fields in the index: title, tags, host, description and address, notes. */
export type FieldCode = 't' | 'g' | 'h' | 'x' | 'n';

/** A share of the score, and the fields and forms that are worth it. */
export interface RankLevel {
  readonly share: number;
  readonly matches: readonly { readonly fields: string; readonly forms: readonly WordForm[] }[];
}

/**
 * Best first. A word has the share of the first level that it reaches. Levels differ by more than the bonuses for a new
 * bookmark and for the current space together, so that a single word ranks by its field first.
 */
export const rankLevels: readonly RankLevel[] = [
  { share: 1, matches: [{ fields: 't', forms: ['exact'] }] },
  {
    share: 0.87,
    matches: [
      { fields: 'g', forms: ['exact'] },
      { fields: 't', forms: ['begun', 'inflected'] },
    ],
  },
  {
    share: 0.74,
    matches: [
      { fields: 'h', forms: ['exact'] },
      { fields: 'g', forms: ['begun', 'inflected'] },
      { fields: 't', forms: ['part', 'near'] },
    ],
  },
  {
    share: 0.61,
    matches: [
      { fields: 'xn', forms: ['exact'] },
      { fields: 'h', forms: ['begun', 'inflected'] },
      { fields: 'g', forms: ['part', 'near'] },
    ],
  },
  {
    share: 0.48,
    matches: [
      { fields: 'xn', forms: ['begun', 'inflected'] },
      { fields: 'h', forms: ['part', 'near'] },
      { fields: 'tg', forms: ['meaning'] },
    ],
  },
  {
    share: 0.35,
    matches: [
      { fields: 'xn', forms: ['part', 'near'] },
      { fields: 'hxn', forms: ['meaning'] },
    ],
  },
];

/** Share of a word in the name of a collection that contains the bookmark. */
export const collectionShare = 0.48;
/** Share of a word in an annotation, as typed or in another form. */
export const annotationShare = 0.35;
/** The same for the text of the page, and that of a word with a similar meaning in either of them. */
export const pageShare = 0.3;
export const textMeaningShare = 0.15;

/** The shares of a field, by form; null if the form is not searched in it. */
export function shareOf(field: FieldCode, form: WordForm): number {
  const level = rankLevels.find(({ matches }) =>
    matches.some(({ fields, forms }) => fields.includes(field) && forms.includes(form)),
  );
  return level?.share ?? 0;
}

/** Added to the mean share if the title contains the words next to each other, as typed. */
export const phraseBonus = 0.12;
/** Added for a new bookmark; a year later half of it is left. */
export const recencyBonus = 0.05;
/** Each doubling of the visits counts as this many days newer. */
export const liftDays = 30;
/** Added for a bookmark of the current space. */
export const spaceBonus = 0.06;
/** Maximum sum of the mean share and the bonuses. */
export const scoreMax = 1 + phraseBonus + recencyBonus + spaceBonus;

const dayMs = 86_400_000;

/** Returns the bonus of a bookmark by its age and visits; both times are in milliseconds. */
export function recencyOf({ createdAt, visits }: { createdAt: number; visits: number }, now: number): number {
  const days = Math.max(0, (now - createdAt) / dayMs - liftDays * Math.log2(1 + visits));
  return recencyBonus / (1 + days / 365);
}

/** A factor for a closest hit, for each condition of a question that it does not fulfil. */
export const missedConditionFactor = 0.25;
/** Closest hits below this fraction of the best one are left out. */
export const closestThreshold = 0.5;
/** If bookmarks match the whole query, a closest hit has at least this score. */
export const closestMin = 0.25;
/** Maximum number of closest hits. */
export const closestMax = 50;

/**
 * Returns the weight of a word among the words of a query, for hits that lack some of them: rare words weigh more.
 * `uses` is the number of bookmarks with the word, `size` that of all bookmarks.
 */
export const rarityOf = (word: string, uses: number, size: number): number =>
  weightOf(word) * Math.log(1 + size / (1 + uses));

/** Lessens the weight of the first ranks, as is usual for this method. */
const rankOffset = 60;

/** Merges lists, best first, by reciprocal rank: what is in several of them comes before what is in one. */
export function mergeByRank(lists: readonly (readonly string[])[]): string[] {
  const sums = new Map<string, number>();
  for (const list of lists) {
    for (const [place, id] of list.entries()) {
      sums.set(id, (sums.get(id) ?? 0) + 1 / (rankOffset + place + 1));
    }
  }
  // Sorting is stable: among equals, the first list decides.
  return [...sums].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
}
