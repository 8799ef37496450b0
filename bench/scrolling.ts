import type { CDPSession, Page } from '@playwright/test';
import { Client } from 'pg';
import { fillSpace } from '@/bench/data/fill';
import type { RunningApp, Visitor } from '@/bench/lib/app';
import { launchBrowser, openPage } from '@/bench/lib/browser';
import { atMost, record, section } from '@/bench/lib/report';

const total = 100_000;
/** Includes bookmarks in the trash, which the list omits. */
const filled = 106_000;
const rowPx = 56;
const pageRows = 50;
const frameMs = 1_000 / 60;

const fast = { pxPerFrame: 160, frames: 480 };
/** Scrolls page by page and waits for the rows of each. */
const far = { rows: 13_000, pxPerFrame: (pageRows * rowPx) / 5, frames: 5 };

const dotPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

interface Collection {
  uuid: string;
  isDefault: boolean;
  count: number;
}

/** Inserts cached favicons for all hosts, so that response times of sites are not measured. */
async function insertFavicons({ databaseUrl }: RunningApp): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into favicons (host, content_type, bytes, etag, fetched_at)
       select distinct domain, 'image/png', decode($1, 'base64'), 'bench', now() from bookmarks
       where domain is not null on conflict do nothing`,
      [dotPng],
    );
  } finally {
    await client.end();
  }
}

/** Fills a collection of 100,000 bookmarks, the only one of its space, and returns its id. */
async function largeCollection(app: RunningApp, visitor: Visitor): Promise<string> {
  await fillSpace(app.databaseUrl, { ...visitor, bookmarks: filled, collections: 0 });
  await insertFavicons(app);
  const response = await fetch(`${app.origin}/v1/collections/simplified`, { headers: visitor.headers });
  const { content } = (await response.json()) as { content: Collection[] };
  const collection = content.find(({ isDefault }) => isDefault);
  if (!collection || collection.count < total) throw new Error(`${collection?.count} are in the collection`);
  return collection.uuid;
}

async function openList(page: Page, { origin }: RunningApp, path: string): Promise<void> {
  await page.goto(`${origin}${path}`);
  // The list has its full height after hydration.
  await page.waitForFunction((px) => document.documentElement.scrollHeight > px, total * rowPx);
  await page.waitForLoadState('networkidle');
}

/** Scrolls by `pxPerFrame` in each frame and returns the duration of each frame. */
function framesOf(page: Page, { pxPerFrame, frames }: typeof fast): Promise<number[]> {
  // A string, because the TypeScript loader of this process inserts helpers into functions.
  return page.evaluate(`new Promise((resolve) => {
    const taken = [];
    let last = null;
    requestAnimationFrame(function step(now) {
      if (last !== null) taken.push(now - last);
      last = now;
      if (taken.length >= ${frames}) return resolve(taken);
      window.scrollBy(0, ${pxPerFrame});
      requestAnimationFrame(step);
    });
  })`);
}

/** Percentage of frames that were missed at the display's refresh rate. */
function droppedShare(taken: readonly number[]): number {
  const shown = taken.map((ms) => Math.max(1, Math.round(ms / frameMs)));
  const due = shown.reduce((sum, count) => sum + count, 0);
  return ((due - taken.length) / due) * 100;
}

const median = (taken: readonly number[]): number =>
  taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)] ?? Number.NaN;

async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 2 ** 20;
}

/** Counts the distinct pages of rows that are loaded from now on. */
function countReads(page: Page): () => number {
  const read = new Set<string>();
  page.on('response', (response) => {
    if (response.url().includes('/v1/collections/')) read.add(response.url());
  });
  return () => read.size;
}

async function frames(page: Page, reads: () => number): Promise<void> {
  const resting = await framesOf(page, { pxPerFrame: 0, frames: 180 });
  record({ name: 'frames dropped while the page is idle', value: droppedShare(resting), unit: '%' });
  await framesOf(page, { ...fast, frames: 60 });
  const before = reads();
  const taken = await framesOf(page, fast);
  const rowsPerSecond = (fast.pxPerFrame / rowPx) * 60;
  const name = `frames dropped at ${Math.round(rowsPerSecond)} rows a second`;
  atMost(name, droppedShare(taken), 5, '%');
  record({ name: 'median frame', value: median(taken), unit: 'ms' });
  record({ name: 'longest frame', value: Math.max(...taken), unit: 'ms' });
  record({ name: 'pages of rows loaded during that', value: reads() - before, unit: '' });
}

/** Sums up the layout shifts from now on; what the scrolling itself moves is none. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`globalThis.shifts = 0; new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) globalThis.shifts += value;
  }).observe({ type: 'layout-shift' })`);
  return () => page.evaluate<number>('globalThis.shifts');
}

const columns = { cards: '3', moodboard: '5' } as const;

/** Scrolls the same collection in columns as fast as the list. */
async function framesOfColumns(page: Page, layout: keyof typeof columns): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.keyboard.press(columns[layout]);
  await page.locator('.view-grid > .card').first().waitFor();
  await page.waitForLoadState('networkidle');
  const shifts = await watchShifts(page);
  await framesOf(page, { ...fast, frames: 60 });
  const taken = await framesOf(page, fast);
  atMost(`${layout}: frames dropped at the same speed`, droppedShare(taken), 5, '%');
  record({ name: `${layout}: median frame`, value: median(taken), unit: 'ms' });
  record({ name: `${layout}: longest frame`, value: Math.max(...taken), unit: 'ms' });
  atMost(`${layout}: layout shift`, await shifts(), 0, '');
}

async function heap(page: Page, reads: () => number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.evaluate(() => window.scrollTo(0, 0));
  record({ name: 'heap of the tab before', value: await heapMb(session), unit: 'MB' });
  for (let row = 0; row < far.rows; row += pageRows) {
    await framesOf(page, far);
    await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null);
  }
  atMost('heap of the tab after 13,000 rows', await heapMb(session), 150, 'MB');
  record({ name: 'pages of rows loaded in total', value: reads(), unit: '' });
  if (reads() < (far.rows / pageRows) * 0.9) throw new Error('rows were skipped');
}

/** Measures dropped frames and memory of a list of 100,000 rows in the browser of the e2e journeys. */
export async function scrolling(app: RunningApp, visitor: Visitor): Promise<void> {
  section('Scrolling 100,000 bookmarks of one collection');
  const collection = await largeCollection(app, visitor);
  const browser = await launchBrowser();
  try {
    const page = await openPage(browser, app, visitor);
    await openList(page, app, `/collections/${collection}`);
    const reads = countReads(page);
    await frames(page, reads);
    await heap(page, reads);
    for (const layout of ['cards', 'moodboard'] as const) await framesOfColumns(page, layout);
  } finally {
    await browser.close();
  }
}
