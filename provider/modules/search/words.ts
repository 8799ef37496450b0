import { sql } from 'drizzle-orm';
import type { SpacesOfAccount } from '@/provider/actor';
import { isWithinEdits, editsAllowed } from '@/lib/domain/query/match';
import { isFunctionWord } from '@/lib/domain/query/common-words';
import { rarityOf, type WordForm } from '@/lib/domain/query/ranking';
import { formsOf } from '@/lib/domain/query/word-forms';
import { quoteLexeme, splitWords } from '@/lib/domain/search-words';
import { wordExpression } from '@/lib/domain/search-terms';
import { executePrepared, inline, type Database, type Executor } from '@/provider/db/client';
import type { PreparedQuery } from '@/provider/modules/query/prepare-query';
import { runBounded, type SearchScope } from '@/provider/modules/search/rows';

/** A word of a query as it is ranked: the words of the library that it matches, by form, and its weight. */
export interface RankedWord {
  readonly text: string;
  /** Whether it matches only itself: see `wholeWords`. */
  readonly isWhole: boolean;
  /** Words that a hit of the whole query may have instead. */
  readonly found: readonly string[];
  readonly forms: Readonly<Record<WordForm, readonly string[]>>;
  /** Alternatives of several words with the same meaning. */
  readonly phrases: readonly (readonly string[])[];
  /** Collections whose names contain it. */
  readonly collectionIds: readonly string[];
  /** Approximate number of bookmarks with it, in any form. */
  readonly uses: number;
  /** Expected number of bookmarks with one of the words that a hit of the whole query may have; null if unknown. */
  readonly expected: number | null;
  /** Among the words of the query; rare words weigh more. */
  readonly weight: number;
}

/** What the words of a query mean besides themselves, by folded word: terms as their words. */
export type Meanings = ReadonlyMap<string, readonly (readonly string[])[]>;

interface WordsRequest {
  scope: SearchScope;
  prepared: PreparedQuery;
  texts: readonly string[];
  meanings: Meanings;
  /** Other spellings of a word. */
  spellings: ReadonlyMap<string, readonly string[]>;
}

/** Numbers and words of one or two letters are not among the words of a space. */
export const isStored = (word: string): boolean => word.length > 2 && !/^\d+$/.test(word);

const startLength = 4;
const nearMax = 16;
const collectionsMax = 2_000;
/** Numbers and short words are counted up to this; those that connect others, only in a library of this size. */
const countedMax = 1_000;
const smallSize = 10_000;

interface SpaceWord {
  word: string;
  uses: number;
}

/** Whether the words that begin with a short word are counted together: in a large library they are very many. */
const isSummed = ({ text, isWhole }: Pick<RankedWord, 'text' | 'isWhole'>, size: number): boolean =>
  size > smallSize && !isWhole && /^\D.$/u.test(text);

/**
 * Reads the words of the library that the words of a query may match, in one statement, and weighs each word of the
 * query by its rarity.
 */
export async function rankWords(db: Database, request: WordsRequest): Promise<RankedWord[]> {
  const { scope, prepared, texts, meanings, spellings } = request;
  const found = new Map(prepared.words.map((word) => [word.text, word.found]));
  const whole = new Set(prepared.words.flatMap(({ text, isWhole }) => (isWhole ? text : [])));
  const asked = texts.map((text) => ({
    text,
    expanded: new Set([...(found.get(text) ?? []), ...(spellings.get(text) ?? [])]),
    /** Single words with the same meaning, and several. */
    meant: (meanings.get(text) ?? []).filter(({ length }) => length === 1).flat(),
    phrases: (meanings.get(text) ?? []).filter(({ length }) => length > 1),
  }));
  const short = texts.flatMap((text) => (isStored(text) ? [] : { text, isWhole: whole.has(text) }));
  const [{ words, named }, counts] = await Promise.all([
    readWords(db, scope, {
      texts: texts.filter(isStored),
      summed: short.filter((word) => isSummed(word, scope.size)).map(({ text }) => text),
      terms: asked.flatMap(({ meant }) => meant),
      listed: asked.flatMap(({ expanded }) => [...expanded]),
    }),
    countShort(db, scope, short),
  ]);
  return asked.map(({ text, expanded, meant, phrases }) => {
    const isWhole = whole.has(text);
    const forms = formsOfWord(text, words, { expanded, meant, isWhole });
    const all = new Set(Object.values(forms).flat());
    const counted = counts.get(text) ?? 0;
    const uses = words.filter(({ word }) => all.has(word)).reduce((sum, word) => sum + word.uses, counted);
    const allowed = words.filter(
      ({ word }) => word === text || (!isWhole && (word.startsWith(text) || expanded.has(word))),
    );
    return {
      text,
      isWhole,
      found: [...expanded],
      forms,
      phrases,
      collectionIds: named.flatMap(({ id, words: those }) =>
        those.some((word) => word === text || forms.inflected.includes(word)) ? id : [],
      ),
      uses,
      expected:
        counted < countedMax
          ? expectedUnion([counted, ...allowed.map((each) => each.uses)], scope.size)
          : null,
      weight: rarityOf(text, uses, scope.size),
    };
  });
}

