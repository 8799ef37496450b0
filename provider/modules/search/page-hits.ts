import { bookmarkTiers } from '@/lib/domain/search-terms';
import { SqlParameters, type Database } from '@/provider/db/client';
import { pageTier, type TermCompiler } from '@/provider/modules/query/compile-term';
import {
  withoutIndex,
  isAfter,
  keyColumns,
  keyExpressions,
  namedKeys,
  newestFirst,
  orderBy,
  printedKeys,
  type Ordering,
} from '@/provider/modules/search/expressions';
import { estimateSize, measureSize } from '@/provider/modules/search/find-hits';
import { candidatesMax, toTwoDigits } from '@/provider/modules/search/plan';
import type { PreparedQuery } from '@/provider/modules/query/prepare-query';
import { isNarrowed, type SearchScope } from '@/provider/modules/search/scope';
import { firstRows, matchingRows, runBounded } from '@/provider/modules/search/statements';
import type { Hit, ResultPosition, Statement, Term } from '@/provider/modules/query/term';

export interface PageSearch {
  /** The narrowed scope, and the conditions that remain to be checked in it. */
  scope: SearchScope;
  conjuncts: readonly Term[];
  prepared: PreparedQuery;
}

interface PageRange {
  place: ResultPosition;
  limit: number;
}

/** The order of hits, and whether bookmarks that match without their page text are included. */
interface PageOrder {
  ordering: Ordering;
  isWithBookmarks: boolean;
}

/** Hits by page text only, listed after all other hits, newest first. */
const pagesOnly: PageOrder = { ordering: newestFirst, isWithBookmarks: false };

const tierOf = ({ isWithBookmarks }: PageOrder): number => (isWithBookmarks ? bookmarkTiers : pageTier);

/** Whether the index of page texts alone answers a term, so that no text has to be read for it. */
export const isAnsweredByPage = (term: Term): boolean =>
  term.kind === 'words' && term.field === 'all' && !term.isPhrase;

/** Conditions of a hit over `bookmarks b` and its page row `p`: the text has the words, and the other terms match. */
function conditions({ conjuncts, prepared }: PageSearch, compiler: TermCompiler) {
  const others = conjuncts.filter((term) => !isAnsweredByPage(term));
  return {
    hasWords: compiler.matches(prepared.pageLexemes ?? '', 'p.search'),
    otherConditions:
      others.length === 0
        ? 'true'
        : withoutIndex(compiler.condition({ kind: 'and', terms: others }, pageTier)),
    byBookmark: withoutIndex(compiler.condition({ kind: 'and', terms: [...conjuncts] }, bookmarkTiers)),
  };
}

/**
 * Counts the page texts of the spaces that contain the words, up to a maximum. If the planner saw a frequent word, it
 * would read and compare all texts of the account instead of the index.
 */
const countPagesStatement = ({ scope, prepared }: PageSearch, most: number): Statement => ({
  text: `select count(*)::integer as found from (
    select from page_contents p
    where p.account_id = $4 and p.space_id = any ($1::uuid[]) and p.search @@ (select $2::tsquery) limit $3) p`,
  values: [scope.spaceIds, prepared.pageLexemes, most, scope.accountId],
});

/** Counts the bookmarks that fulfil some conditions that the index answers, up to a maximum. */
function countBookmarksStatement(
  { scope, prepared }: PageSearch,
  terms: readonly Term[],
  most: number,
): Statement {
  const parameters = new SqlParameters();
  const condition = prepared.compiler(parameters).condition({ kind: 'and', terms }, bookmarkTiers);
  const rows = matchingRows(scope, { columns: '1', condition }, parameters);
  return {
    text: `select count(*)::integer as found from (${rows} limit ${most}) b`,
    values: parameters.values,
  };
}

