import { sql } from 'drizzle-orm';
import { SearchedText } from '@/lib/domain/query/highlight';
import { conjunctsOf, joinNodes, type QueryNode } from '@/lib/domain/query/query';
import { printQuery } from '@/lib/domain/query/print';
import { splitWords } from '@/lib/domain/search-words';
import { causesOf, codeOf } from '@/lib/observability/describe-error';
import { executePrepared, inline, SqlParameters, type Database, type Executor } from '@/provider/db/client';
import type { Term } from '@/provider/modules/query/term';
import type { PreparedSearch } from '@/provider/modules/search/prepare-search';
import { matchingRows, runBounded } from '@/provider/modules/search/rows';

/** A word that no bookmark has, and the words of the library that are most likely meant, likeliest first. */
interface UnknownWord {
  readonly text: string;
  readonly likely: readonly string[];
}

const shortest = 4;
const likelyMax = 3;
const wordsMax = 4;

/** Maximum number of typos assumed in a word. */
const slipsOf = (word: string): number => (word.length <= 5 ? 1 : word.length <= 8 ? 2 : 3);

/**
 * Looks up the words that are no prefix of any word in the given spaces, and what they may stand for: by the number of
 * typos, then by use. Candidates are words with similar trigrams and words with the same first letter, which is hardly
 * ever wrong. Words of less than four letters are too short to be corrected.
 */
async function findUnknownWords(
  db: Executor,
  spaceIds: readonly string[],
  words: readonly string[],
): Promise<UnknownWord[]> {
  const asked = words.filter((word) => word.length >= shortest && /\p{L}/u.test(word)).slice(0, wordsMax);
  if (asked.length === 0) return [];
  const { rows } = await executePrepared<UnknownWord>(
    db,
    'search-unknown-words',
    sql`select t.text, array(
        select n.word from (
          select w.word, sum(w.uses) as uses, min(levenshtein_less_equal(w.word, t.text, t.slips)) as slips
          from unnest(${sql.param(spaceIds)}::uuid[]) s (id) cross join lateral (
            select l.word, l.uses from space_words l where l.space_id = s.id and l.word % t.text
            union
            select b.word, b.uses from space_words b where b.space_id = s.id
              and b.word >= left(t.text, 1) and b.word < left(t.text, 1) || chr(1114111)) w
          where abs(char_length(w.word) - char_length(t.text)) <= t.slips group by w.word) n
        where n.slips <= t.slips order by n.slips, n.uses desc, n.word limit ${inline(likelyMax)}) as likely
      from unnest(${sql.param(asked)}::text[], ${sql.param(asked.map(slipsOf))}::integer[]) with ordinality as t (text, slips, place)
      where not exists (select from unnest(${sql.param(spaceIds)}::uuid[]) s (id) join space_words w on w.space_id = s.id
        and w.word >= t.text and w.word < t.text || chr(1114111))
      order by t.place`,
  );
  return rows;
}

/** Folded words and their replacements. */
type Replacements = ReadonlyMap<string, string>;

/** Replaces words in conditions; negated conditions stay unchanged. */
export function replaceInTerm(term: Term, replacements: Replacements): Term {
  switch (term.kind) {
    case 'and':
    case 'or':
      return { ...term, terms: term.terms.map((inner) => replaceInTerm(inner, replacements)) };
    case 'words':
      return { ...term, words: term.words.map((word) => replacements.get(word) ?? word) };
    default:
      return term;
  }
}

/** Replaces words in a query as it was written; negated conditions stay unchanged. */
export function replaceInNode(
  node: QueryNode,
  replacements: Replacements,
  spell: (word: string) => string,
): QueryNode {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { ...node, nodes: node.nodes.map((inner) => replaceInNode(inner, replacements, spell)) };
    case 'word':
    case 'phrase':
    case 'title':
    case 'url':
      return { ...node, text: replaceInText(node.text, replacements, spell) };
    default:
      return node;
  }
}

function replaceInText(text: string, replacements: Replacements, spell: (word: string) => string): string {
  let replaced = text;
  for (const word of splitWords(text)) {
    const meant = replacements.get(word);
    const range = meant === undefined ? null : new SearchedText(replaced).find({ text: word, found: [] });
    if (meant !== undefined && range !== null) {
      replaced = replaced.slice(0, range.start) + spell(meant) + replaced.slice(range.end);
    }
  }
  return replaced;
}

/** A folded word in the spelling of a text, in lower case; unchanged if the text does not contain it. */
export function spellingIn(text: string, word: string): string {
  const range = new SearchedText(text).find({ text: word, found: [] });
  const spelling = range && text.slice(range.start, range.end).toLowerCase();
  return spelling !== null && splitWords(spelling).join(' ') === word ? spelling : word;
}

/** With more hits than this, nothing is suggested. */
const fewHits = 2;
const countedMax = 200;
/** Timeout of a statement that tries candidates. The response waits for it. */
const timeoutMs = 400;

/**
 * Suggests a query that finds more if a query has few or no hits: with words that the library lacks replaced by the
 * likeliest ones that it has. Returns null if none finds more. Runs at most two statements, and none if there are
 * enough hits. No word is dropped: the closest hits need not have all words.
 */
export async function suggestQuery(
  db: Database,
  { scope, prepared, query, ranking }: PreparedSearch,
  full: number,
): Promise<string | null> {
  if (full > fewHits || prepared.term === null || scope.size === 0) return null;
  const unknown = (await findUnknownWords(db, scope.spaceIds, [...ranking.required])).filter(
    ({ likely }) => likely.length > 0,
  );
  if (unknown.length === 0) return null;
  const places = Array.from(
    { length: Math.max(...unknown.map(({ likely }) => likely.length)) },
    (_, place) => place,
  );
  const candidates = places.map(
    (place): Replacements =>
      new Map(unknown.map(({ text, likely }) => [text, likely[place] ?? likely[0] ?? text])),
  );
  const parameters = new SqlParameters();
  const compiler = prepared.compiler(parameters, { hidesWords: true });
  const spelled = `concat_ws(' ', b.title, array_to_string(b.tags, ' '), b.domain, b.description)`;
  const { term } = prepared;
  const parts = candidates.map((replacements, place) => {
    const condition = compiler.condition(replaceInTerm(term, replacements));
    const rows = matchingRows(scope, { columns: `${spelled} as text`, condition }, parameters);
    return `select ${place} as place, count(*)::integer as count, min(text) as text from (${rows} limit ${countedMax}) c`;
  });
  const tried = await runBounded<TriedRow>(
    db,
    { text: `${parts.join(' union all ')} order by place`, values: parameters.values },
    timeoutMs,
  ).catch((error: unknown) => {
    if (isCancelled(error)) return [];
    throw error;
  });
  const better = tried.find(({ count }) => count > full);
  const replacements = better && candidates[better.place];
  if (replacements === undefined) return null;
  const spell = (word: string): string => spellingIn(better?.text ?? '', word);
  const nodes = conjunctsOf(query.where).map((node) => replaceInNode(node, replacements, spell));
  const suggestion = printQuery({ ...query, where: joinNodes('and', nodes) });
  return suggestion === printQuery(query) ? null : suggestion;
}

interface TriedRow {
  place: number;
  count: number;
  text: string | null;
}

const isCancelled = (error: unknown): boolean =>
  [...causesOf(error)].some((cause) => codeOf(cause) === '57014');
