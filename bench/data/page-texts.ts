import type { PoolClient } from 'pg';
import { copyRows } from '@/bench/data/copy';
import { inventNames, type SampleBookmark } from '@/bench/data/library';
import { englishWords, portugueseWords } from '@/bench/data/words';
import { zipf } from '@/bench/data/zipf';
import { createRandom } from '@/lib/utils/random';
import { pageVector } from '@/provider/modules/pages/service';
import type { CurrentSpace } from '@/provider/actor';

const columns = [
  'account_id', 'bookmark_id', 'space_id', 'status', 'title', 'byline', 'excerpt', 'html', 'text', 'word_count', 'fetched_at', 'search',
]; // prettier-ignore
const paragraphWords = 60;
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Generates pages of 300 to 1,500 words from a pool of paragraphs so large that two pages seldom share one. */
function samplePages(seed: number): () => string {
  const random = createRandom(seed);
  const languages = [englishWords, englishWords, englishWords, portugueseWords].map((words) =>
    zipf(words, random),
  );
  const name = zipf(inventNames(40_000, random), random);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const paragraphs = languages.map((common) =>
    Array.from({ length: 3_000 }, () => {
      const words = Array.from({ length: paragraphWords }, () => (random() < 0.15 ? name() : common()));
      return `${capital(words.join(' '))}.`;
    }),
  );
  return () => {
    const own = pick(paragraphs);
    return Array.from({ length: 5 + Math.floor(random() * 21) }, () => pick(own)).join('\n');
  };
}

/** Inserts page texts for a share of all bookmarks. The same seed gives the same texts. */
export class PageFiller {
  private readonly text: () => string;
  private readonly random: () => number;
  private index: { name: string; definition: string }[] = [];

  constructor(
    private readonly client: PoolClient,
    private readonly owner: CurrentSpace,
    private readonly share: number,
    seed: number,
  ) {
    this.text = samplePages(seed + 1);
    this.random = createRandom(seed + 2);
  }

  /** Drops the search index. Building it at the end costs a fraction of updating it during the fill. */
  async begin(): Promise<void> {
    const { rows } = await this.client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where indexname = 'page_contents_search_idx'`,
    );
    this.index = rows;
    for (const { name } of rows) await this.client.query(`drop index ${name}`);
  }

  async fill(ids: readonly string[], batch: readonly SampleBookmark[]): Promise<void> {
    const rows = batch.flatMap(({ title, domain, createdAt }, place) => {
      if (this.random() >= this.share) return [];
      const text = this.text();
      const count = text.split(/\s/).length;
      const vector = pageVector({ domain, title, text });
      return [
        [
          this.owner.accountId,
          ids[place] ?? '',
          this.owner.spaceId,
          'ready',
          title,
          '',
          '',
          '',
          text,
          count,
          createdAt,
          vector,
        ],
      ];
    });
    await copyRows(this.client, 'page_contents', columns, rows);
  }

  async end(): Promise<void> {
    for (const { definition } of this.index) await this.client.query(definition);
    await this.client.query('vacuum analyze page_contents');
  }
}