/** Joins bookmark rows with their page `p`; `worded` is true if its text contains the words. */
const besidePage = (rows: string, hasWords: string): string => `(${rows}) b
  left join lateral (select * from page_contents p
    where p.account_id = b.account_id and p.bookmark_id = b.id offset 0) p on true
  cross join lateral (select case when p.search is null then false else ${hasWords} end as worded offset 0) f`;

/**
 * Inspects a number of bookmarks after a position one by one. Returns the first hits and a last row with the counts of
 * inspected rows and the position of the last one.
 */
function inspectStatement(search: PageSearch, { place, limit }: PageRange, looked: number): Statement {
  const parameters = new SqlParameters();
  const { hasWords, otherConditions, byBookmark } = conditions(
    search,
    search.prepared.compiler(parameters, true),
  );
  const rows = firstRows(search.scope, newestFirst, looked, place, parameters);
  const keys = namedKeys(newestFirst, 's');
  const text = `
    with s as materialized (
        select b.id, ${keyColumns(newestFirst)}, f.worded, f.worded and not ${byBookmark} and ${otherConditions} as hits
        from ${besidePage(rows, hasWords)}),
      h as (select s.*, row_number() over (order by ${orderBy(keys, 's.id', newestFirst)}) as number
        from s where s.hits order by number limit ${limit})
    select h.id, ${pageTier} as tier, ${printedKeys('h', newestFirst)}, h.number, null::integer as looked,
      null::integer as worded, null::integer as found from h
    union all select l.id, ${pageTier}, ${printedKeys('l', newestFirst)}, null, looked, worded, found from (
      select count(*)::integer as looked, (count(*) filter (where worded))::integer as worded,
        (count(*) filter (where hits))::integer as found from s) c
      left join (select id, k1 from s order by k1, id limit 1) l on true
    order by number`;
  return { text, values: parameters.values };
}

/**
 * Returns the first hits among a number of bookmarks after a position; reading stops at the last of them. Each hit has
 * the number of texts with the words that were read up to it.
 */
function scanStatement(
  search: PageSearch,
  order: PageOrder,
  { place, limit }: PageRange,
  looked: number,
): Statement {
  const parameters = new SqlParameters();
  const { ordering } = order;
  const { hasWords, otherConditions, byBookmark } = conditions(
    search,
    search.prepared.compiler(parameters, true),
  );
  const rows = firstRows(search.scope, ordering, looked, place, parameters);
  const byPage = `f.worded and ${otherConditions}`;
  const isHit = order.isWithBookmarks ? `${byBookmark} or (${byPage})` : `not ${byBookmark} and ${byPage}`;
  const text = `
    select w.id, ${tierOf(order)} as tier, ${printedKeys('w', ordering)}, w.worded::integer
    from (select b.id, ${keyColumns(ordering)}, (${isHit}) as hits,
        count(*) filter (where f.worded) over (rows unbounded preceding) as worded
      from ${besidePage(rows, hasWords)} order by ${orderBy(keyExpressions(ordering), 'b.id', ordering)}) w
    where w.hits order by ${orderBy(namedKeys(ordering, 'w'), 'w.id', ordering)} limit ${limit}`;
  return { text, values: parameters.values };
}

