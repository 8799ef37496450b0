import os from 'node:os';
import type { FetchPage, PageFailure, ProviderConfig } from '@/provider/deps';
import { createConcurrencyLimiter } from '@/provider/integrations/fetch/concurrency-limiter';
import { isolatedProgram } from '@/provider/integrations/isolated-program';
import { decodeHtml } from '@/provider/integrations/page-metadata';
import type { Article, Page } from '@/provider/integrations/reader/article-program';

// Not imported, or the bundler would follow the program that is forked.
const { fork } = process.getBuiltinModule('node:child_process');

const processesMax = 2;
const waitMs = 20_000;
/** For the process to begin, which takes a while on a machine that is busy. */
const startMs = 15_000;

const memoryMb = 160;

const turn = createConcurrencyLimiter(processesMax);
/** One process is always there for people. */
const turnInBackground = createConcurrencyLimiter(processesMax - 1);

/** How a page is read. */
interface Manner {
  startMs: number;
  /** Of work in the background, which gives way to all other work of the machine: ends it. */
  background: AbortSignal | null;
}

interface ReaderOptions {
  /** Folder of the bundled reader; undefined runs its source. */
  programs?: string | undefined;
  /** For the page, once the process has begun. */
  timeoutMs?: number | undefined;
}

/** While somebody waits. */
const forNow: Manner = { startMs, background: null };

/** Behind everything else, so it may take longer to begin. */
const forLater = (background: AbortSignal): Manner => ({ startMs: 4 * startMs, background });

/**
 * The article of a page, read in a process of its own: a page can be made to keep a parser busy for minutes, or to use
 * up its memory, which a thread would not survive alone. What takes too long or too much has no article; null as well
 * where there is none. Rejects when too many wait.
 */
export async function readArticle(
  page: Page,
  manner = forNow,
  options: ReaderOptions = {},
): Promise<Article | null> {
  const { background } = manner;
  const leaveBackground = background && (await turnInBackground('', background));
  try {
    const leave = await turn('', background ?? AbortSignal.timeout(waitMs));
    try {
      return await readApart(page, manner, options);
    } finally {
      leave();
    }
  } finally {
    leaveBackground?.();
  }
}