/** The expected size of the union of sets of these sizes, if they are independent. */
const expectedUnion = (sizes: readonly number[], all: number): number =>
  all * (1 - sizes.reduce((rest, size) => rest * (1 - Math.min(1, size / Math.max(1, all))), 1));

/** Endings by which words of one root differ, in English and Portuguese, other than single letters. */
const endings = new Set(
  `ed er ers es or ors ing ings ion ions ate ates ated ating ation ations ator ators ative ive ment ments ement ements
  ance ances ence ences ant ants ent ents ist ists al ally ial ially ly ies ied ism ity ic ics ical able ible ness ful
  less ure ures ured uring uration ary ery ory ize izes ized izing izer ization ise ised ising isation ian ians
  as os ao cao coes acao acoes icao icoes ar er ir ando endo indo ado ada ados adas ido ida idos idas dor dora dores
  ador adora adores agem agens mento mentos amento amentos imento imentos dade dades idade idades ismo ista istas ico
  ica icos icas avel ivel eiro eira eiros eiras ario aria arios arias oso osa osos osas inho inha inhos inhas`.split(
    /\s+/,
  ),
);
const isEnding = (rest: string): boolean => rest.length <= 1 || endings.has(rest);

/**
 * Whether a word of the library is probably of the same root: `configure` of `config`, `meditation` of `meditate`, but
 * not `chickpea` of `chicken`.
 */
function isSimilar(word: string, other: string): boolean {
  const [short, long] = [Math.min(word.length, other.length), Math.max(word.length, other.length)];
  let shared = 0;
  while (shared < short && word[shared] === other[shared]) shared += 1;
  const isRoot =
    shared === short ? short >= startLength : shared >= 5 && shared >= 0.7 * short && long - shared <= 4;
  return isRoot && isEnding(word.slice(shared)) && isEnding(other.slice(shared));
}

function formsOfWord(
  text: string,
  words: readonly SpaceWord[],
  { expanded, meant, isWhole }: { expanded: ReadonlySet<string>; meant: readonly string[]; isWhole: boolean },
): RankedWord['forms'] {
  const isForm = formsOf(text);
  const byUse = words.toSorted((a, b) => b.uses - a.uses);
  const forms: Record<WordForm, string[]> = {
    exact: [text],
    begun: [],
    inflected: [],
    part: [],
    near: [],
    meaning: [],
  };
  for (const { word } of byUse) {
    if (word === text) continue;
    if (!isWhole && isForm(word)) forms.inflected.push(word);
    else if (!isWhole && word.startsWith(text)) forms.begun.push(word);
    else if (expanded.has(word)) {
      const isPart = text.length >= 3 && word.includes(text);
      const isTypo = isWithinEdits(word, text, editsAllowed(text));
      forms[isPart ? 'part' : isTypo ? 'near' : 'inflected'].push(word);
    } else if (meant.some((term) => word === term || isPlural(word, term))) forms.meaning.push(word);
    else if (!isWhole && forms.near.length < nearMax && isSimilar(text, word)) forms.near.push(word);
  }
  return forms;
}

const isPlural = (word: string, term: string): boolean =>
  word.startsWith(term.slice(0, 3)) && (formsOf(term)(word) || word === `${term}s`);

interface NamedCollection {
  id: string;
  name: string;
  words: string[];
}

interface VocabularyRow {
  text: string;
  uses: number;
  /** The id of a collection; null for a word. */
  collectionId: string | null;
}

/**
 * Reads words that share their beginning with a word of the query or with a term of the same meaning, and the
 * collections of the spaces, largest first. A word in `summed` has the expected number of bookmarks with longer words,
 * as if these were independent.
 */
