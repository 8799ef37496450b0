import { sql } from 'drizzle-orm';
import { SearchedText } from '@/lib/domain/query/highlight';
import { conjunctsOf, joinNodes, type Query, type QueryNode } from '@/lib/domain/query/query';
import { printQuery } from '@/lib/domain/query/print';
import { bookmarkTiers } from '@/lib/domain/search-terms';
import { splitWords } from '@/lib/domain/search-words';
import { causesOf, codeOf } from '@/lib/observability/describe-error';
import { executePrepared, inline, SqlParameters, type Database, type Executor } from '@/provider/db/client';
import type { PreparedQuery } from '@/provider/modules/query/prepare-query';
import { isNarrowed, type SearchScope } from '@/provider/modules/search/scope';
import { matchingRows, runBounded } from '@/provider/modules/search/statements';
import { termConjuncts as termsOf, type Statement, type Term } from '@/provider/modules/query/term';

/** A word that no bookmark has, and the words of the library that are most likely meant, likeliest first. */
interface UnknownWord {
  readonly text: string;
  readonly likely: readonly string[];
}

const shortest = 4;
const likelyMax = 3;
const wordsMax = 4;

/** Maximum number of typos assumed in a word: one in three letters, at least two. */
const slipsOf = (word: string): number => Math.max(2, Math.ceil(word.length / 3));

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

/** A query that may find more: the condition to try, and the text to suggest. */
interface Candidate {
  term: Term;
  /** Whether it searches as many words as the query. */
  hasAllWords: boolean;
  /** Prints the query; `spell` maps a folded word to its spelling in the library. */
  print: (spell: (word: string) => string) => string;
}

interface Tried {
  suggestion: string;
  hasAllWords: boolean;
  /** Number of hits, up to `countedMax`. */
  count: number;
}

/** With more hits than this, nothing is suggested. */
const fewHits = 2;
const countedMax = 200;
const droppedMax = 8;
/** A word with this many uses has more hits than are counted; trying it would read all of them. */
const certainFrom = 10_000;
/** Timeout of a statement that tries candidates. The response waits for it. */
const timeoutMs = 400;

/**
 * Suggests a query that finds more if a query has few or no hits: with unknown words replaced by the likeliest words of
 * the library, otherwise without one of its conditions. Returns null if neither helps. Every suggestion has been tried.
 * Runs at most three statements, and none if there are enough hits.
 */
export async function suggestQuery(
  db: Database,
  scope: SearchScope,
  prepared: PreparedQuery,
  total: number,
): Promise<string | null> {
  if (total > fewHits || prepared.term === null || scope.size === 0) return null;
  const unknown = await findUnknownWords(
    db,
    scope.spaceIds,
    prepared.words.map(({ text }) => text),
  );
  const parts = partsOf(prepared, prepared.term);
  const asked = printQuery(prepared.query);
  const corrected = await tryAll(db, scope, prepared, correctedQueries(prepared, parts, unknown));
  const better = corrected.find(({ count, suggestion }) => count > total && suggestion !== asked);
  if (better !== undefined) return better.suggestion;
  if (total > 0) return null;
  const tried = await tryAll(db, scope, prepared, shortenedQueries(prepared, parts, unknown));
  return bestOf(tried)?.suggestion ?? null;
}

/** A condition of a query, as written and as a term. */
interface Part {
  node: QueryNode;
  term: Term;
}

/** Pairs each condition of a query with its term. If they do not correspond, the whole query is one part. */
function partsOf({ query: { where }, isWithin }: PreparedQuery, term: Term): Part[] {
  const nodes = conjunctsOf(where);
  const terms = termsOf(term);
  if (!isWithin && nodes.length === terms.length) {
    return nodes.flatMap((node, place) => (terms[place] ? [{ node, term: terms[place] }] : []));
  }
  return where === null ? [] : [{ node: where, term }];
}

const hasPositiveTerm = (parts: readonly Part[]): boolean => parts.some(({ term }) => term.kind !== 'not');

/** The candidate with some conditions of a query, and with words replaced. */
const candidateOf = (
  query: Query,
  parts: readonly Part[],
  meant: Replacements,
  hasAllWords: boolean,
): Candidate => ({
  term: { kind: 'and', terms: parts.map(({ term }) => replaceInTerm(term, meant)) },
  hasAllWords,
  print: (spell) => {
    const nodes = parts.map(({ node }) => replaceInNode(node, meant, spell));
    return printQuery({ ...query, where: joinNodes('and', nodes) });
  },
});

