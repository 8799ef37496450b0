import { formsOf } from '@/lib/domain/query/word-forms';
import type { Database } from '@/provider/db/client';
import { ignoredWords, vagueWords } from '@/provider/modules/search/question-words';

/** A word of a question and what it stands for in the library. */
export interface WeightedWord {
  readonly text: string;
  /** The word itself and its other forms. */
  readonly strong: readonly string[];
  /** Words that resemble it: longer, shorter, or a slip away. */
  readonly weak: readonly string[];
  /** How often these occur. */
  readonly uses: number;
  /** Rare words weigh more. */
  readonly weight: number;
}

interface SpaceWord {
  word: string;
  uses: number;
}

const weakMax = 24;
const vagueFactor = 0.35;
const shortest = 3;

/** Words of a question that rank hits; all of them where every one would be ignored. */
export function rankingWords(words: readonly string[]): string[] {
  const unique = [...new Set(words)];
  const telling = unique.filter(
    (word) => !ignoredWords.has(word) && (word.length > 1 || !/[a-z]/.test(word)),
  );
  return telling.length === 0 ? unique : telling;
}

const commonPrefix = (one: string, other: string): number => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
};

/** Whether two words differ by one letter that is added, left out or replaced, or by two that are swapped. */
function isSlip(one: string, other: string): boolean {
  const start = commonPrefix(one, other);
  const [a, b] = [one.slice(start), other.slice(start)];
  if (a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1)) return true;
  return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
}

/** Near matches: `config` and `configure`, `lisboa` and `lisbon`, `shipping` and `ship`. */
export function isNear(word: string, other: string): boolean {
  const shared = commonPrefix(word, other);
  const [shorter, longer] = [Math.min(word.length, other.length), Math.max(word.length, other.length)];
  if (shared === shorter) return shorter >= 4 || (shorter === 3 && longer <= 5);
  if (shorter >= 5 && isSlip(word, other)) return true;
  // The endings differ: `meditation` and `meditate`.
  return shared >= 5 && shared >= 0.7 * shorter && longer - shared <= 4;
}

/** Looks up words of the library that resemble those of a question, and weighs each by its rarity. */
export async function weighWords(
  { $client }: Pick<Database, '$client'>,
  spaceIds: readonly string[],
  words: readonly string[],
  { size, meant }: { size: number; meant: ReadonlyMap<string, readonly string[]> },
): Promise<WeightedWord[]> {
  const starts = [
    ...new Set(words.filter((word) => word.length >= shortest).map((word) => word.slice(0, 3))),
  ];
  const listed = [...new Set([...meant.values()].flat())];
  const { rows } = await $client.query<SpaceWord>({
    name: 'question-words',
    text: `select w.word, sum(w.uses)::integer as uses from (
        select w.word, w.uses from unnest($1::uuid[]) s (id) cross join unnest($2::text[]) p (start)
          join space_words w on w.space_id = s.id and w.word >= p.start and w.word < p.start || chr(1114111)
        union all
        select w.word, w.uses from space_words w
          where w.space_id = any ($1::uuid[]) and w.word = any ($3::text[]) and left(w.word, 3) <> all ($2::text[])) w
      group by w.word`,
    values: [spaceIds, starts, listed],
  });
  return words.flatMap((text) => weigh(text, rows, { size, slips: meant.get(text) ?? [] }) ?? []);
}

/** Null for a word that nothing in the library resembles. */
function weigh(
  text: string,
  known: readonly SpaceWord[],
  { size, slips }: { size: number; slips: readonly string[] },
): WeightedWord | null {
  // Numbers and words of two letters are not among the words of a space.
  const isUncounted = text.length < shortest || /^\d+$/.test(text);
  const isForm = formsOf(text);
  const forms = known.filter(({ word }) => word === text || isForm(word));
  const near = known
    .filter(({ word }) => word !== text && !isForm(word))
    .filter(({ word }) => isNear(text, word) || slips.includes(word))
    .filter(({ word }) => !word.includes(text) || word.startsWith(text))
    .toSorted((a, b) => b.uses - a.uses)
    .slice(0, weakMax);
  if (forms.length + near.length === 0 && !isUncounted) return null;
  const uses = [...forms, ...near].reduce((sum, word) => sum + word.uses, 0);
  const rarity = Math.log(1 + size / (1 + (isUncounted ? size / 10 : uses)));
  return {
    text,
    strong: [...new Set([text, ...forms.map(({ word }) => word)])],
    weak: near.map(({ word }) => word),
    uses: isUncounted ? size / 10 : uses,
    weight: rarity * (vagueWords.has(text) || isUncounted ? vagueFactor : 1),
  };
}
