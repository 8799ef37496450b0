import os from 'node:os';
import { createTurns } from '@/provider/integrations/fetch/turns';
import { isolatedProgram } from '@/provider/integrations/isolated-program';
import type { Article, Page } from '@/provider/integrations/reader/article-program';

// Not imported, or the bundler would follow the program that is forked.
const { fork } = process.getBuiltinModule('node:child_process');

const processesMax = 2;
const waitMs = 20_000;
/** For the process to begin, which takes a while on a machine that is busy, and then for the page. */
const startMs = 15_000;
const patienceMs = 2_000;

const memoryMb = 160;

const turn = createTurns(processesMax);
/** One process is always there for people. */
const turnInBackground = createTurns(processesMax - 1);

/** How a page is read. */
interface Manner {
  startMs: number;
  patienceMs: number;
  /** Of work in the background, which gives way to all other work of the machine: ends it. */
  background: AbortSignal | null;
}

/** While somebody waits. */
export const forNow: Manner = { startMs, patienceMs, background: null };

/** Behind everything else, so it takes its time. */
export const forLater = (background: AbortSignal): Manner => ({
  startMs: 4 * startMs,
  patienceMs: 4 * patienceMs,
  background,
});

/**
 * The article of a page, read in a process of its own: a page can be made to keep a parser busy for minutes, or to use
 * up its memory, which a thread would not survive alone. What takes too long or too much has no article; null as well
 * where there is none. Rejects when too many wait. `programs` is the folder of the bundled reader.
 */
export async function readArticle(page: Page, manner = forNow, programs?: string): Promise<Article | null> {
  const { background } = manner;
  const leaveBackground = background && (await turnInBackground('', background));
  try {
    const leave = await turn('', background ?? AbortSignal.timeout(waitMs));
    try {
      return await readApart(page, manner, programs);
    } finally {
      leave();
    }
  } finally {
    leaveBackground?.();
  }
}

async function readApart(page: Page, manner: Manner, programs: string | undefined): Promise<Article | null> {
  const { background } = manner;
  const { file, execArgv } = isolatedProgram('reader/article-program', programs, { memoryMb });
  const reader = fork(file, {
    execArgv,
    env: { NODE_ENV: 'production' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const read = Promise.withResolvers<Article | null>();
  const giveUp = () => read.resolve(null);
  let timer = setTimeout(giveUp, manner.startMs);
  // First it says that it is there, then what it has read.
  reader.once('message', () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, manner.patienceMs);
    reader.once('message', (article) => read.resolve(article as Article | null));
    reader.send(page, (error) => error && giveUp());
  });
  reader.once('error', giveUp);
  reader.once('exit', giveUp);
  if (background) {
    giveWay(reader.pid);
    background.addEventListener('abort', giveUp);
    if (background.aborted) giveUp();
  }
  try {
    return await read.promise;
  } finally {
    clearTimeout(timer);
    background?.removeEventListener('abort', giveUp);
    reader.kill('SIGKILL');
  }
}

/** Lets everything else on the machine go first. */
function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system forbids it: then it runs as anything else does.
  }
}
