import lighthouse from 'lighthouse';
import { freePort } from '@/bench/lib/app';
import { launchBrowser } from '@/bench/lib/browser';
import { median } from '@/bench/lib/load';
import { atLeast, record } from '@/bench/lib/report';

const rounds = 3;

/** Metrics of the performance score. */
const measures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
] as const;

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

/** Lowest scores, of 100, by category. */
type Scores = Readonly<Record<string, number>>;

interface Judged {
  url: string;
  /** Sent with every request; a session, for example. */
  headers?: Record<string, string>;
  leasts: Scores;
}

/**
 * Records the medians of three runs of Lighthouse with its default, a mid-range phone on a slow connection. The default
 * slows the processor down by four, which makes such a phone of a machine with a benchmarkIndex of 1,500 to 2,000.
 */
export async function recordLighthouse({ url, headers = {}, leasts }: Judged): Promise<void> {
  const runs = await judgeOften(url, Object.keys(leasts), headers);
  const medianOf = (name: string): number => median(runs.map((run) => run[name] ?? Number.NaN));
  for (const name of measures) record({ name: `Lighthouse, ${name}`, value: medianOf(name), unit: 'ms' });
  record({ name: 'Lighthouse, benchmarkIndex of this machine', value: medianOf('benchmarkIndex'), unit: '' });
  for (const [name, least] of Object.entries(leasts)) {
    atLeast(`Lighthouse, ${name}`, medianOf(name), least, '');
  }
}

/** Records the performance score of a page of the floor: what the framework alone reaches on this machine. */
export async function recordLighthouseFloor(url: string): Promise<void> {
  const runs = await judgeOften(url, ['performance'], {});
  const scores = runs.map(({ performance = Number.NaN }) => performance);
  record({ name: 'Lighthouse, performance of the floor', value: median(scores), unit: '' });
}

async function judgeOften(
  url: string,
  categories: string[],
  headers: Record<string, string>,
): Promise<Scores[]> {
  const runs: Scores[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await judge(url, categories, headers));
  return runs;
}

async function judge(url: string, categories: string[], headers: Record<string, string>): Promise<Scores> {
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    const flags = { port, logLevel: 'error', onlyCategories: categories, extraHeaders: headers } as const;
    const result = await lighthouse(url, flags);
    if (!result) throw new Error('Lighthouse says nothing');
    const { lhr } = result;
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    printFailedAudits(lhr);
    const scores = categories.map((name) => [name, 100 * (lhr.categories[name]?.score ?? 0)]);
    const times = measures.map((name) => [name, lhr.audits[name]?.numericValue ?? Number.NaN]);
    const { benchmarkIndex } = lhr.environment;
    return { ...(Object.fromEntries([...scores, ...times]) as Scores), benchmarkIndex };
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
