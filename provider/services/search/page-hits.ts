import type { Database } from '@/provider/db/client';
import type { Hit, Statement } from '@/provider/services/search/hit';
import type { Ordering } from '@/provider/services/search/ordering';
import {
  behindBookmarks,
  countBookmarksStatement,
  countPagesStatement,
  gatherStatement,
  lookStatement,
  walkStatement,
  type PageOrder,
  type PageRange,
  type PageSearch,
} from '@/provider/services/search/page-statements';
import { runBounded } from '@/provider/services/search/run-bounded';
import { gatheredMax, toTwoDigits } from '@/provider/services/search/search-plan';
import { estimateSize, measureSize } from '@/provider/services/search/scope-size';
import { isNarrowed } from '@/provider/services/search/search-scope';
import type { Term } from '@/provider/services/search/term';

export type { PageSearch };

interface PageHits {
  hits: Hit[];
  /** Of all behind the place: exact, or an estimate to two digits where they are many. */
  total: number;
}

const none: PageHits = { hits: [], total: 0 };
/** How many bookmarks are looked at to learn how frequent hits are, and of how many all are. */
const sampleSize = 500;
const wholeMax = 2_500;
/** So far the first hits of frequent ones are walked to, before the indexes have to lead to all of them. */
const walkedMax = 20_000;
/** Texts are counted up to so many times the number that is gathered. */
const countedTimes = 4;

/**
 * Bookmarks that are hits by the text of their pages and by nothing else, the newest first: those behind a place, and
 * how many there are. The index tells whether the texts with the words are few, or the bookmarks that the query wants
 * besides, so that it leads to all hits. Otherwise they are met on the way.
 */
export async function findPageHits(db: Database, search: PageSearch, range: PageRange): Promise<PageHits> {
  if (search.prepared.pageLexemes === null || search.scope.size === 0) return none;
  if (range.limit > sampleSize) return gather(db, search, behindBookmarks, range);
  const measured = await measureSize(db, search.scope);
  const way = measured.size <= wholeMax ? wholeMax : sampleSize;
  const seen = await look(db, search, range, way);
  if (seen.looked < way) return { hits: seen.hits, total: seen.found };
  const size = estimateSize(search.scope, measured, { count: seen.looked, since: seen.end?.keys[0] ?? null });
  const few = await findFew(db, search, { size, worded: seen.worded / seen.looked });
  if (few.drivers !== null) return gather(db, search, behindBookmarks, range, few.drivers);
  const hits: Hit[] = [...seen.hits];
  let share = seen.found / Math.max(seen.worded, 1);
  if (hits.length < range.limit) {
    const missing = { place: seen.end, limit: range.limit - hits.length };
    const walked = await walkOn(db, search, behindBookmarks, missing, size - seen.looked);
    if (walked === null) return gather(db, search, behindBookmarks, range);
    hits.push(...walked.hits);
    share = (seen.found + walked.hits.length) / Math.max(seen.worded + walked.worded, 1);
  }
  return { hits, total: toTwoDigits(Math.max(few.texts * share, hits.length)) };
}

/** Hits by pages are all of one tier, so more of them are gathered in the same time. */
const gatheredTimes = 2;

interface Few {
  /** Conditions that lead to few bookmarks, or none of them where the texts with the words are few; null: all are many. */
  drivers: readonly Term[] | null;
  /** Texts with the words, as far as is known. */
  texts: number;
}

/** What leads to few rows, told by the indexes: the newest bookmarks may be unlike all others, or wait for their texts. */
async function findFew(
  db: Database,
  search: PageSearch,
  { size, worded }: { size: number; worded: number },
): Promise<Few> {
  const most = Math.round(gatheredTimes * gatheredMax(size));
  const drivers = search.conjuncts.filter(saysNothingOfPages);
  if (drivers.length > 0 && (await count(db, countBookmarksStatement(search, drivers, most + 1))) <= most) {
    return { drivers, texts: 0 };
  }
  const seen = worded * size;
  if (seen > most && !isNarrowed(search.scope)) return { drivers: null, texts: seen };
  const counted = await count(db, countPagesStatement(search, countedTimes * most));
  if (counted <= most) return { drivers: [], texts: counted };
  return { drivers: null, texts: isNarrowed(search.scope) ? seen : Math.max(seen, counted) };
}

/** A condition that the index of bookmarks answers, whatever stands on the page. */
const saysNothingOfPages = (term: Term): boolean =>
  term.kind === 'lexeme' || (term.kind === 'words' && term.field !== 'all');

async function count(db: Database, statement: Statement): Promise<number> {
  return (await runBounded<{ found: number }>(db, statement))[0]?.found ?? 0;
}

/** Whether hits by the text of pages are so few that it is cheap to find them all; then all of them. */
export async function findFewPageHits(db: Database, search: PageSearch): Promise<Hit[] | null> {
  if (search.prepared.pageLexemes === null || search.scope.size === 0) return [];
  const { drivers } = await findFew(db, search, { size: search.scope.size, worded: 0 });
  if (drivers === null) return null;
  return (await gather(db, search, behindBookmarks, { place: null, limit: search.scope.size }, drivers)).hits;
}

/** All hits in an order that is asked for, whether by their bookmark or by their page, where they are many. */
export async function findHitsAndPages(
  db: Database,
  search: PageSearch,
  ordering: Ordering,
  range: PageRange,
): Promise<Hit[]> {
  const order = { ordering, isWithBookmarks: true };
  const walked = range.limit > sampleSize ? null : await walkOn(db, search, order, range, search.scope.size);
  return walked?.hits ?? (await gather(db, search, order, range)).hits;
}

/** Walks to the first hits of so many bookmarks at the most; null when they lie further on than is affordable. */
async function walkOn(
  db: Database,
  search: PageSearch,
  order: PageOrder,
  range: PageRange,
  size: number,
): Promise<{ hits: Hit[]; worded: number } | null> {
  const hits = await runBounded<Hit & { worded: number }>(db, walkStatement(search, order, range, walkedMax));
  if (hits.length < range.limit && size > walkedMax) return null;
  return { hits, worded: hits.at(-1)?.worded ?? 0 };
}

interface LookedRow extends Hit {
  looked: number | null;
  worded: number | null;
  found: number | null;
}

/** The hits among so many bookmarks behind a place, and what was seen on the way. */
async function look(db: Database, search: PageSearch, range: PageRange, way: number) {
  const rows = await runBounded<LookedRow>(db, lookStatement(search, range, way));
  const last = rows.at(-1);
  return {
    hits: rows.slice(0, -1),
    looked: last?.looked ?? 0,
    worded: last?.worded ?? 0,
    found: last?.found ?? 0,
    /** The last bookmark that was looked at. */
    end: last ?? null,
  };
}

async function gather(
  db: Database,
  search: PageSearch,
  order: PageOrder,
  range: PageRange,
  drivers: readonly Term[] = [],
): Promise<PageHits> {
  const rows = await runBounded<Hit & { total: number | null }>(
    db,
    gatherStatement(search, order, range, drivers),
  );
  return { hits: rows.slice(0, -1), total: rows.at(-1)?.total ?? 0 };
}
