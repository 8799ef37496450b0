import lighthouse from 'lighthouse';
import { sampleLibrary } from '@/bench/data/library';
import { freePort, type RunningApp, type RunningServer, type Visitor } from '@/bench/lib/app';
import { firstLoadBytes } from '@/bench/first-load';
import { launchBrowser } from '@/bench/lib/browser';
import { median } from '@/bench/lib/load';
import { atLeast, atMost, record, section } from '@/bench/lib/report';
import { ratio } from '@/bench/throughput';

const links = 1_000;
const rounds = 3;
const batch = 8;

/** Lighthouse scores, of 100. */
const leasts = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof leasts;
const categories = Object.keys(leasts) as Category[];

/** Metrics of the performance score. */
const measures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
] as const;

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];
type Judgement = Record<Category | (typeof measures)[number], number>;

/** Publishes a listed collection of realistic bookmarks and returns the path of its page. */
async function publish(app: RunningApp, { headers }: Visitor): Promise<string> {
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(`${app.origin}/v1/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const collection = (await post('collections/create', {
    name: 'Night trains of Europe',
    description: 'Routes, timetables and stories for people who would rather wake up somewhere else.',
    security: 1,
    listed: true,
  })) as { uuid: string; slug: string };
  const next = sampleLibrary(6, 1);
  for (let made = 0; made < links; made += batch) {
    await Promise.all(
      Array.from({ length: batch }, () => {
        const { title, url, description } = next();
        return post('bookmarks/create', { title, url, description, collections: [collection.uuid] });
      }),
    );
  }
  return `/public/${collection.uuid}/${collection.slug}`;
}

/** Runs Lighthouse on a page with its default, a mid-range phone on a slow connection. */
async function judge(url: string): Promise<Judgement> {
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: categories });
    if (!result) throw new Error('Lighthouse says nothing');
    const { lhr } = result;
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    printFailedAudits(lhr);
    const scores = categories.map((name) => [name, 100 * (lhr.categories[name]?.score ?? 0)]);
    const times = measures.map((name) => [name, lhr.audits[name]?.numericValue ?? Number.NaN]);
    return Object.fromEntries([...scores, ...times]) as Judgement;
  } finally {
    await browser.close();
  }
}

/** Prints the audits that a category fails; timings have their own scores. */
function printFailedAudits({ audits, categories: judged }: Result): void {
  const counted = Object.values(judged).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  );
  for (const id of new Set(counted.map((ref) => ref.id))) {
    const audit = audits[id];
    if (audit?.scoreDisplayMode === 'binary' && audit.score === 0) {
      process.stdout.write(`    ${id}: ${audit.title}\n`);
    }
  }
}

/** A public collection of 1,000: requests per second against a page of the framework, script, and Lighthouse. */
export async function publicPage(app: RunningApp, floor: RunningServer, visitor: Visitor): Promise<void> {
  section('Public collection of 1,000');
  const path = await publish(app, visitor);
  await ratio(`${floor.origin}/`, `${app.origin}${path}`, {}, 'GET /public/{uuid}/{slug}', 0.4);
  // The host that stands in its canonical address, as on a real installation.
  const url = `http://localhost:${new URL(app.origin).port}${path}`;
  const script = (await firstLoadBytes(app.origin, path)) - (await firstLoadBytes(floor.origin, '/empty'));
  atMost('script above an empty page (brotli)', script / 1_000, 25, 'kB');
  const runs: Judgement[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await judge(url));
  for (const name of measures) {
    record({ name: `Lighthouse, ${name}`, value: median(runs.map((run) => run[name])), unit: 'ms' });
  }
  for (const name of categories) {
    atLeast(`Lighthouse, ${name}`, median(runs.map((run) => run[name])), leasts[name], '');
  }
}
