import type { Database } from '@/provider/db/client';
import type { Hit, Place } from '@/provider/services/search/hit';
import { newestFirst, visitsLift, type Ordering } from '@/provider/services/search/ordering';
import { runBounded } from '@/provider/services/search/run-bounded';
import {
  chooseDrivers,
  corrected,
  estimateTotal,
  gatheredAtMost,
  isGathered,
  planWalk,
  type Sample,
} from '@/provider/services/search/search-plan';
import type { SearchScope } from '@/provider/services/search/search-scope';
import { estimateSize, measureSize, type ScopeSize } from '@/provider/services/search/scope-size';
import {
  gatherStatement,
  gatherTierStatement,
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

class Search {
  constructor(
    private readonly db: Database,
    private readonly task: HitTask,
  ) {}

  async begin({ skipped, limit }: HitRange): Promise<Hits> {
    const wanted = skipped + limit;
    const size = await measureSize(this.db, this.task.scope);
    const isWhole = size.size <= sampleSize;
    const { sample, hits } = await this.look(size, isWhole, Math.min(wanted, sampleSize));
    if (isWhole) return { hits: hits.slice(skipped, wanted), total: countHits(sample), sample };
    if (skipped > skippedMax && !isGathered(sample)) {
      return { ...(await this.gather(sample, { place: null, skipped, limit })), sample };
    }
    if (!isGathered(sample)) return this.walk(sample, hits, { skipped, wanted });
    const most = gatheredAtMost(sample.size);
    const gathered = await this.gather(sample, { place: null, skipped, limit, most });
    if (gathered.total <= most) return { ...gathered, sample };
    return this.walk(corrected(sample), [], { skipped, wanted });
  }

  private async walk(
    sample: Sample,
    sampled: readonly SampledHit[],
    { skipped, wanted }: { skipped: number; wanted: number },
  ): Promise<Hits> {
    const read = await this.readTiers(sample, sampled, null, wanted);
    return { hits: read.slice(skipped), total: estimateTotal(sample), sample };
  }

  async goOn(limit: number, { place, total, sample }: Continuation): Promise<Hits> {
    const { hits } =
      sample.size <= sampleSize || isGathered(sample)
        ? await this.gather(sample, { place, skipped: 0, limit })
        : { hits: await this.readTiers(sample, [], place, limit) };
    return { hits, total, sample };
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
    const sample = {
      looked,
      size: looked < sampleSize ? looked : estimateSize(this.task.scope, size, { count: looked, since }),
      words: counts ?? [],
      tiers: tiers.map((tier) => hits.find((hit) => hit.tier === tier)?.hits ?? 0),
    };
    return { sample, hits };
  }

  private async gather(
    sample: Sample,
    range: { place: Place; skipped: number; limit: number; most?: number },
  ): Promise<{ hits: Hit[]; total: number }> {
    const isAll = sample.size <= sampleSize || isGathered(sample);
    const task = this.ordered(isAll ? this.bestOrder : this.walkedOrder);
    const rows = await runBounded<Hit & { total: number | null }>(
      this.db,
      gatherStatement(task, { drivers: this.drivers(sample), ...range }),
    );
    return { hits: rows.slice(0, -1), total: rows.at(-1)?.total ?? 0 };
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

  private async readTier(sample: Sample, tier: number, place: Place, limit: number): Promise<Hit[]> {
    const task = this.ordered(this.walkedOrder);
    const looked = planWalk(sample, this.task.sought.tiers.indexOf(tier), limit);
    if (looked > 0) {
      const walked = await runBounded<Hit>(this.db, walkTierStatement(task, { tier, place, limit, looked }));
      if (walked.length === limit) return walked;
    }
    const drivers = this.drivers(sample);
    return runBounded<Hit>(this.db, gatherTierStatement(task, { drivers, tier, place, limit }));
  }

  private drivers(sample: Sample): Term[] {
    return chooseDrivers(sample).flatMap((place) => this.task.sought.counted[place] ?? []);
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
