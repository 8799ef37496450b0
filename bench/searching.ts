import { searchQueries } from '@/bench/data/queries';
import type { RunningApp, Visitor } from '@/bench/lib/app';
import { quantile } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';
import { setPlan } from '@/bench/lib/set-plan';

const users = 10;
const times = 10;

async function took(app: RunningApp, visitor: Visitor, query: string): Promise<number> {
  const answer = await fetch(`${app.origin}/v1/search?size=5&q=${encodeURIComponent(query)}`, {
    headers: visitor.headers,
  });
  if (!answer.ok) throw new Error(`search: ${answer.status} ${query}`);
  return ((await answer.json()) as { took: number }).took;
}

/** Milliseconds inside the provider (`took`), each query asked so many times, in turn. */
async function measure(
  app: RunningApp,
  visitor: Visitor,
  queries: readonly string[],
  rounds: number,
): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const query of queries) taken.push(await took(app, visitor, query));
  }
  return taken;
}

/** The same while others ask too: each begins elsewhere, and asks again as soon as it is answered. */
async function measureTogether(
  app: RunningApp,
  visitor: Visitor,
  queries: readonly string[],
): Promise<number[]> {
  const each = Array.from({ length: users }, (_, user) => {
    const start = (user * 7) % queries.length;
    return measure(app, visitor, [...queries.slice(start), ...queries.slice(0, start)], 3);
  });
  return (await Promise.all(each)).flat();
}

export interface SearchFigures {
  words: number;
  misses: number;
  slips: number;
  conditions: number;
  pages: number;
}

/** p95 of keyword search inside the provider, for each kind of query. The library has the text of every fifth page. */
export async function searching(app: RunningApp, visitor: Visitor, title: string): Promise<SearchFigures> {
  section(`Keyword search at ${title} bookmarks, inside the provider`);
  const { hits, misses, slips, conditions } = searchQueries;
  const p95 = async (name: string, queries: readonly string[]): Promise<number> => {
    await measure(app, visitor, queries, 2);
    const taken = await measure(app, visitor, queries, times);
    record({ name: `${name}, median`, value: quantile(taken, 0.5), unit: 'ms' });
    record({ name: `${name}, p95`, value: quantile(taken, 0.95), unit: 'ms' });
    return quantile(taken, 0.95);
  };
  await setPlan(app, visitor, 'free');
  const figures = {
    words: await p95('words with hits', hits),
    misses: await p95('words without hits', misses),
    slips: await p95('slips and the inside of words', slips),
    conditions: await p95('conditions', conditions),
  };
  await setPlan(app, visitor, 'pro');
  const pages = await p95('words and the text of pages', [...hits, ...slips]);
  const together = await measureTogether(app, visitor, [...hits, ...misses, ...slips, ...conditions]);
  record({
    name: `all of these by ${users} users at once, median`,
    value: quantile(together, 0.5),
    unit: 'ms',
  });
  record({
    name: `all of these by ${users} users at once, p95`,
    value: quantile(together, 0.95),
    unit: 'ms',
  });
  await setPlan(app, visitor, 'free');
  return { ...figures, pages };
}

const kinds: readonly [keyof SearchFigures, string, number][] = [
  ['words', 'words with hits', 30],
  ['misses', 'words without hits', 30],
  ['slips', 'slips and the inside of words', 60],
  ['pages', 'words and the text of pages', 60],
];

/** Holds the figures of 100,000 against the budgets, and those of 1,000,000 against three times as much. */
export function judgeSearch(small: SearchFigures, large: SearchFigures | null): void {
  section('Keyword search, budgets');
  for (const [kind, name, budget] of kinds) {
    atMost(`p95 at 100,000, ${name}`, small[kind], budget, 'ms');
    if (large !== null) atMost(`p95 at 1,000,000, ${name}`, large[kind], 3 * budget, 'ms');
  }
}
