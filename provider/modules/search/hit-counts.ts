import { SqlParameters, type Database } from '@/provider/db/client';
import { termConjuncts, type Term } from '@/provider/modules/query/term';
import {
  compilerOf,
  conditionOf,
  hasPhrase,
  hasWords,
  type RankedSearch,
} from '@/provider/modules/search/candidates';
import { matchingRows, runBounded } from '@/provider/modules/search/rows';

/** A number of hits. */
export interface Counted {
  total: number;
  /** Whether the total is an estimate. */
  isEstimated: boolean;
}

/** Hits are counted up to this number; beyond it, their number is estimated. */
export const countedMax = 10_000;

/** If more hits than this are expected by the frequencies of words, they are not counted. */
export const expectedMax = 11_000;

/** The number of hits that is expected by the frequencies of the words, regardless of other conditions. */
export function expectedHits({ scope, prepared, ranking }: RankedSearch): number {
  const size = Math.max(1, scope.size);
  const share = (term: Term): number => {
    switch (term.kind) {
      case 'words':
        return term.words.reduce((product, text) => {
          const word = ranking.words.find((each) => each.text === text);
          return product * Math.min(1, (word?.expected ?? size) / size);
        }, 1);
      case 'and':
        return term.terms.reduce((product, inner) => product * share(inner), 1);
      case 'or':
        return 1 - term.terms.reduce((product, inner) => product * (1 - share(inner)), 1);
      default:
        return 1;
    }
  };
  return prepared.term === null ? size : size * share(prepared.term);
}

/** Whether a query of whole spaces consists of words only, whose frequencies are known. */
export function isPlain({ scope, prepared: { term }, ranking }: RankedSearch): boolean {
  const known = new Set(ranking.words.flatMap(({ text, expected }) => (expected === null ? [] : text)));
  const isKnown = (inner: Term): boolean =>
    inner.kind === 'words'
      ? inner.field === 'all' && !inner.isPhrase && inner.words.every((word) => known.has(word))
      : (inner.kind === 'and' || inner.kind === 'or') && inner.terms.every(isKnown);
  return scope.collectionId === null && term !== null && isKnown(term);
}

export async function countRows(db: Database, search: RankedSearch): Promise<Counted> {
  const { scope, prepared } = search;
  if (prepared.term === null && scope.collectionId === null) return { total: scope.size, isEstimated: false };
  const parameters = new SqlParameters();
  const rows = matchingRows(
    scope,
    { columns: 'b.id', condition: conditionOf(search, 'fields', parameters) },
    parameters,
  );
  const text = `select count(*)::integer as total from (${rows} limit ${countedMax + 1}) b`;
  const [counted] = await runBounded<{ total: number }>(db, { text, values: parameters.values });
  return boundTotal(db, search, counted?.total ?? 0);
}

/** A number of counted hits, or an estimate if they are more than are counted. */
export async function boundTotal(db: Database, search: RankedSearch, total: number): Promise<Counted> {
  if (total <= countedMax) return { total, isEstimated: false };
  const expected = isPlain(search)
    ? expectedHits(search)
    : await expectedMatches(db, search, search.prepared.term);
  return { total: roundEstimate(expected, countedMax + 1, search.scope.size), isEstimated: true };
}

interface Plan {
  'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }];
}

/** Returns the number of rows that the planner expects, which sees the words here. */
async function expectedRows(db: Database, rows: string, { values }: SqlParameters): Promise<number> {
  const [plan] = await runBounded<Plan>(db, { text: `explain (format json) ${rows}`, values });
  return plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Returns the expected number of bookmarks that fulfil a condition. */
function expectedMatches(
  db: Database,
  { scope, prepared }: RankedSearch,
  term: Term | null,
): Promise<number> {
  const parameters = new SqlParameters();
  const condition = term === null ? 'true' : prepared.compiler(parameters).condition(term);
  return expectedRows(db, matchingRows(scope, { columns: 'b.id', condition }, parameters), parameters);
}

/** An estimate is between two numbers, and given to two digits. */
export const roundEstimate = (estimate: number, least: number, most: number): number =>
  Number(Math.min(most, Math.max(least, estimate)).toPrecision(2));

/** Returns the expected number of hits if more pages have the words than were read. */
export async function estimateTexts(db: Database, search: RankedSearch, found: number): Promise<number> {
  const { scope, prepared } = search;
  // How often words follow each other is unknown.
  if (prepared.term === null || hasPhrase(prepared.term)) return found;
  const parameters = new SqlParameters();
  // The planner estimates whole words only: of a prefix it takes the share of all known words.
  const lexemes = compilerOf(search, 'texts', parameters).textLexemes(prepared.term)?.replaceAll(`':*`, `'`);
  const pages = `select from page_contents where account_id = ${parameters.add(scope.accountId)}
    and space_id = any (${parameters.add(scope.spaceIds)}::uuid[]) and search @@ ${parameters.add(lexemes)}::tsquery`;
  const others = termConjuncts(prepared.term).filter((term) => !hasWords(term));
  const [expected, fulfilling] = await Promise.all([
    expectedRows(db, pages, parameters),
    others.length === 0 ? scope.size : expectedMatches(db, search, { kind: 'and', terms: others }),
  ]);
  return roundEstimate((expected * fulfilling) / scope.size, found, scope.size);
}
