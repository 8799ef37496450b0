import { sql } from 'drizzle-orm';
import { inline, type Database, type Executor } from '@/provider/db/client';
import {
  newestFirst,
  visitsLift,
  type Ordering,
  type SearchConditions,
} from '@/provider/modules/search/expressions';
import {
  chooseDrivers,
  correctSample,
  estimateCut,
  estimateTotal,
  candidatesMax,
  ranksAllCandidates,
  planScan,
  readAtMost,
  sampleOfRare,
  assumeHits,
  scannedMax,
  scanLengths,
  combineStrata,
  type Sample,
  type Stratum,
} from '@/provider/modules/search/plan';
import { isNarrowed, type SearchScope } from '@/provider/modules/search/scope';
import {
  candidateStatement,
  runBounded,
  sampleStatement,
  scanTierStatement,
  type CandidateRange,
  type SearchTask,
} from '@/provider/modules/search/statements';
import type { Hit, ResultPosition, Term } from '@/provider/modules/query/term';

interface ScopeSize {
  /** Maximum number of bookmarks in it. */
  size: number;
  /** Start of the date range; the first creation time if the scope has only an end; null if unbounded. */
  since: Date | null;
}

/** Marked bookmarks are counted up to this number; an exact count of more is not needed. */
const countedMax = 20_000;

/** Returns an upper bound of the number of bookmarks in a scope; counters and small indexes tighten it if narrowed. */
export async function measureSize(
  db: Executor,
  { accountId, spaceIds, collectionIds, marks, size, from, before }: SearchScope,
): Promise<ScopeSize> {
  const needsFirst = from === null && before !== null;
  if (collectionIds.length === 0 && marks.length === 0 && !needsFirst) return { size, since: from };
  const spaces = sql`${sql.param(spaceIds)}::uuid[]`;
  const sizes = [
    sql`${size}::integer`,
    ...collectionIds.map(
      (id) => sql`(select bookmark_count from collections where account_id = ${accountId} and id = ${id})`,
    ),
    ...marks.map((mark) =>
      mark === 'favorite'
        ? sql`(select sum(favorite_count)::integer from spaces
            where account_id = ${accountId} and id = any (${spaces}))`
        : sql`(select count(*)::integer from (select from bookmarks b
            where b.account_id = ${accountId} and b.space_id = any (${spaces})
            and b.${sql.identifier(mark)} and b.deleted_at is null limit ${inline(countedMax)}) m)`,
    ),
  ];
  const first = sql`select min(f.created_at) from unnest(${spaces}) s (id) cross join lateral (
    select b.created_at from bookmarks b where b.account_id = ${accountId} and b.space_id = s.id and b.deleted_at is null
    order by b.created_at limit 1) f`;
  const { rows } = await db.execute<{ size: number; since: string | null }>(
    sql`select least(${sql.join(sizes, sql`, `)}) as size, (${needsFirst ? first : sql`select null::timestamptz`}) as since`,
  );
  const [found] = rows;
  const since = found?.since ?? null;
  return { size: found?.size ?? size, since: from ?? (since === null ? null : new Date(since)) };
}

/** Estimates the number of bookmarks between the dates of a scope, assuming the density of the newest ones. */
export function estimateSize(
  { from, before }: SearchScope,
  { size, since }: ScopeSize,
  looked: { count: number; since: string | null },
): number {
  if ((from === null && before === null) || since === null || looked.since === null) return size;
  const oldest = Date.parse(`${looked.since.replace(' ', 'T')}Z`);
  const newest = before?.getTime() ?? Date.now();
  const share = (newest - since.getTime()) / Math.max(newest - oldest, 1);
  return Math.round(Math.min(Math.max(looked.count * share, looked.count), size));
}

export interface HitTask {
  scope: SearchScope;
  conditions: SearchConditions;
  /** Null for the order by relevance. */
  ordering: Ordering | null;
}

/** State that continues a list of results: its last hit, and the total and the sample of the first page. */
export interface Continuation {
  place: Hit;
  total: number;
  sample: Sample;
}

export interface HitRange {
  /** Number of leading hits to skip; only without a continuation. */
  skipped: number;
  limit: number;
  continuation: Continuation | null;
}

export interface Hits {
  hits: Hit[];
  /** Exact, or an estimate to two digits if the words are frequent. */
  total: number;
  sample: Sample;
}

const sampleSize = 1_000;
/** Bookmarks of the sample that are taken from older periods. */
const olderSampled = 700;
/** If more hits are skipped, frequent hits are found by ranking all of them. */
const skippedMax = 2_000;

