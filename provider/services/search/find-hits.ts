import type { Database } from '@/provider/db/client';
import type { Hit, Place } from '@/provider/services/search/hit';
import { newestFirst, visitsLift, type Ordering } from '@/provider/services/search/ordering';
import { runBounded } from '@/provider/services/search/run-bounded';
import {
  chooseDrivers,
  corrected,
  estimateCut,
  estimateTotal,
  gatheredMax,
  isGathered,
  planWalk,
  readAtMost,
  sampleOfRare,
  supposed,
  walkedMax,
  type Sample,
} from '@/provider/services/search/search-plan';
import { isNarrowed, type SearchScope } from '@/provider/services/search/search-scope';
import { estimateSize, measureSize, type ScopeSize } from '@/provider/services/search/scope-size';
import {
  gatherStatement,
  type GatherRange,
  sampleStatement,
  walkTierStatement,
  type Task,
} from '@/provider/services/search/search-statements';
import type { Sought } from '@/provider/services/search/expressions';
import type { Term } from '@/provider/services/search/term';

export interface HitTask {
  scope: SearchScope;
  sought: Sought;
  /** Null for the order by relevance. */
  ordering: Ordering | null;
}

/** What a list of results goes on with: the last hit that was shown, and what the first page has learned. */
export interface Continuation {
  place: Hit;
  total: number;
  sample: Sample;
}

export interface HitRange {
  /** Hits to leave out in front; only without a continuation. */
  skipped: number;
  limit: number;
  continuation: Continuation | null;
}

export interface Hits {
  hits: Hit[];
  /** Exact, or an estimate to two digits when the words are frequent. */
  total: number;
  sample: Sample;
}

const sampleSize = 1_000;
/** Page numbers that lie further on among frequent hits are answered by gathering all of them. */
const skippedMax = 2_000;

/** The hits of a query in the order of tier and date, or in another one. How they are found is told in docs/search.md. */
export async function findHits(db: Database, task: HitTask, range: HitRange): Promise<Hits> {
  const search = new Search(db, task);
  return range.continuation === null ? search.begin(range) : search.goOn(range.limit, range.continuation);
}

type SampledHit = Hit & { hits: number };
type SampledRow = SampledHit & { counts: number[] | null; looked: number; since: string | null };

interface Gathered {
  hits: Hit[];
  total: number;
  /** There would have been more to read. */
  isCut: boolean;
}

class Search {
  constructor(
    private readonly db: Database,
    private readonly task: HitTask,
  ) {}

  async begin({ skipped, limit }: HitRange): Promise<Hits> {
    const wanted = skipped + limit;
    const size = await measureSize(this.db, this.task.scope);
    const isWhole = size.size <= sampleSize;
    const rare = isWhole ? null : this.sampleOfRare(size.size);
    const { sample, hits } = rare ?? (await this.look(size, isWhole, Math.min(wanted, sampleSize)));
    if (isWhole) return { hits: hits.slice(skipped, wanted), total: countHits(sample), sample };
    if (skipped > skippedMax && !isGathered(sample)) {
      const { hits: far, total } = await this.gather(sample, { place: null, skipped, limit });
      return { hits: far, total, sample };
    }
    if (!isGathered(sample)) return this.walk(sample, hits, { skipped, wanted });
    const most = this.leadsToHits(sample)
      ? 2 * Math.round(gatheredMax(sample.size))
      : readAtMost(sample.size);
    const gathered = await this.gatherAtMost(sample, { place: null, skipped, limit, most });
    if (!gathered.isCut) return { hits: gathered.hits, total: gathered.total, sample };
    const walked = await this.walk(corrected(sample), hits, { skipped, wanted });
    const total = estimateCut(sample, { read: most + 1, hits: gathered.total });
    return { ...walked, total: skipped + walked.hits.length < wanted ? walked.total : total };
  }

  /** As far as is affordable: by the rarest conditions of the sample, then by all that the index can be asked for. */
  private async gatherAtMost(sample: Sample, range: GatherRange & { most: number }): Promise<Gathered> {
    const drivers = this.drivers(sample);
    const gathered = await this.gather(sample, { ...range, drivers });
    const { counted } = this.task.sought;
    return !gathered.isCut || drivers.length === counted.length
      ? gathered
      : this.gather(sample, { ...range, drivers: counted });
  }

  private async walk(
    sample: Sample,
    sampled: readonly SampledHit[],
    { skipped, wanted }: { skipped: number; wanted: number },
  ): Promise<Hits> {
    const read = await this.readTiers(sample, sampled, null, wanted);
    // Where they do not fill what is wanted, these are all.
    const total = read.length < wanted ? read.length : estimateTotal(sample);
    return { hits: read.slice(skipped), total, sample };
  }

  async goOn(limit: number, { place, total, sample }: Continuation): Promise<Hits> {
    const { hits } =
      sample.size <= sampleSize || isGathered(sample)
        ? await this.gather(sample, { place, skipped: 0, limit })
        : { hits: await this.readTiers(sample, [], place, limit) };
    return { hits, total, sample };
  }

