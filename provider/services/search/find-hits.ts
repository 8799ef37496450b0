import { searchTiers } from '@/lib/domain/search-terms';
import type { Database } from '@/provider/db/client';
import { countedWords } from '@/provider/services/search/expressions';
import type { Hit, Place, Statement } from '@/provider/services/search/hit';
import {
  chooseDrivers,
  estimateTotal,
  isGathered,
  planWalk,
  type Sample,
} from '@/provider/services/search/search-plan';
import type { SearchScope } from '@/provider/services/search/search-scope';
import {
  gatherStatement,
  gatherTierStatement,
  sampleStatement,
  walkTierStatement,
  type QueryWords,
} from '@/provider/services/search/search-statements';

/** What a list of results goes on with: the last hit that was shown, and what the first page has learned. */
export interface Continuation {
  place: Hit;
  total: number;
  sample: Sample;
}

export interface HitRequest {
  words: readonly string[];
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

/** The hits of a query in the order of tier and date. How they are found is told in docs/search.md. */
export async function findHits(db: Database, scope: SearchScope, request: HitRequest): Promise<Hits> {
  const search = new Search(db, scope, request.words);
  return request.continuation === null
    ? search.begin(request)
    : search.goOn(request.limit, request.continuation);
}

type SampledHit = Hit & { hits: number };
type SampledRow = SampledHit & { words: number[] | null };

class Search {
  private readonly counted: string[];

  constructor(
    private readonly db: Database,
    private readonly scope: SearchScope,
    private readonly words: readonly string[],
  ) {
    this.counted = countedWords(words);
  }

  async begin({ skipped, limit }: HitRequest): Promise<Hits> {
    const wanted = skipped + limit;
    const { sample, hits } = await this.look(Math.min(wanted, sampleSize));
    if (this.scope.size <= sampleSize) {
      return { hits: hits.slice(skipped, wanted), total: countHits(sample), sample };
    }
    if (isGathered(sample, this.scope.size) || skipped > skippedMax) {
      return { ...(await this.gather(sample, { place: null, skipped, limit })), sample };
    }
    const read = await this.readTiers(sample, hits, null, wanted);
    return { hits: read.slice(skipped), total: estimateTotal(sample, this.scope.size), sample };
  }

  async goOn(limit: number, { place, total, sample }: Continuation): Promise<Hits> {
    const { hits } = isGathered(sample, this.scope.size)
      ? await this.gather(sample, { place, skipped: 0, limit })
      : { hits: await this.readTiers(sample, [], place, limit) };
    return { hits, total, sample };
  }

  /** Looks at the newest bookmarks: what is found there, and how frequent words and hits are. */
  private async look(limit: number): Promise<{ sample: Sample; hits: SampledHit[] }> {
    const words = { all: this.words, counted: this.counted, drivers: [] };
    const rows = await this.run<SampledRow>(
      sampleStatement(this.scope, words, { looked: sampleSize, limit }),
    );
    const hits = rows.filter((row) => row.words === null);
    const tiers = searchTiers.map((_, index) => hits.find(({ tier }) => tier === index + 1)?.hits ?? 0);
    return { sample: { looked: sampleSize, words: rows.at(-1)?.words ?? [], tiers }, hits };
  }

  private async gather(
    sample: Sample,
    range: { place: Place; skipped: number; limit: number },
  ): Promise<{ hits: Hit[]; total: number }> {
    const rows = await this.run<Hit & { total: number | null }>(
      gatherStatement(this.scope, this.driven(sample), range),
    );
    return { hits: rows.slice(0, -1), total: rows.at(-1)?.total ?? 0 };
  }

  /** Fills a page from the best tier down, each newest first. */
  private async readTiers(
    sample: Sample,
    sampled: readonly SampledHit[],
    place: Place,
    wanted: number,
  ): Promise<Hit[]> {
    const hits: Hit[] = [];
    for (let tier = place?.tier ?? 1; tier <= searchTiers.length && hits.length < wanted; tier += 1) {
      const limit = wanted - hits.length;
      const newest = sampled.filter((hit) => hit.tier === tier);
      if (newest.length >= limit) hits.push(...newest.slice(0, limit));
      else hits.push(...(await this.readTier(sample, tier, place?.tier === tier ? place : null, limit)));
    }
    return hits;
  }

  private async readTier(sample: Sample, tier: number, place: Place, limit: number): Promise<Hit[]> {
    const words = this.driven(sample);
    const looked = planWalk(sample, this.scope.size, tier, limit);
    if (looked > 0) {
      const walked = await this.run<Hit>(
        walkTierStatement(this.scope, words, { tier, place, limit, looked }),
      );
      if (walked.length === limit) return walked;
    }
    return this.run<Hit>(gatherTierStatement(this.scope, words, { tier, place, limit }));
  }

  private driven(sample: Sample): QueryWords {
    const drivers = chooseDrivers(sample).flatMap((place) => this.counted[place] ?? []);
    return { all: this.words, counted: this.counted, drivers };
  }

  private async run<Row>({ text, values }: Statement): Promise<Row[]> {
    return (await this.db.$client.query<Row & Record<string, unknown>>(text, values)).rows;
  }
}

const countHits = ({ tiers }: Sample): number => tiers.reduce((total, hits) => total + hits, 0);
