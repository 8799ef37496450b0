import lighthouse from 'lighthouse';
import { freePort } from '@/bench/lib/app';
import { launchBrowser } from '@/bench/lib/browser';
import { median } from '@/bench/lib/load';
import { atLeast, record } from '@/bench/lib/report';

const rounds = 3;

/** Recorded metrics of the performance score. */
const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
] as const;

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

/** Scores from 0 to 100, by category. */
type Scores = Readonly<Record<string, number>>;

interface AuditOptions {
  url: string;
  /** Sent with every request, for example a session cookie. */
  headers?: Record<string, string>;
  /** Minimum scores. */
  minimumScores: Scores;
}

/**
 * Records the medians of three Lighthouse runs with the default emulation, a mid-range phone on a slow connection. The
 * default slows the processor down by a factor of four, which simulates such a phone on a machine with a benchmarkIndex
 * of 1,500 to 2,000.
 */
export async function recordLighthouse({ url, headers = {}, minimumScores }: AuditOptions): Promise<void> {
  const runs = await auditRepeatedly(url, Object.keys(minimumScores), headers);
  const medianOf = (name: string): number => median(runs.map((run) => run[name] ?? Number.NaN));
  for (const name of metrics) record({ name: `Lighthouse, ${name}`, value: medianOf(name), unit: 'ms' });
  record({ name: 'Lighthouse, benchmarkIndex of this machine', value: medianOf('benchmarkIndex'), unit: '' });
  for (const [name, minimum] of Object.entries(minimumScores)) {
    atLeast(`Lighthouse, ${name}`, medianOf(name), minimum, '');
  }
}

/** Records the performance score of a page of the floor: the score of the framework alone on this machine. */
export async function recordLighthouseFloor(url: string): Promise<void> {
  const runs = await auditRepeatedly(url, ['performance'], {});
  const scores = runs.map(({ performance = Number.NaN }) => performance);
  record({ name: 'Lighthouse, performance of the floor', value: median(scores), unit: '' });
}

async function auditRepeatedly(
  url: string,
  categories: string[],
  headers: Record<string, string>,
): Promise<Scores[]> {
  const runs: Scores[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await audit(url, categories, headers));
  return runs;
}

async function audit(url: string, categories: string[], headers: Record<string, string>): Promise<Scores> {
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    const flags = { port, logLevel: 'error', onlyCategories: categories, extraHeaders: headers } as const;
    const result = await lighthouse(url, flags);
    if (!result) throw new Error('Lighthouse returned no result');
    const { lhr } = result;
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    printFailedAudits(lhr);
    const scores = categories.map((name) => [name, 100 * (lhr.categories[name]?.score ?? 0)]);
    const times = metrics.map((name) => [name, lhr.audits[name]?.numericValue ?? Number.NaN]);
    const { benchmarkIndex } = lhr.environment;
    return { ...(Object.fromEntries([...scores, ...times]) as Scores), benchmarkIndex };
  } finally {
    await browser.close();
  }
}

/** Prints failed pass-or-fail audits that count towards a category's score. */
function printFailedAudits({ audits, categories }: Result): void {
  const counted = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  );
  for (const id of new Set(counted.map((ref) => ref.id))) {
    const result = audits[id];
    if (result?.scoreDisplayMode === 'binary' && result.score === 0) {
      process.stdout.write(`    ${id}: ${result.title}\n`);
    }
  }
}