  private sampleOfRare(size: number): { sample: Sample; hits: SampledHit[] } | null {
    const { most, tiers } = this.task.sought;
    const sample = sampleOfRare(most, { looked: sampleSize, size, tiers: tiers.length });
    return sample && { sample, hits: [] };
  }

  /** Looks at the newest bookmarks: what is found there, and how frequent conditions and hits are. */
  private async look(
    size: ScopeSize,
    isWhole: boolean,
    limit: number,
  ): Promise<{ sample: Sample; hits: SampledHit[] }> {
    const { tiers } = this.task.sought;
    const task = this.ordered(isWhole ? this.bestOrder : newestFirst);
    const rows = await runBounded<SampledRow>(this.db, sampleStatement(task, { looked: sampleSize, limit }));
    const hits = rows.filter((row) => row.counts === null);
    const { counts, looked = 0, since = null } = rows.at(-1) ?? { counts: [] };
    const seen = counts ?? [];
    const sample = {
      looked,
      size: looked < sampleSize ? looked : estimateSize(this.task.scope, size, { count: looked, since }),
      words: this.withKnown(seen, looked, size.size),
      tiers: tiers.map((tier) => hits.find((hit) => hit.tier === tier)?.hits ?? 0),
    };
    return { sample: isWhole ? sample : supposed(sample, seen), hits };
  }

  /** Where the newest bookmarks are unlike the others, the words of the space know better how many have one. */
  private withKnown(counts: readonly number[], looked: number, size: number): number[] {
    const { scope, sought } = this.task;
    if (isNarrowed(scope)) return [...counts];
    return counts.map((count, place) =>
      Math.max(count, Math.round(((sought.known[place] ?? 0) * looked) / size)),
    );
  }

  private async gather(sample: Sample, range: GatherRange): Promise<Gathered> {
    const isAll = range.tier === undefined && (sample.size <= sampleSize || isGathered(sample));
    const task = this.ordered(isAll ? this.bestOrder : this.walkedOrder);
    const rows = await runBounded<Hit & { total: number | null; isCut: boolean | null }>(
      this.db,
      gatherStatement(task, { drivers: this.drivers(sample), ...range }),
    );
    const last = rows.at(-1);
    return { hits: rows.slice(0, -1), total: last?.total ?? 0, isCut: last?.isCut ?? false };
  }

  /** Fills a page from the best tier down, each in order. */
  private async readTiers(
    sample: Sample,
    sampled: readonly SampledHit[],
    place: Place,
    wanted: number,
  ): Promise<Hit[]> {
    const hits: Hit[] = [];
    for (const tier of this.task.sought.tiers) {
      const limit = wanted - hits.length;
      if (limit <= 0) break;
      if (place !== null && tier < place.tier) continue;
      const newest = this.walkedOrder === newestFirst ? sampled.filter((hit) => hit.tier === tier) : [];
      if (newest.length >= limit) hits.push(...newest.slice(0, limit));
      else hits.push(...(await this.readTier(sample, tier, place?.tier === tier ? place : null, limit)));
    }
    return hits;
  }

  /**
   * By the way that should cost least; where the sample was wrong about it, by the other, as far as is affordable. Only
   * what lies far away and is frequent there costs as much as there is of it.
   */
  private async readTier(sample: Sample, tier: number, place: Place, limit: number): Promise<Hit[]> {
    const planned = planWalk(sample, this.task.sought.tiers.indexOf(tier), limit);
    const range = { tier, place, limit };
    if (planned > 0) {
      const walked = await this.walkTier(range, planned);
      if (walked.length === limit) return walked;
    }
    const most = readAtMost(sample.size);
    const gathered = await this.gatherAtMost(sample, { ...range, skipped: 0, most });
    if (!gathered.isCut) return gathered.hits;
    if (planned < walkedMax) {
      const walked = await this.walkTier(range, walkedMax);
      if (walked.length === limit) return walked;
    }
    return (await this.gather(sample, { ...range, skipped: 0 })).hits;
  }

  private walkTier(range: { tier: number; place: Place; limit: number }, looked: number): Promise<Hit[]> {
    return runBounded<Hit>(this.db, walkTierStatement(this.ordered(this.walkedOrder), { ...range, looked }));
  }

  /** Whether nearly every row that the index leads to is a hit: there are as many as it has to read then. */
  private leadsToHits(sample: Sample): boolean {
    const { counted, others, exact } = this.task.sought;
    const isAsked = this.drivers(sample).length === counted.length;
    return isAsked && others.length === 0 && exact.every(Boolean);
  }

  private drivers(sample: Sample): Term[] {
    const { counted, exact } = this.task.sought;
    return chooseDrivers(sample, exact).flatMap((place) => counted[place] ?? []);
  }

  /** Of hits that are gathered all are known: visits count. Where thousands are walked by, the date alone does. */
  private get bestOrder(): Ordering {
    return this.task.ordering ?? (this.task.sought.tiers.length > 1 ? visitsLift : newestFirst);
  }

  private get walkedOrder(): Ordering {
    return this.task.ordering ?? newestFirst;
  }

  private ordered(ordering: Ordering): Task {
    return { scope: this.task.scope, sought: this.task.sought, ordering };
  }
}

const countHits = ({ tiers }: Sample): number => tiers.reduce((total, hits) => total + hits, 0);
