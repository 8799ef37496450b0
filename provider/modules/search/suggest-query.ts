import { sql } from 'drizzle-orm';
import { SearchedText } from '@/lib/domain/query/highlight';
import { conjunctsOf, joinNodes, type Query, type QueryNode } from '@/lib/domain/query/query';
import { printQuery } from '@/lib/domain/query/print';
import { bookmarkTiers } from '@/lib/domain/search-terms';
import { splitWords } from '@/lib/domain/search-words';
import { causesOf, codeOf } from '@/lib/observability/describe-error';
import { executePrepared, inline, SqlParameters, type Database, type Executor } from '@/provider/db/client';
import type { PreparedQuery } from '@/provider/modules/search/prepare-query';
import { isNarrowed, type SearchScope } from '@/provider/modules/search/scope';
import { matchingRows, runBounded } from '@/provider/modules/search/statements';
import { termConjuncts as termsOf, type Statement, type Term } from '@/provider/modules/search/term';

/** A word that no bookmark has, and those of the library that are most likely meant, the likeliest first. */
interface UnknownWord {
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

/** Folded words and what is to stand in their place. */
type Replacements = ReadonlyMap<string, string>;

/** The conditions with other words, where they look for some; what must not be there stays as it is. */
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

/** The same in a query as it was written. */
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

/** A folded word as a text spells it, in lower case; as it is where the text does not have it. */
export function spellingIn(text: string, word: string): string {
  const range = new SearchedText(text).find({ text: word, found: [] });
  const spelling = range && text.slice(range.start, range.end).toLowerCase();
  return spelling !== null && splitWords(spelling).join(' ') === word ? spelling : word;
}

/** A query that may find more, as a condition to try and as a text to offer. */
interface Candidate {
  term: Term;
  /** It looks for as many words as the query does. */
  hasAllWords: boolean;
  /** `spell` gives a folded word the spelling that it has in a text of the library. */
  print: (spell: (word: string) => string) => string;
}

interface Tried {
  suggestion: string;
  hasAllWords: boolean;
  /** Hits, up to a bound. */
  count: number;
}

/** Of more hits than these nothing is asked: what is found is enough. */
const fewHits = 2;
const countedMax = 200;
const droppedMax = 8;
/** A word that stands in so many places of a library has more hits than are counted: to try it would read all of them. */
const certainFrom = 10_000;
/** What is found is not kept waiting any longer for what might have been found. */
const timeoutMs = 400;

/**
 * A query that finds more, where one finds nothing or little: with words that no bookmark has replaced by the likeliest
 * of the library, else without the condition that excludes everything. Null when nothing helps. What is offered has
 * been tried; two or three statements at the most, and none where there are hits enough.
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

/** The conditions of a query, each as it was written and as it is tried. */
interface Part {
  node: QueryNode;
  term: Term;
}

/** Where not each condition has become one that can be tried, all of them are one part. */
function partsOf({ query: { where }, isWithin }: PreparedQuery, term: Term): Part[] {
  const nodes = conjunctsOf(where);
  const terms = termsOf(term);
  if (!isWithin && nodes.length === terms.length) {
    return nodes.flatMap((node, place) => (terms[place] ? [{ node, term: terms[place] }] : []));
  }
  return where === null ? [] : [{ node: where, term }];
}

const asksForSomething = (parts: readonly Part[]): boolean => parts.some(({ term }) => term.kind !== 'not');

/** The query of some of its conditions, with other words. */
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

/** Unknown words and the likeliest one for each, or the next one where there is one. */
const meantBy = (unknown: readonly UnknownWord[], place: number): Replacements =>
  new Map(unknown.map(({ text, likely }) => [text, likely[place] ?? likely[0] ?? text]));

/** The query with its unknown words replaced by their likeliest ones, then by the next; without those like no other. */
function correctedQueries(
  { query }: PreparedQuery,
  parts: readonly Part[],
  unknown: readonly UnknownWord[],
): Candidate[] {
  const hopeless = new Set(unknown.flatMap(({ text, likely }) => (likely.length === 0 ? [text] : [])));
  const kept = parts.filter(
    ({ term }) => term.kind !== 'words' || !term.words.some((word) => hopeless.has(word)),
  );
  if (unknown.length === 0 || !asksForSomething(kept)) return [];
  const most = Math.max(1, ...unknown.map(({ likely }) => likely.length));
  return Array.from({ length: most }, (_, place) => candidateOf(query, kept, meantBy(unknown, place), true));
}

/** The query without each of its conditions, as long as it still asks for something. */
const shortenedQueries = (
  { query }: PreparedQuery,
  parts: readonly Part[],
  unknown: readonly UnknownWord[],
): Candidate[] =>
  parts.slice(0, droppedMax).flatMap(({ term }, place) => {
    const kept = parts.toSpliced(place, 1);
    if (!asksForSomething(kept)) return [];
    return [candidateOf(query, kept, meantBy(unknown, 0), term.kind !== 'words')];
  });

/** Whether a candidate is a word of the query that stands in so many places that there is nothing to try. */
function isCertain(
  { term }: Candidate,
  { isNarrow, uses }: { isNarrow: boolean; uses: PreparedQuery['uses'] },
): boolean {
  const [only, ...others] = termsOf(term);
  if (isNarrow || only?.kind !== 'words' || others.length > 0) return false;
  const { field, isPhrase, words } = only;
  return field === 'all' && !isPhrase && words.length === 1 && (uses.get(words[0] ?? '') ?? 0) >= certainFrom;
}

/** How many hits each candidate has, in one statement. */
async function tryAll(
  db: Database,
  scope: SearchScope,
  prepared: PreparedQuery,
  candidates: readonly Candidate[],
): Promise<Tried[]> {
  const parameters = new SqlParameters();
  const compiler = prepared.compiler(parameters);
  const said = `concat_ws(' ', b.title, array_to_string(b.tags, ' '), b.domain, b.description)`;
  const known = { isNarrow: isNarrowed(scope), uses: prepared.uses };
  const parts = candidates.flatMap((candidate, place) => {
    if (isCertain(candidate, known)) return [];
    const rows = matchingRows(
      scope,
      { columns: `${said} as text`, condition: compiler.condition(candidate.term, bookmarkTiers) },
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

/** What finds something: rather with all words than without one of them, then what finds most. */
const bestOf = (tried: readonly Tried[]): Tried | undefined =>
  tried
    .filter(({ count }) => count > 0)
    .sort((a, b) => Number(b.hasAllWords) - Number(a.hasAllWords) || b.count - a.count)[0];

const isCancelled = (error: unknown): boolean =>
  [...causesOf(error)].some((cause) => codeOf(cause) === '57014');