async function readApart(
  page: Page,
  manner: Manner,
  { programs, timeoutMs = 2_000 }: ReaderOptions,
): Promise<Article | null> {
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
    timer = setTimeout(giveUp, timeoutMs);
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

/** The name that a site can address us by in its robots.txt. */
const ourName = 'markwell';
const maxRules = 2_000;

interface Rule {
  allows: boolean;
  pattern: string;
}

/**
 * Whether a robots.txt lets us read a path with its query (RFC 9309): the rules that name us, else those for everybody;
 * the longest rule that fits counts, and one that allows wins a tie.
 */
export function mayRead(robots: string, target: string): boolean {
  const { ours, everybodys } = readRules(robots);
  const fitting = (ours ?? everybodys).filter(({ pattern }) => fits(pattern, target));
  const longest = Math.max(0, ...fitting.map(({ pattern }) => pattern.length));
  const decisive = fitting.filter(({ pattern }) => pattern.length === longest);
  return decisive.length === 0 || decisive.some(({ allows }) => allows);
}

/** The rules of the groups that name us, null where none does, and of those for everybody. */
function readRules(robots: string): { ours: Rule[] | null; everybodys: Rule[] } {
  let ours: Rule[] | null = null;
  const everybodys: Rule[] = [];
  let targets: Rule[][] = [];
  let isNaming = false;
  let count = 0;
  for (const [field, value] of fieldsOf(robots)) {
    if (field === 'user-agent') {
      if (!isNaming) targets = [];
      isNaming = true;
      if (value === '*') targets.push(everybodys);
      else if (value.toLowerCase().startsWith(ourName)) targets.push((ours ??= []));
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false;
      count += 1;
      // An empty rule says nothing.
      if (value === '' || count > maxRules) continue;
      for (const rules of targets) rules.push({ allows: field === 'allow', pattern: value });
    }
  }
  return { ours, everybodys };
}

function* fieldsOf(robots: string): Generator<[string, string]> {
  for (const line of robots.split(/\r\n?|\n/)) {
    const [said = ''] = line.split('#', 1);
    const colon = said.indexOf(':');
    if (colon > 0) yield [said.slice(0, colon).trim().toLowerCase(), said.slice(colon + 1).trim()];
  }
}

/** Matches from the beginning; `*` stands for anything, `$` at the end for the end. Takes time in proportion to both. */
function fits(pattern: string, target: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!target.startsWith(first)) return false;
  let at = first.length;
  const last = isWhole ? parts.pop() : undefined;
  for (const part of parts) {
    const found = target.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return last === undefined
    ? at === target.length
    : target.endsWith(last) && target.length - last.length >= at;
}

/**
 * What came of reading a page: its article, or why there is none, in the words of the contract. `later` is no answer:
 * too much was asked for at once.
 */
export type FetchedArticle =
  | { status: 'ready'; article: Article }
  | { status: 'refused' | 'unreachable' | 'unsupported' | 'empty' | 'later' };

const htmlTypes = ['text/html', 'application/xhtml+xml'];
const maxHtmlBytes = 2 * 1024 * 1024;
const maxRobotsBytes = 512 * 1024;
/** Answers by which a site says that programs are not welcome. */
const refusals = [401, 403, 429, 451];

/** Somebody who waits for a page; or work in the background, which stands behind and can be ended. */
export type ReadingFor = { accountId: string } | { signal: AbortSignal };

export interface ArticleDeps {
  readonly fetchPage: FetchPage;
  readonly config: Pick<ProviderConfig, 'programs' | 'readerTimeoutMs'>;
}

/** Fetches a page of the web for reading, if its site lets programs do that. */
export async function fetchArticle(
  deps: ArticleDeps,
  url: string,
  whom: ReadingFor,
): Promise<FetchedArticle> {
  const article = await tryFetching(deps, url, whom);
  // What was ended says nothing about the page.
  return 'signal' in whom && whom.signal.aborted ? { status: 'later' } : article;
}

async function tryFetching(
  { fetchPage, config }: ArticleDeps,
  url: string,
  whom: ReadingFor,
): Promise<FetchedArticle> {
  if (!(await isWelcome(fetchPage, url, whom))) return { status: 'refused' };
  let failure: PageFailure = { kind: 'unreachable' };
  const page = await fetchPage(url, {
    accept: htmlTypes,
    maxBytes: maxHtmlBytes,
    overflow: 'truncate',
    ...whom,
    onFailure: (why) => {
      failure = why;
    },
  });
  if (!page) return { status: statusOf(failure) };
  const html = decodeHtml(page.bytes, page.contentType);
  try {
    const article = await readArticle(
      { html, url: page.url },
      'signal' in whom ? forLater(whom.signal) : forNow,
      { programs: config.programs, timeoutMs: config.readerTimeoutMs },
    );
    return article ? { status: 'ready', article } : { status: 'empty' };
  } catch {
    return { status: 'later' };
  }
}

/** Whether the site's robots.txt lets us in; a site without one, or that does not tell, does. */
async function isWelcome(fetchPage: FetchPage, url: string, whom: ReadingFor): Promise<boolean> {
  const { href } = new URL('/robots.txt', url);
  const robots = await fetchPage(href, {
    accept: ['text/plain'],
    maxBytes: maxRobotsBytes,
    overflow: 'truncate',
    ...whom,
  });
  if (!robots) return true;
  const { pathname, search } = new URL(url);
  return mayRead(new TextDecoder().decode(robots.bytes), pathname + search);
}

function statusOf(failure: PageFailure): 'refused' | 'unreachable' | 'unsupported' | 'later' {
  if (failure.kind === 'unfit') return 'unsupported';
  if (failure.kind === 'later') return 'later';
  return failure.kind === 'status' && refusals.includes(failure.status) ? 'refused' : 'unreachable';
}
