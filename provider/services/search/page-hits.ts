import type { Database } from '@/provider/db/client';
import { Parameters } from '@/provider/services/listing/parameters';
import { bookmarkTiers, pageTier, type TermCompiler } from '@/provider/services/search/compile-term';
import { checked } from '@/provider/services/search/expressions';
import type { Hit, Place, Statement } from '@/provider/services/search/hit';
import {
  isBehind,
  keyColumns,
  namedKeys,
  newestFirst,
  orderBy,
  printedKeys,
} from '@/provider/services/search/ordering';
import type { PreparedQuery } from '@/provider/services/search/prepare-query';
import { runBounded } from '@/provider/services/search/run-bounded';
import { gatheredMax, toTwoDigits } from '@/provider/services/search/search-plan';
import { firstRows, matchingRows } from '@/provider/services/search/search-rows';
import type { SearchScope } from '@/provider/services/search/search-scope';
import { estimateSize, measureSize } from '@/provider/services/search/scope-size';
import type { Term } from '@/provider/services/search/term';

export interface PageSearch {
  /** The scope and the conditions that are left of the query when it is narrowed. */
  scope: SearchScope;
  conjuncts: readonly Term[];
  prepared: PreparedQuery;
}

interface PageRange {
  place: Place;
  limit: number;
}

interface PageHits {
  hits: Hit[];
  /** Of all behind the place: exact, or an estimate to two digits where they are many. */
  total: number;
}

const none: PageHits = { hits: [], total: 0 };
/** How many bookmarks are looked at to learn how frequent hits are, and at most to find some of frequent ones. */
const sampleSize = 500;
const walkedMin = 2_000;
const walkedMax = 20_000;
/** Texts are counted up to so many times the number of hits that is gathered. */
const countedTimes = 4;
const keys = namedKeys(newestFirst, 'h');

/**
 * Bookmarks that are hits by the text of their pages and by nothing else, the newest first: those behind a place, and
 * how many there are. A look at the newest tells whether they are few, so that the index of texts finds them all, or so
 * many that they are met on the way.
 */
export async function findPageHits(db: Database, search: PageSearch, range: PageRange): Promise<PageHits> {
  if (search.prepared.pageLexemes === null || search.scope.size === 0) return none;
  if (range.limit > sampleSize) return gather(db, search, range);
  const first = await walk(db, search, range, sampleSize);
  const { looked, found, since } = first;
  if (looked < sampleSize) return { hits: first.hits, total: found };
  const size = estimateSize(search.scope, await measureSize(db, search.scope), { count: looked, since });
  const seen = (found / looked) * size;
  const most = Math.round(gatheredMax(size));
  // The newest bookmarks may wait for their texts still, and tell nothing then.
  const expected = seen > most ? seen : await countPages(db, search, countedTimes * most);
  if (expected <= most) return gather(db, search, range);
  const total = toTwoDigits(expected);
  if (first.hits.length === range.limit) return { hits: first.hits, total };
  const further = Math.ceil((4 * range.limit * size) / expected);
  for (const way of [Math.min(Math.max(further, walkedMin), walkedMax), walkedMax]) {
    const walked = await walk(db, search, range, way);
    if (walked.hits.length === range.limit || walked.looked < way) return { hits: walked.hits, total };
  }
  return { hits: (await gather(db, search, range)).hits, total };
}

/** How many texts of the spaces have the words, up to a number. */
async function countPages(db: Database, { scope, prepared }: PageSearch, most: number): Promise<number> {
  const text = `select count(*)::integer as found from (
    select from page_contents p where p.space_id = any ($1::uuid[]) and p.search @@ $2::tsquery limit $3) p`;
  const values = [scope.spaceIds, prepared.pageLexemes, most];
  return (await runBounded<{ found: number }>(db, { text, values }))[0]?.found ?? 0;
}

/** Words that the index of texts has found already, so that no text has to be read for them. */
const isAnswered = (term: Term): boolean => term.kind === 'words' && term.field === 'all' && !term.isPhrase;

/** What a hit fulfils, with the row `p` of its page beside it. */
function conditions({ conjuncts, prepared }: PageSearch, compiler: TermCompiler) {
  const onPage = conjuncts.filter((term) => !isAnswered(term));
  return {
    pages: compiler.matches(prepared.pageLexemes ?? '', 'p.search'),
    checks: [
      ...(onPage.length === 0 ? [] : [checked(compiler.condition({ kind: 'and', terms: onPage }, pageTier))]),
      `not ${checked(compiler.condition({ kind: 'and', terms: [...conjuncts] }, bookmarkTiers))}`,
    ].join(' and '),
  };
}

type WalkedRow = Hit & { looked: number | null; found: number; since: string | null };

/** The hits among so many bookmarks behind a place, and a last row with what was seen on the way. */
async function walk(db: Database, search: PageSearch, { place, limit }: PageRange, looked: number) {
  const parameters = new Parameters();
  const { pages, checks } = conditions(search, search.prepared.compiler(parameters, true));
  const rows = firstRows(search.scope, newestFirst, looked, place, parameters);
  const text = `
    with s as materialized (
        select b.id, ${keyColumns(newestFirst)}, case when p.search is null then false else ${pages} and ${checks} end as hits
        from (${rows}) b left join page_contents p on p.bookmark_id = b.id),
      h as (select s.*, row_number() over (order by ${orderBy(namedKeys(newestFirst, 's'), 's.id', newestFirst)}) as number
        from s where s.hits order by number limit ${limit})
    select h.id, ${pageTier} as tier, ${printedKeys('h', newestFirst)}, h.number, null::integer as looked, 0 as found,
      null as since from h
    union all select null, null, null, null, count(*)::integer, (count(*) filter (where hits))::integer,
      (min(k1) at time zone 'UTC')::text from s
    order by number`;
  const found = await runBounded<WalkedRow>(db, { text, values: parameters.values });
  const last = found.at(-1);
  return {
    hits: found.slice(0, -1),
    looked: last?.looked ?? 0,
    found: last?.found ?? 0,
    since: last?.since ?? null,
  };
}

/** All hits, found by the index, and a last row with their number. */
async function gather(db: Database, search: PageSearch, range: PageRange): Promise<PageHits> {
  const rows = await runBounded<Hit & { total: number | null }>(db, gatherStatement(search, range));
  return { hits: rows.slice(0, -1), total: rows.at(-1)?.total ?? 0 };
}

function gatherStatement(search: PageSearch, { place, limit }: PageRange): Statement {
  const parameters = new Parameters();
  const { pages, checks } = conditions(search, search.prepared.compiler(parameters));
  const rows = matchingRows(
    search.scope,
    {
      columns: `b.id, ${keyColumns(newestFirst)}`,
      from: (space) => `join page_contents p on p.bookmark_id = b.id and p.space_id = ${space} and ${pages}`,
      condition: checks,
    },
    parameters,
  );
  const onwards =
    place === null ? '' : `where ${isBehind(place, { keys, id: 'h.id' }, newestFirst, parameters)}`;
  const text = `
    with h as materialized (${rows}),
      page as (select h.*, row_number() over (order by ${orderBy(keys, 'h.id', newestFirst)}) as number from h ${onwards}
        order by number limit ${limit})
    select g.id, ${pageTier} as tier, ${printedKeys('g', newestFirst)}, g.number, null::integer as total from page g
    union all select null, null, null, null, count(*)::integer from h
    order by number`;
  return { text, values: parameters.values };
}