/** Finds the hits of a query in the order of tier and date, or in a requested one. docs/search.md has the algorithm. */
export async function findHits(db: Database, task: HitTask, range: HitRange): Promise<Hits> {
  const search = new Search(db, task);
  return range.continuation === null
    ? search.findFirst(range)
    : search.resume(range.limit, range.continuation);
}

/** A hit, or the counts of a stratum; `counts` is null for hits. */
type SampleRow = Hit &
  Omit<Stratum, 'counts'> & { isNewest: boolean; counts: number[] | null; since: string | null };

interface Candidates {
  hits: Hit[];
  total: number;
  /** Whether reading stopped at the maximum number of rows. */
  isCut: boolean;
}

class Search {
  constructor(
    private readonly db: Database,
    private readonly task: HitTask,
  ) {}

  async findFirst({ skipped, limit }: HitRange): Promise<Hits> {
    const wanted = skipped + limit;
    const size = await measureSize(this.db, this.task.scope);
    const isWhole = size.size <= sampleSize;
    const rare = isWhole ? null : this.sampleOfRare(size.size);
    const { sample, hits } = rare ?? (await this.takeSample(size, isWhole, Math.min(wanted, sampleSize)));
    if (isWhole) return { hits: hits.slice(skipped, wanted), total: countHits(sample), sample };
    if (skipped > skippedMax && !ranksAllCandidates(sample)) {
      const { hits: far, total } = await this.findCandidates(sample, { place: null, skipped, limit });
      return { hits: far, total, sample };
    }
    if (!ranksAllCandidates(sample)) return this.scan(sample, hits, { skipped, wanted });
    const most = this.returnsMostlyHits(sample)
      ? 2 * Math.round(candidatesMax(sample.size))
      : readAtMost(sample.size);
    const candidates = await this.findCandidatesAtMost(sample, { place: null, skipped, limit, most });
    if (!candidates.isCut) return { hits: candidates.hits, total: candidates.total, sample };
    const scanned = await this.scan(correctSample(sample), hits, { skipped, wanted });
    const total = estimateCut(sample, { read: most + 1, hits: candidates.total });
    return { ...scanned, total: skipped + scanned.hits.length < wanted ? scanned.total : total };
  }

  /** Reads a bounded number of rows by the rarest conditions; if cut, again by all conditions of the index. */
  private async findCandidatesAtMost(
    sample: Sample,
    range: CandidateRange & { most: number },
  ): Promise<Candidates> {
    const drivers = this.drivers(sample);
    const candidates = await this.findCandidates(sample, { ...range, drivers });
    const { counted } = this.task.conditions;
    return !candidates.isCut || drivers.length === counted.length
      ? candidates
      : this.findCandidates(sample, { ...range, drivers: counted });
  }

  private async scan(
    sample: Sample,
    sampled: readonly Hit[],
    { skipped, wanted }: { skipped: number; wanted: number },
  ): Promise<Hits> {
    const read = await this.readTiers(sample, sampled, null, wanted);
    // Fewer hits than requested means that all of them were read.
    const total = read.length < wanted ? read.length : estimateTotal(sample);
    return { hits: read.slice(skipped), total, sample };
  }

  async resume(limit: number, { place, total, sample }: Continuation): Promise<Hits> {
    const { hits } =
      sample.size <= sampleSize || ranksAllCandidates(sample)
        ? await this.findCandidates(sample, { place, skipped: 0, limit })
        : { hits: await this.readTiers(sample, [], place, limit) };
    return { hits, total, sample };
  }

  private sampleOfRare(size: number): { sample: Sample; hits: Hit[] } | null {
    const { most, tiers } = this.task.conditions;
    const sample = sampleOfRare(most, { looked: sampleSize, size, tiers: tiers.length });
    return sample && { sample, hits: [] };
  }

  /** Returns hits among the newest bookmarks, and a sample of new and older ones with the frequencies of conditions. */
  private async takeSample(
    size: ScopeSize,
    isWhole: boolean,
    limit: number,
  ): Promise<{ sample: Sample; hits: Hit[] }> {
    const task = this.ordered(isWhole ? this.bestOrder : newestFirst);
    const older = isWhole || isNarrowed(this.task.scope) ? 0 : olderSampled;
    const newest = sampleSize - older;
    const rows = await runBounded<SampleRow>(this.db, sampleStatement(task, { newest, older, limit }));
    const strata = rows.flatMap((row) => (row.counts === null ? [] : [{ ...row, counts: row.counts }]));
    const first = strata.find(({ isNewest }) => isNewest) ?? { read: 0, counts: [], tiers: [], since: null };
    const isAll = first.read < newest;
    const whole = isAll
      ? first.read
      : estimateSize(this.task.scope, size, { count: first.read, since: first.since });
    const seen = combineStrata(first, strata.find(({ isNewest }) => !isNewest) ?? null, whole);
    const sample = { ...seen, words: this.withKnownCounts(seen.words, seen.looked, size.size) };
    const hits = rows.filter((row) => row.counts === null);
    return { sample: isWhole ? sample : assumeHits(sample, seen.words), hits };
  }