async function readWords(
  db: Executor,
  { accountId, spaceIds, collectionId, size }: SearchScope,
  {
    texts,
    summed,
    terms,
    listed,
  }: Readonly<Record<'texts' | 'summed' | 'terms' | 'listed', readonly string[]>>,
): Promise<{ words: SpaceWord[]; named: NamedCollection[] }> {
  const starts = texts.map((text) => text.slice(0, startLength));
  const roots = terms.map((term) => (term.length > startLength ? term.slice(0, -1) : term));
  const { rows } = await executePrepared<VocabularyRow>(
    db,
    'search-words',
    sql`select w.word as text, sum(w.uses)::integer as uses, null::uuid as "collectionId" from (
        select s.id, w.word, w.uses from unnest(${sql.param(spaceIds)}::uuid[]) s (id)
          cross join unnest(${sql.param(starts)}::text[]) p (start)
          join space_words w on w.space_id = s.id and w.word >= p.start and w.word < p.start || chr(1114111)
        union
        select s.id, w.word, w.uses from unnest(${sql.param(spaceIds)}::uuid[]) s (id)
          cross join unnest(${sql.param(roots)}::text[]) p (start)
          join space_words w on w.space_id = s.id and w.word >= p.start and w.word < p.start || chr(1114111)
            and char_length(w.word) <= char_length(p.start) + 4
        union
        select w.space_id, w.word, w.uses from space_words w
          where w.space_id = any (${sql.param(spaceIds)}::uuid[]) and w.word = any (${sql.param(listed)}::text[])) w
      group by w.word
      union all
      select p.start, (${size} * (1 - exp(sum(ln(1 - least(0.999, w.uses::float8 / ${Math.max(1, size)}))))))::integer, null
        from unnest(${sql.param(spaceIds)}::uuid[]) s (id) cross join unnest(${sql.param(summed)}::text[]) p (start)
        join space_words w on w.space_id = s.id and w.word >= p.start and w.word < p.start || chr(1114111)
        group by p.start
      union all (
        select name, bookmark_count, id from collections
        where account_id = ${accountId} and space_id = any (${sql.param(spaceIds)}::uuid[]) and ${collectionId === null}
          and not is_default and smart is null
        order by bookmark_count desc, id limit ${inline(collectionsMax)})`,
  );
  return {
    words: rows.flatMap(({ text, uses, collectionId: id }) => (id === null ? { word: text, uses } : [])),
    named: rows.flatMap(({ text, collectionId: id }) =>
      id === null ? [] : { id, name: text, words: splitWords(text) },
    ),
  };
}

/** Reads the collections of the spaces with the words of their names, largest first. */
export const readCollections = async (db: Executor, spaces: SpacesOfAccount): Promise<NamedCollection[]> =>
  (
    await readWords(
      db,
      { ...spaces, collectionId: null, size: 0 },
      { texts: [], summed: [], terms: [], listed: [] },
    )
  ).named;

/** Counts the bookmarks with each number or short word, up to a limit: those with longer words, unless these are summed. */
async function countShort(
  db: Database,
  { accountId, spaceIds, size }: SearchScope,
  short: readonly Pick<RankedWord, 'text' | 'isWhole'>[],
): Promise<Map<string, number>> {
  const asked = short.filter(({ text }) => size <= smallSize || !isFunctionWord(text));
  const known = new Map(short.map((word) => [word.text, isSummed(word, size) ? 0 : countedMax]));
  if (asked.length === 0) return known;
  const texts = asked.map(({ text }) => text);
  const queries = asked.map(({ text, isWhole }) =>
    wordExpression(text, 'tgh', !isWhole && !isSummed({ text, isWhole }, size)),
  );
  const rows = await runBounded<SpaceWord>(
    db,
    sql`select t.text as word, (select count(*)::integer from (
        select from unnest(${sql.param(spaceIds)}::uuid[]) s (id) cross join lateral (
          select from bookmarks b where b.account_id = ${accountId} and b.space_id = s.id and b.deleted_at is null
            and b.search @@ t.query::tsquery offset 0) b
        limit ${countedMax}) c) as uses
      from unnest(${sql.param(texts)}::text[], ${sql.param(queries)}::text[]) t (text, query)`,
  );
  for (const { word, uses } of rows) known.set(word, uses);
  return known;
}

/** Returns the single words by which only the closest hits match: of similar spelling, or of a similar meaning. */
export const similarWords = ({ text, found, forms }: RankedWord): string[] =>
  [...new Set(Object.values(forms).flat())].filter((word) => word !== text && !found.includes(word));

/** Returns all words that explain a hit, other than the typed one. */
export const otherForms = (word: RankedWord): string[] => [
  ...word.found,
  ...similarWords(word),
  ...word.phrases.flat().filter((part) => !isFunctionWord(part)),
];

/**
 * A `tsquery` for all words of a term, each as it is or longer: in one of the fields with the given codes, or in the
 * text of a page, whose lexemes have no codes.
 */
export const phraseExpression = (words: readonly string[], codes: string | null): string =>
  `(${words
    .map((word) => {
      const isPrefix = word.length > 3;
      return `(${codes === null ? quoteLexeme(word) + (isPrefix ? ':*' : '') : wordExpression(word, codes, isPrefix)})`;
    })
    .join('&')})`;