/** Maps each unknown word to its likely word of a rank, or to the likeliest one if it has none of that rank. */
const replacementsOf = (unknown: readonly UnknownWord[], place: number): Replacements =>
  new Map(unknown.map(({ text, likely }) => [text, likely[place] ?? likely[0] ?? text]));

/** The query with unknown words replaced by the likeliest ones, then by the next; without those that have none. */
function correctedQueries(
  { query }: PreparedQuery,
  parts: readonly Part[],
  unknown: readonly UnknownWord[],
): Candidate[] {
  const unmatched = new Set(unknown.flatMap(({ text, likely }) => (likely.length === 0 ? [text] : [])));
  const kept = parts.filter(
    ({ term }) => term.kind !== 'words' || !term.words.some((word) => unmatched.has(word)),
  );
  if (unknown.length === 0 || !hasPositiveTerm(kept)) return [];
  const most = Math.max(1, ...unknown.map(({ likely }) => likely.length));
  return Array.from({ length: most }, (_, place) =>
    candidateOf(query, kept, replacementsOf(unknown, place), true),
  );
}

/** The query without each of its conditions in turn, if a condition other than a negation remains. */
const shortenedQueries = (
  { query }: PreparedQuery,
  parts: readonly Part[],
  unknown: readonly UnknownWord[],
): Candidate[] =>
  parts.slice(0, droppedMax).flatMap(({ term }, place) => {
    const kept = parts.toSpliced(place, 1);
    if (!hasPositiveTerm(kept)) return [];
    return [candidateOf(query, kept, replacementsOf(unknown, 0), term.kind !== 'words')];
  });

/** Whether a candidate is a single word with so many uses that it need not be tried. */
function isCertain(
  { term }: Candidate,
  { isNarrow, uses }: { isNarrow: boolean; uses: PreparedQuery['uses'] },
): boolean {
  const [only, ...others] = termsOf(term);
  if (isNarrow || only?.kind !== 'words' || others.length > 0) return false;
  const { field, isPhrase, words } = only;
  return field === 'all' && !isPhrase && words.length === 1 && (uses.get(words[0] ?? '') ?? 0) >= certainFrom;
}

/** Counts the hits of all candidates in one statement. */
async function tryAll(
  db: Database,
  scope: SearchScope,
  prepared: PreparedQuery,
  candidates: readonly Candidate[],
): Promise<Tried[]> {
  const parameters = new SqlParameters();
  const compiler = prepared.compiler(parameters);
  const spelled = `concat_ws(' ', b.title, array_to_string(b.tags, ' '), b.domain, b.description)`;
  const known = { isNarrow: isNarrowed(scope), uses: prepared.uses };
  const parts = candidates.flatMap((candidate, place) => {
    if (isCertain(candidate, known)) return [];
    const rows = matchingRows(
      scope,
      { columns: `${spelled} as text`, condition: compiler.condition(candidate.term, bookmarkTiers) },
      parameters,
    );
    return [
      `select ${place} as place, count(*)::integer as count, min(text) as text from (${rows} limit ${countedMax}) c`,
    ];
  });
  const tried = await runAll(
    db,
    { text: `${parts.join(' union all ')} order by place`, values: parameters.values },
    parts.length,
  );
  return candidates.map((candidate, place) => {
    const found = tried.find((row) => row.place === place);
    return {
      suggestion: candidate.print((word) => spellingIn(found?.text ?? '', word)),
      hasAllWords: candidate.hasAllWords,
      count: isCertain(candidate, known) ? countedMax : (found?.count ?? 0),
    };
  });
}

interface TriedRow {
  place: number;
  count: number;
  text: string | null;
}

async function runAll(db: Database, statement: Statement, count: number): Promise<TriedRow[]> {
  if (count === 0) return [];
  return runBounded<TriedRow>(db, statement, timeoutMs).catch((error: unknown) => {
    if (isCancelled(error)) return [];
    throw error;
  });
}

/** The best candidate with hits: prefers those with all words, then the one with most hits. */
const bestOf = (tried: readonly Tried[]): Tried | undefined =>
  tried
    .filter(({ count }) => count > 0)
    .sort((a, b) => Number(b.hasAllWords) - Number(a.hasAllWords) || b.count - a.count)[0];

const isCancelled = (error: unknown): boolean =>
  [...causesOf(error)].some((cause) => codeOf(cause) === '57014');