  /** Raises the sampled counts to the lower bounds known from the words of the spaces, if the sample is not typical. */
  private withKnownCounts(counts: readonly number[], looked: number, size: number): number[] {
    const { scope, conditions } = this.task;
    if (isNarrowed(scope)) return [...counts];
    return counts.map((count, place) =>
      Math.max(count, Math.round(((conditions.known[place] ?? 0) * looked) / size)),
    );
  }

  private async findCandidates(sample: Sample, range: CandidateRange): Promise<Candidates> {
    const isAll = range.tier === undefined && (sample.size <= sampleSize || ranksAllCandidates(sample));
    const task = this.ordered(isAll ? this.bestOrder : this.scanOrder);
    const rows = await runBounded<Hit & { total: number | null; isCut: boolean | null }>(
      this.db,
      candidateStatement(task, { drivers: this.drivers(sample), ...range }),
    );
    const last = rows.at(-1);
    return { hits: rows.slice(0, -1), total: last?.total ?? 0, isCut: last?.isCut ?? false };
  }

  /** Fills a page tier by tier, best first. */
  private async readTiers(
    sample: Sample,
    sampled: readonly Hit[],
    place: ResultPosition,
    wanted: number,
  ): Promise<Hit[]> {
    const hits: Hit[] = [];
    for (const tier of this.task.conditions.tiers) {
      const limit = wanted - hits.length;
      if (limit <= 0) break;
      if (place !== null && tier < place.tier) continue;
      const newest = this.scanOrder === newestFirst ? sampled.filter((hit) => hit.tier === tier) : [];
      if (newest.length >= limit) hits.push(...newest.slice(0, limit));
      else hits.push(...(await this.readTier(sample, tier, place?.tier === tier ? place : null, limit)));
    }
    return hits;
  }

  /**
   * Reads a tier by the method that should be cheaper; if the sample was wrong, by the other one, within a bound. Only
   * hits that are far from the start and frequent there require reading all of them.
   */
  private async readTier(sample: Sample, tier: number, place: ResultPosition, limit: number): Promise<Hit[]> {
    const planned = planScan(sample, this.task.conditions.tiers.indexOf(tier), limit);
    const range = { tier, place, limit };
    if (planned > 0) {
      for (const looked of scanLengths(planned)) {
        const scanned = await this.scanTier(range, looked);
        if (scanned.length === limit) return scanned;
      }
    }
    const most = readAtMost(sample.size);
    const candidates = await this.findCandidatesAtMost(sample, { ...range, skipped: 0, most });
    if (!candidates.isCut) return candidates.hits;
    if (planned < scannedMax) {
      const scanned = await this.scanTier(range, scannedMax);
      if (scanned.length === limit) return scanned;
    }
    return (await this.findCandidates(sample, { ...range, skipped: 0 })).hits;
  }

  private scanTier(
    range: { tier: number; place: ResultPosition; limit: number },
    looked: number,
  ): Promise<Hit[]> {
    return runBounded<Hit>(this.db, scanTierStatement(this.ordered(this.scanOrder), { ...range, looked }));
  }

  /** Whether nearly every row that the index returns is a hit, so that it reads about as many rows as hits. */
  private returnsMostlyHits(sample: Sample): boolean {
    const { counted, others, exact } = this.task.conditions;
    const usesAllConditions = this.drivers(sample).length === counted.length;
    return usesAllConditions && others.length === 0 && exact.every(Boolean);
  }

  private drivers(sample: Sample): Term[] {
    const { counted, exact } = this.task.conditions;
    return chooseDrivers(sample, exact).flatMap((place) => counted[place] ?? []);
  }

  /** Order for ranking all hits at once: visits count. Scans of thousands of rows use the date only. */
  private get bestOrder(): Ordering {
    return this.task.ordering ?? (this.task.conditions.tiers.length > 1 ? visitsLift : newestFirst);
  }

  private get scanOrder(): Ordering {
    return this.task.ordering ?? newestFirst;
  }

  private ordered(ordering: Ordering): SearchTask {
    return { scope: this.task.scope, conditions: this.task.conditions, ordering };
  }
}

const countHits = ({ tiers }: Sample): number => tiers.reduce((total, hits) => total + hits, 0);
