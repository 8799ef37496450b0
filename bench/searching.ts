import type { RunningApp, Visitor } from '@/bench/lib/app';
import { quantile } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';

interface Queries {
  /** Words, pairs and prefixes that the filled library has. */
  hits: readonly string[];
  /** Words that no bookmark has. */
  misses: readonly string[];
}

async function took(app: RunningApp, visitor: Visitor, query: string): Promise<number> {
  const answer = await fetch(`${app.origin}/v1/search?size=5&q=${encodeURIComponent(query)}`, {
    headers: visitor.headers,
  });
  if (!answer.ok) throw new Error(`search: ${answer.status}`);
  return ((await answer.json()) as { took: number }).took;
}

/** Milliseconds inside the provider (`took`), each query asked `times` times, in turn. */
async function measure(
  app: RunningApp,
  visitor: Visitor,
  queries: readonly string[],
  times: number,
): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < times; round += 1) {
    for (const query of queries) taken.push(await took(app, visitor, query));
  }
  return taken;
}

export interface SearchFigures {
  hits: number;
  misses: number;
}

/** p95 of keyword search inside the provider, for queries with and without a hit. */
export async function searching(
  app: RunningApp,
  visitor: Visitor,
  queries: Queries,
  title: string,
): Promise<SearchFigures> {
  section(`Keyword search at ${title} bookmarks`);
  await measure(app, visitor, [...queries.hits, ...queries.misses], 2);
  const hits = await measure(app, visitor, queries.hits, 10);
  const misses = await measure(app, visitor, queries.misses, 10);
  record({ name: 'with hits, median', value: quantile(hits, 0.5), unit: 'ms' });
  record({ name: 'without hits, median', value: quantile(misses, 0.5), unit: 'ms' });
  return { hits: quantile(hits, 0.95), misses: quantile(misses, 0.95) };
}

/** Holds the figures of 100,000 against the budget, and those of 1,000,000 against the figures of 100,000. */
export function judgeSearch(small: SearchFigures, large: SearchFigures | null): void {
  section('Keyword search, budgets');
  atMost('p95 at 100,000 with hits', small.hits, 30, 'ms');
  atMost('p95 at 100,000 without hits', small.misses, 30, 'ms');
  if (large === null) return;
  const p95 = Math.max(large.hits, large.misses);
  record({ name: 'p95 at 1,000,000', value: p95, unit: 'ms' });
  atMost('p95 at 1,000,000 against 100,000', p95 / Math.max(small.hits, small.misses), 3, '×');
}
