import type { RunningApp, RunningServer, Visitor } from '@/bench/lib/app';
import { load, median, time } from '@/bench/lib/load';
import { atLeast, atMost, record, section } from '@/bench/lib/report';

const rounds = 3;

/** Records requests per second relative to the floor: the median of rounds in which both are measured. */
export async function ratio(
  floorUrl: string,
  url: string,
  headers: Record<string, string>,
  path: string,
  least: number,
) {
  await load(floorUrl, { seconds: 2 });
  await load(url, { seconds: 2, headers });
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Both in each round, so that a temporary slowdown of the machine affects both.
    const floor = await load(floorUrl, { seconds: 4 });
    const own = await load(url, { seconds: 4, headers });
    if (own.errors > 0) throw new Error(`${path}: ${own.errors} failed requests`);
    ratios.push(own.rps / floor.rps);
    rates.push(own.rps);
  }
  record({ name: `${path}, 8 connections`, value: median(rates), unit: 'req/s' });
  atLeast(`${path} against the floor`, median(ratios), least, '×');
}

interface Page {
  pagination: { next: string | null };
}

async function readPage(app: RunningApp, visitor: Visitor, cursor: string | null): Promise<Page> {
  const query = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  const response = await fetch(`${app.origin}/v1/bookmarks/list?size=50${query}`, {
    headers: visitor.headers,
  });
  if (!response.ok) throw new Error(`list: ${response.status}`);
  return (await response.json()) as Page;
}

async function deepPages(app: RunningApp, visitor: Visitor): Promise<void> {
  let cursor: string | null = null;
  for (let index = 1; index < 1_000; index += 1)
    cursor = (await readPage(app, visitor, cursor)).pagination.next;
  const first: number[] = [];
  const deep: number[] = [];
  for (let index = 0; index < 200; index += 1) {
    first.push(...(await time(1, () => readPage(app, visitor, null))));
    deep.push(...(await time(1, () => readPage(app, visitor, cursor))));
  }
  record({ name: 'page 1 by cursor, median', value: median(first), unit: 'ms' });
  atMost('page 1,000 against page 1', median(deep) / median(first), 1.2, '×');
}

/** Measures requests per second of the two most frequent reads, relative to the floor. */
export async function throughput(app: RunningApp, floor: RunningServer, visitor: Visitor): Promise<void> {
  section('Throughput at 100,000 bookmarks');
  const list = `${app.origin}/v1/bookmarks/list?size=50`;
  await ratio(`${floor.origin}/api`, list, visitor.headers, 'GET /v1/bookmarks/list?size=50', 0.35);
  await deepPages(app, visitor);
  await ratio(`${floor.origin}/`, `${app.origin}/`, visitor.headers, 'GET / signed in', 0.25);
}