/** Returns all hits, found by the indexes, and a last row with their number. */
function candidateStatement(
  search: PageSearch,
  order: PageOrder,
  { place, limit }: PageRange,
  /** Conditions that select few bookmarks, whose pages are then read. Without them the index of texts is used. */
  drivers: readonly Term[] = [],
): Statement {
  const parameters = new SqlParameters();
  const { ordering } = order;
  const compiler = search.prepared.compiler(parameters);
  const { hasWords, otherConditions, byBookmark } = conditions(search, compiler);
  const columns = `b.id, ${keyColumns(ordering)}`;
  const allOf = (terms: readonly Term[]): string => compiler.condition({ kind: 'and', terms }, bookmarkTiers);
  const leading = drivers.length === 0 ? '' : `${allOf(drivers)} and `;
  const from = (space: string): string =>
    drivers.length === 0
      ? `join page_contents p
          on p.account_id = b.account_id and p.bookmark_id = b.id and p.space_id = ${space} and ${hasWords}`
      : `cross join lateral (select p.* from page_contents p
          where p.account_id = b.account_id and p.bookmark_id = b.id and ${hasWords} offset 0) p`;
  const byPages = matchingRows(
    search.scope,
    { columns, from, condition: `${leading}not ${byBookmark} and ${otherConditions}` },
    parameters,
  );
  const rows = order.isWithBookmarks
    ? `${byPages} union all ${matchingRows(search.scope, { columns, condition: allOf(search.conjuncts) }, parameters)}`
    : byPages;
  const keys = namedKeys(ordering, 'h');
  const onwards = place === null ? '' : `where ${isAfter(place, { keys, id: 'h.id' }, ordering, parameters)}`;
  const text = `
    with h as materialized (${rows}),
      page as (select h.*, row_number() over (order by ${orderBy(keys, 'h.id', ordering)}) as number from h ${onwards}
        order by number limit ${limit})
    select g.id, ${tierOf(order)} as tier, ${printedKeys('g', ordering)}, g.number, null::integer as total from page g
    union all select null, null, null, null, count(*)::integer from h
    order by number`;
  return { text, values: parameters.values };
}

interface PageHits {
  hits: Hit[];
  /** Number of hits after the position: exact, or an estimate to two digits if they are many. */
  total: number;
}

const none: PageHits = { hits: [], total: 0 };
/** Bookmarks inspected to estimate how frequent hits are. Scopes of up to `wholeMax` are inspected completely. */
const sampleSize = 500;
const wholeMax = 2_500;
/** Rows scanned for the first hits of frequent words before all candidates are read from the indexes. */
const scannedMax = 20_000;
/** Texts are counted up to this multiple of the maximum number of candidates. */
const countedFactor = 4;

/**
 * Finds bookmarks that match only by the text of their pages, newest first: those after a position, and their number.
 * If the index has few texts with the words, or few bookmarks that fulfil the other conditions, all hits are read from
 * it. Otherwise bookmarks are scanned in order.
 */
export async function findPageHits(db: Database, search: PageSearch, range: PageRange): Promise<PageHits> {
  if (search.prepared.pageLexemes === null || search.scope.size === 0) return none;
  if (range.limit > sampleSize) return findCandidates(db, search, pagesOnly, range);
  const measured = await measureSize(db, search.scope);
  const window = measured.size <= wholeMax ? wholeMax : sampleSize;
  const seen = await inspect(db, search, range, window);
  if (seen.looked < window) return { hits: seen.hits, total: seen.found };
  const size = estimateSize(search.scope, measured, { count: seen.looked, since: seen.end?.keys[0] ?? null });
  const few = await findSelectiveTerms(db, search, { size, worded: seen.worded / seen.looked });
  if (few.drivers !== null) return findCandidates(db, search, pagesOnly, range, few.drivers);
  const hits: Hit[] = [...seen.hits];
  let share = seen.found / Math.max(seen.worded, 1);
  if (hits.length < range.limit) {
    const missing = { place: seen.end, limit: range.limit - hits.length };
    const scanned = await scanPages(db, search, pagesOnly, missing, size - seen.looked);
    if (scanned === null) return findCandidates(db, search, pagesOnly, range);
    hits.push(...scanned.hits);
    share = (seen.found + scanned.hits.length) / Math.max(seen.worded + scanned.worded, 1);
  }
  return { hits, total: toTwoDigits(Math.max(few.texts * share, hits.length)) };
}

/** Hits by page text are all of one tier, so more candidates can be ranked in the same time. */
const candidatesFactor = 2;

interface SelectiveTerms {
  /** Conditions that select few bookmarks; empty if the texts with the words are few; null if neither is. */
  drivers: readonly Term[] | null;
  /** Known or estimated number of texts with the words. */
  texts: number;
}

