import type { Database } from '@/provider/db/client';

/** A word that no bookmark has, and those of the library that are most likely meant, the likeliest first. */
export interface UnknownWord {
  readonly text: string;
  readonly likely: readonly string[];
}

const shortest = 4;
const likelyMax = 3;
const wordsMax = 4;

/** So many slips are believed of a word: one in three letters. */
const slipsOf = (word: string): number => Math.max(2, Math.ceil(word.length / 3));

/**
 * Looks up which words no bookmark of some spaces has a word that begins with, and what they may be meant for: by the
 * number of slips, then by how often a word is used. Words that look alike are compared, and those with the same first
 * letter, which is the one that is hardly ever wrong. A word of less than four letters is too short to be told.
 */
export async function findUnknownWords(
  { $client }: Pick<Database, '$client'>,
  spaceIds: readonly string[],
  words: readonly string[],
): Promise<UnknownWord[]> {
  const asked = words.filter((word) => word.length >= shortest && /\p{L}/u.test(word)).slice(0, wordsMax);
  if (asked.length === 0) return [];
  const { rows } = await $client.query<UnknownWord>({
    name: 'search-unknown-words',
    text: `select t.text, array(
        select n.word from (
          select w.word, sum(w.uses) as uses, min(levenshtein_less_equal(w.word, t.text, t.slips)) as slips
          from unnest($1::uuid[]) s (id) cross join lateral (
            select l.word, l.uses from space_words l where l.space_id = s.id and l.word % t.text
            union
            select b.word, b.uses from space_words b where b.space_id = s.id
              and b.word >= left(t.text, 1) and b.word < left(t.text, 1) || chr(1114111)) w
          where abs(char_length(w.word) - char_length(t.text)) <= t.slips group by w.word) n
        where n.slips <= t.slips order by n.slips, n.uses desc, n.word limit ${likelyMax}) as likely
      from unnest($2::text[], $3::integer[]) with ordinality as t (text, slips, place)
      where not exists (select from unnest($1::uuid[]) s (id) join space_words w on w.space_id = s.id
        and w.word >= t.text and w.word < t.text || chr(1114111))
      order by t.place`,
    values: [spaceIds, asked, asked.map(slipsOf)],
  });
  return rows;
}
