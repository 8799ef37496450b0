import { phraseExpression, type RankedWord } from '@/provider/modules/search/words';
import { quoteLexeme } from '@/lib/domain/search-words';
import type { SqlParameters } from '@/provider/db/client';
import type { PageBits } from '@/provider/modules/search/score';
import type { SearchScope } from '@/provider/modules/search/scope';

/** Words that are looked up in page texts, two bits of an integer each. */
const wordsMax = 15;
/** Pages with a word that are considered: the text of a page has the lowest share of all fields. */
const pagesMax = 50_000;

/** The texts of pages that have words of a query, as a table `pages (id, mask)` of a statement. */
export interface PageTexts {
  readonly bits: ReadonlyMap<string, PageBits>;
  /** The bits of the words themselves. */
  readonly ownBits: ReadonlyMap<string, number>;
  readonly table: (scope: SearchScope, parameters: SqlParameters) => string;
}

const own = ({ text, forms }: RankedWord): string =>
  [
    text.length > 2 ? `${quoteLexeme(text)}:*` : quoteLexeme(text),
    ...[...forms.inflected, ...forms.near].map(quoteLexeme),
  ].join('|');

const meaning = ({ forms, phrases }: RankedWord): string =>
  [...forms.meaning.map(quoteLexeme), ...phrases.map((words) => phraseExpression(words, null))].join('|');

/** Returns the page texts of a query; null if it has no words to look up. */
export function pageTexts(words: readonly RankedWord[]): PageTexts | null {
  const searched = words.slice(0, wordsMax);
  if (searched.length === 0) return null;
  const bits = new Map(
    searched.map((word, place) => [
      word.text,
      { own: 1 << (2 * place), meaning: meaning(word) === '' ? 0 : 2 << (2 * place) },
    ]),
  );
  const table = ({ accountId, spaceIds }: SearchScope, parameters: SqlParameters): string => {
    const [account, spaces] = [parameters.add(accountId), parameters.add(spaceIds)];
    // The planner must not see a frequent word: it would compare all texts of the account instead.
    const having = (
      lexemes: string,
      bit: number,
    ): string => `(select bookmark_id as id, ${bit} as bit from page_contents
      where account_id = ${account} and space_id = any (${spaces}::uuid[])
        and search @@ (select ${parameters.add(lexemes)}::tsquery) limit ${pagesMax})`;
    const parts = searched.flatMap((word) => {
      const bit = bits.get(word.text) ?? { own: 0, meaning: 0 };
      return [having(own(word), bit.own), ...(bit.meaning === 0 ? [] : [having(meaning(word), bit.meaning)])];
    });
    return `pages as materialized (select id, bit_or(bit) as mask from (${parts.join(' union all ')}) p group by id)`;
  };
  return { bits, ownBits: new Map([...bits].map(([text, bit]) => [text, bit.own])), table };
}
