import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createTurns } from '@/provider/integrations/fetch/turns';
import type { Article, Page } from '@/provider/integrations/reader/article-worker';

/** The thread's program, as it lies in the folder that the application runs in; no bundle contains it. */
const program = path.resolve('provider', 'integrations', 'reader', 'article-worker.ts');

const threadsMax = 2;
const waitMs = 20_000;
const patienceMs = 3_000;
/** Of the thread's own memory, in MiB. */
const memoryMb = 256;

const turn = createTurns(threadsMax);

/**
 * The article of a page, read in a thread of its own: a page can be made to keep a parser busy for minutes. What takes
 * too long or too much memory has no article; null as well where there is none. Throws when too many wait.
 */
export async function readArticle(page: Page): Promise<Article | null> {
  const leave = await turn('', AbortSignal.timeout(waitMs));
  try {
    return await readInThread(page);
  } finally {
    leave();
  }
}

async function readInThread(page: Page): Promise<Article | null> {
  const worker = new Worker(program, {
    workerData: page,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    stdout: true,
    stderr: true,
  });
  const read = Promise.withResolvers<Article | null>();
  const timer = setTimeout(() => read.resolve(null), patienceMs);
  worker.once('message', (article: Article | null) => read.resolve(article));
  worker.once('error', () => read.resolve(null));
  worker.once('exit', () => read.resolve(null));
  try {
    return await read.promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