/** Finds selective conditions by counting. The newest bookmarks may not be typical, or not have their texts yet. */
async function findSelectiveTerms(
  db: Database,
  search: PageSearch,
  { size, worded }: { size: number; worded: number },
): Promise<SelectiveTerms> {
  const most = Math.round(candidatesFactor * candidatesMax(size));
  const drivers = search.conjuncts.filter(isIndependentOfPages);
  if (drivers.length > 0 && (await count(db, countBookmarksStatement(search, drivers, most + 1))) <= most) {
    return { drivers, texts: 0 };
  }
  const seen = worded * size;
  if (seen > most && !isNarrowed(search.scope)) return { drivers: null, texts: seen };
  const counted = await count(db, countPagesStatement(search, countedFactor * most));
  if (counted <= most) return { drivers: [], texts: counted };
  return { drivers: null, texts: isNarrowed(search.scope) ? seen : Math.max(seen, counted) };
}

/** Whether the index of bookmarks alone answers a condition, independently of the page text. */
const isIndependentOfPages = (term: Term): boolean =>
  term.kind === 'lexeme' || (term.kind === 'words' && term.field !== 'all');

async function count(db: Database, statement: Statement): Promise<number> {
  return (await runBounded<{ found: number }>(db, statement))[0]?.found ?? 0;
}

/** Returns all hits by page text if they are few enough to be read at once; otherwise null. */
export async function findFewPageHits(db: Database, search: PageSearch): Promise<Hit[] | null> {
  if (search.prepared.pageLexemes === null || search.scope.size === 0) return [];
  const { drivers } = await findSelectiveTerms(db, search, { size: search.scope.size, worded: 0 });
  if (drivers === null) return null;
  return (await findCandidates(db, search, pagesOnly, { place: null, limit: search.scope.size }, drivers))
    .hits;
}

/** Finds hits by bookmark and by page text in a requested order, for searches with many of them. */
export async function findHitsAndPages(
  db: Database,
  search: PageSearch,
  ordering: Ordering,
  range: PageRange,
): Promise<Hit[]> {
  const order = { ordering, isWithBookmarks: true };
  const scanned =
    range.limit > sampleSize ? null : await scanPages(db, search, order, range, search.scope.size);
  return scanned?.hits ?? (await findCandidates(db, search, order, range)).hits;
}

/** Scans at most `scannedMax` bookmarks for the first hits; null if they do not fill the page within that bound. */
async function scanPages(
  db: Database,
  search: PageSearch,
  order: PageOrder,
  range: PageRange,
  size: number,
): Promise<{ hits: Hit[]; worded: number } | null> {
  const hits = await runBounded<Hit & { worded: number }>(
    db,
    scanStatement(search, order, range, scannedMax),
  );
  if (hits.length < range.limit && size > scannedMax) return null;
  return { hits, worded: hits.at(-1)?.worded ?? 0 };
}

interface InspectedRow extends Hit {
  looked: number | null;
  worded: number | null;
  found: number | null;
}

/** Inspects a number of bookmarks after a position; returns the hits and the counts of inspected rows. */
async function inspect(db: Database, search: PageSearch, range: PageRange, window: number) {
  const rows = await runBounded<InspectedRow>(db, inspectStatement(search, range, window));
  const last = rows.at(-1);
  return {
    hits: rows.slice(0, -1),
    looked: last?.looked ?? 0,
    worded: last?.worded ?? 0,
    found: last?.found ?? 0,
    /** The last bookmark that was inspected. */
    end: last ?? null,
  };
}

async function findCandidates(
  db: Database,
  search: PageSearch,
  order: PageOrder,
  range: PageRange,
  drivers: readonly Term[] = [],
): Promise<PageHits> {
  const rows = await runBounded<Hit & { total: number | null }>(
    db,
    candidateStatement(search, order, range, drivers),
  );
  return { hits: rows.slice(0, -1), total: rows.at(-1)?.total ?? 0 };
}
