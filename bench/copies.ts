import fs from 'node:fs';
import os from 'node:os';
import { Client } from 'pg';
import { samplePages, serveArticles, type ArticleSite, type SamplePage } from '@/bench/data/article-site';
import { residentMb, signIn, startApp, type RunningApp, type Visitor } from '@/bench/lib/app';
import { quantile } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';
import { setPlan } from '@/bench/lib/set-plan';

const pageCount = 100;
const sampleMs = 50;
/** The job runs once a minute, with at most 60 pages. */
const timeoutMs = 10 * 60_000;
const ticksPerSecond = 100;

/** A page of 3 MB: 1.2 MB of HTML, and ten photos. */
const largePage: SamplePage = {
  words: 6_000,
  pictures: Array.from({ length: 10 }, (_, place) => place),
  otherBytes: 1_150_000,
};

const childrenOf = (pid: number): number[] =>
  fs
    .globSync(`/proc/${pid}/task/*/children`)
    .flatMap((file) => fs.readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number));

function workerOf({ pid }: RunningApp): number {
  const isWorker = (child: number) =>
    fs.readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('worker.mjs');
  const found = childrenOf(pid).find(isWorker);
  if (found === undefined) throw new Error('no worker beside the app');
  return found;
}

/** Processor time of a process in milliseconds, with that of its programs that have ended. */
function cpuMs(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return ((user + system + childUser + childSystem) * 1_000) / ticksPerSecond;
}

/** A program that ends between two reads has no memory. */
function residentOrNone(pid: number): number {
  try {
    return residentMb(pid);
  } catch {
    return 0;
  }
}

const wait = () => new Promise((resolve) => setTimeout(resolve, sampleMs));

async function save({ origin }: RunningApp, { headers }: Visitor, url: string): Promise<void> {
  const response = await fetch(`${origin}/v1/bookmarks/create`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url, title: 'Page' }),
  });
  if (response.status !== 201) throw new Error(`create: ${response.status}`);
}

interface Measured {
  readonly app: RunningApp;
  readonly worker: number;
  readonly client: Client;
  readonly site: ArticleSite;
  readonly urlOf: (place: number) => string;
  readonly visitor: Visitor;
}

async function copySizes({ client }: Measured): Promise<number[]> {
  const { rows } = await client.query<{ bytes: string }>('select bytes from copies order by created_at');
  return rows.map(({ bytes }) => Number(bytes));
}

/** Waits until there are so many copies; calls `sample` meanwhile. */
async function untilCopied(measured: Measured, count: number, sample: () => void = () => undefined) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    sample();
    const { length } = await copySizes(measured);
    if (length >= count) return;
    if (Date.now() > end) throw new Error(`only ${length} of ${count} pages were copied`);
    await wait();
  }
}

/** From the request of the page until the copy is stored. */
async function measureLarge(measured: Measured): Promise<void> {
  const { app, site, visitor, worker, urlOf } = measured;
  let start = { at: 0, cpu: 0 };
  site.onPage(() => (start = { at: performance.now(), cpu: cpuMs(worker) }));
  await save(app, visitor, urlOf(0));
  await untilCopied(measured, 1);
  const taken = performance.now() - start.at;
  atMost('a page of 3 MB, processor time of the worker', cpuMs(worker) - start.cpu, 2_000, 'ms');
  record({ name: 'a page of 3 MB, until its copy is stored', value: taken, unit: 'ms' });
}

async function measureMany(measured: Measured): Promise<void> {
  const { app, site, visitor, worker, urlOf } = measured;
  site.onPage(() => undefined);
  let [most, mostTogether] = [0, 0];
  const sample = () => {
    const own = residentMb(worker);
    most = Math.max(most, own);
    mostTogether = Math.max(
      mostTogether,
      childrenOf(worker).reduce((sum, child) => sum + residentOrNone(child), own),
    );
  };
  const cpu = cpuMs(worker);
  for (let place = 1; place <= pageCount; place += 1) await save(app, visitor, urlOf(place));
  await untilCopied(measured, pageCount + 1, sample);
  const sizes = (await copySizes(measured)).slice(1);
  atMost('resident memory of the worker, maximum', most, 300, 'MB');
  record({ name: 'the same with its isolated programs', value: mostTogether, unit: 'MB' });
  record({ name: 'processor time of a page, mean', value: (cpuMs(worker) - cpu) / pageCount, unit: 'ms' });
  record({ name: 'size of a copy, median', value: quantile(sizes, 0.5) / 1_000, unit: 'kB' });
  record({ name: 'size of a copy, p95', value: quantile(sizes, 0.95) / 1_000, unit: 'kB' });
  record({ name: 'size of a copy, largest', value: Math.max(...sizes) / 1_000, unit: 'kB' });
}

/** Copies of pages in the background: a large one, and 100 that are shaped like articles of the web. */
export async function copies(): Promise<void> {
  section('Copies of pages');
  record({ name: 'load of the machine', value: os.loadavg()[0] ?? 0, unit: '' });
  const pages = [largePage, ...samplePages(pageCount, 11)];
  const site = await serveArticles(pages);
  const app = await startApp({ env: { FETCH_ALLOW: site.hosts.join(','), COVERS: 'off' } });
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    const visitor = await signIn(app.origin, 'copier');
    await setPlan(app, visitor, 'pro');
    const urlOf = (place: number) => `http://${site.hosts[place] ?? ''}/`;
    const measured = { app, client, site, urlOf, visitor, worker: workerOf(app) };
    await measureLarge(measured);
    await measureMany(measured);
  } finally {
    await client.end();
    await app.stop();
    site.close();
  }
}
