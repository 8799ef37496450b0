import os from 'node:os';
import type { Language } from '@/lib/contract/account';
import { serviceLimits } from '@/lib/contract/service-limits';
import { Limiter } from '@/lib/utils/limiter';
import type { FetchPage, PageFailure, ProviderConfig } from '@/provider/deps';
import { isolatedProgram } from '@/provider/integrations/isolated-program';
import { decodeHtml } from '@/provider/integrations/pages/decode-html';
import type { Article, CopiedArticle, FileText, Page } from '@/provider/integrations/reader/article-program';
import { runOnce } from '@/provider/integrations/run-once';

const processesMax = 2;
const waitMs = 20_000;
/** Timeout for the start of the process, which takes a while on a busy machine. */
const startMs = 15_000;

const memoryMb = 160;

const processes = new Limiter({ total: processesMax });
/** One process is reserved for interactive requests. */
const backgroundProcesses = new Limiter({ total: processesMax - 1 });

/** Scheduling of an extraction. */
interface ExtractionMode {
  startMs: number;
  /** Signal that ends background work, which runs with low priority; null for interactive requests. */
  background: AbortSignal | null;
}

interface ReaderOptions {
  /** Folder of the bundled program; undefined runs its source. */
  programs?: string | undefined;
  /** Timeout for the page, after the start of the process. */
  timeoutMs?: number | undefined;
}

/** For interactive requests. */
const interactive: ExtractionMode = { startMs, background: null };

/** For background work, which may take longer to start. */
const inBackground = (background: AbortSignal): ExtractionMode => ({ startMs: 4 * startMs, background });

/**
 * Extracts the article of a page in a separate process: a hostile page can keep a parser busy for minutes, or exhaust
 * its memory, which would also end the threads of this process. Null if there is no article, or if a limit is exceeded.
 * Rejects when too many requests are queued.
 */
export const readArticle = (
  page: Omit<Page, 'purpose'>,
  mode = interactive,
  options: ReaderOptions = {},
): Promise<Article | null> => runProgram<Article>(page, mode, options);

/** Extracts the article of a page to keep, with formulas and the sources of its pictures, like {@link readArticle}. */
export const copyArticle = (
  page: Omit<Page, 'purpose'>,
  mode = interactive,
  options: ReaderOptions = {},
): Promise<CopiedArticle | null> => runProgram<CopiedArticle>({ ...page, purpose: 'copy' }, mode, options);

/** Reads the words of a whole page that a user sent, like {@link readArticle}. */
export const readFileText = (page: Page, options: ReaderOptions): Promise<FileText | null> =>
  runProgram<FileText>({ ...page, purpose: 'file' }, interactive, options);

async function runProgram<Result>(
  page: Page,
  mode: ExtractionMode,
  options: ReaderOptions,
): Promise<Result | null> {
  const { background } = mode;
  const leaveBackground = background && (await backgroundProcesses.take('', 1, background));
  try {
    const leave = await processes.take('', 1, background ?? AbortSignal.timeout(waitMs));
    try {
      return await readInProcess(page, mode, options);
    } finally {
      leave();
    }
  } finally {
    leaveBackground?.();
  }
}

async function readInProcess<Result>(
  page: Page,
  mode: ExtractionMode,
  { programs, timeoutMs = 2_000 }: ReaderOptions,
): Promise<Result | null> {
  const { background } = mode;
  const program = isolatedProgram('reader/article-program', programs, { memoryMb });
  return runOnce<Result>(program, page, {
    startMs: mode.startMs,
    readMs: timeoutMs,
    signal: background ?? undefined,
    onStart: (pid) => background && lowerPriority(pid),
  });
}

/** Lowers the priority of a process. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended, or the system forbids it: then it runs with normal priority.
  }
}

/** Product token for robots.txt. */
const productToken = 'markwell';
const maxRules = 2_000;

interface Rule {
  allows: boolean;
  pattern: string;
}

/**
 * Whether a robots.txt allows us to fetch a path with its query (RFC 9309): the rules for our product token apply, else
 * those for all clients; the longest matching rule decides, and an allow rule wins a tie.
 */
export function isCrawlAllowed(robots: string, target: string): boolean {
  const { specific, general } = readRules(robots);
  const path = normalizeEncoding(target);
  const matching = (specific ?? general).filter(({ pattern }) => matchesPattern(pattern, path));
  const longest = Math.max(0, ...matching.map(({ pattern }) => pattern.length));
  const decisive = matching.filter(({ pattern }) => pattern.length === longest);
  return decisive.length === 0 || decisive.some(({ allows }) => allows);
}

/** Returns the rules for our product token (null without any) and those for all clients. */
function readRules(robots: string): { specific: Rule[] | null; general: Rule[] } {
  let specific: Rule[] | null = null;
  const general: Rule[] = [];
  let targets: Rule[][] = [];
  let isInAgentLines = false;
  let count = 0;
  for (const [field, value] of fieldsOf(robots)) {
    if (field === 'user-agent') {
      if (!isInAgentLines) targets = [];
      isInAgentLines = true;
      if (value === '*') targets.push(general);
      else if (/^[a-z_-]+/i.exec(value)?.[0].toLowerCase() === productToken) targets.push((specific ??= []));
    } else if (field === 'allow' || field === 'disallow') {
      isInAgentLines = false;
      count += 1;
      // An empty rule has no effect.
      if (value === '' || count > maxRules) continue;
      for (const rules of targets)
        rules.push({ allows: field === 'allow', pattern: normalizeEncoding(value) });
    }
  }
  return { specific, general };
}

function* fieldsOf(robots: string): Generator<[string, string]> {
  for (const line of robots.split(/\r\n?|\n/)) {
    const [content = ''] = line.split('#', 1);
    const colon = content.indexOf(':');
    if (colon > 0) yield [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()];
  }
}

/** Percent-encodes all but ASCII, and decodes the characters that need no encoding: paths and patterns are compared so. */
const normalizeEncoding = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\P{ASCII}+/gu, encodeURIComponent)
    .replace(/%[\da-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : code.toUpperCase();
    });

/** Matches from the beginning; `*` matches any text, `$` at the end anchors the end. Runs in linear time. */
function matchesPattern(pattern: string, target: string): boolean {
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
 * Result of fetching a page: its article, or why there is none, as a status of the contract. `later` is not final: the
 * fetch was postponed.
 */
export type FetchedArticle = Fetched<Article>;

type Fetched<Result> =
  | { status: 'ready'; article: Result }
  | { status: 'refused' | 'missing' | 'failing' | 'unreachable' | 'unsupported' | 'empty' | 'later' };

const htmlTypes = ['text/html', 'application/xhtml+xml'];
const maxRobotsBytes = 512 * 1024;
/** Response statuses with which a site rejects crawlers. */
const refusalStatuses = [401, 403, 429, 451];

/** The account of an interactive request; or background work, which has lower priority and can be aborted. */
export type ReadingFor = ({ accountId: string } | { signal: AbortSignal }) & {
  language?: Language | undefined;
};

export interface ArticleDeps {
  readonly fetchPage: FetchPage;
  readonly config: Pick<ProviderConfig, 'programs' | 'readerTimeoutMs'>;
}

/** Fetches the article of a page, if its site allows crawlers. */
export const fetchArticle = (deps: ArticleDeps, url: string, purpose: ReadingFor): Promise<FetchedArticle> =>
  fetchAndRead(deps, url, purpose, readArticle);

/** Fetches the article of a page to keep, if its site allows crawlers. Its pictures are not fetched. */
export const fetchCopy = (
  deps: ArticleDeps,
  url: string,
  purpose: ReadingFor,
): Promise<Fetched<CopiedArticle>> => fetchAndRead(deps, url, purpose, copyArticle);

type Read<Result> = (page: Page, mode: ExtractionMode, options: ReaderOptions) => Promise<Result | null>;

async function fetchAndRead<Result>(
  deps: ArticleDeps,
  url: string,
  purpose: ReadingFor,
  read: Read<Result>,
): Promise<Fetched<Result>> {
  const article = await tryFetching(deps, url, purpose, read);
  // An aborted fetch is no result for the page.
  return 'signal' in purpose && purpose.signal.aborted ? { status: 'later' } : article;
}

async function tryFetching<Result>(
  { fetchPage, config }: ArticleDeps,
  url: string,
  purpose: ReadingFor,
  read: Read<Result>,
): Promise<Fetched<Result>> {
  if (!(await isAllowed(fetchPage, url, purpose))) return { status: 'refused' };
  let failure: PageFailure = { kind: 'unreachable' };
  const page = await fetchPage(url, {
    accept: htmlTypes,
    maxBytes: serviceLimits.pageHtmlBytes,
    overflow: 'truncate',
    ...purpose,
    onFailure: (why) => {
      failure = why;
    },
  });
  if (!page) return { status: statusOf(failure) };
  const html = decodeHtml(page.bytes, page.contentType);
  try {
    const article = await read(
      { html, url: page.url },
      'signal' in purpose ? inBackground(purpose.signal) : interactive,
      { programs: config.programs, timeoutMs: config.readerTimeoutMs },
    );
    return article ? { status: 'ready', article } : { status: 'empty' };
  } catch {
    return { status: 'later' };
  }
}

/** Whether the site's robots.txt allows the fetch; true for a site without a readable one. */
async function isAllowed(fetchPage: FetchPage, url: string, purpose: ReadingFor): Promise<boolean> {
  const { href } = new URL('/robots.txt', url);
  const robots = await fetchPage(href, {
    accept: ['text/plain'],
    maxBytes: maxRobotsBytes,
    overflow: 'truncate',
    ...purpose,
  });
  if (!robots) return true;
  const { pathname, search } = new URL(url);
  return isCrawlAllowed(new TextDecoder().decode(robots.bytes), pathname + search);
}

const missingStatuses = [404, 410];

type FailureStatus = Exclude<FetchedArticle['status'], 'ready' | 'empty'>;

function statusOf(failure: PageFailure): FailureStatus {
  if (failure.kind === 'unfit') return 'unsupported';
  if (failure.kind === 'later') return 'later';
  if (failure.kind !== 'status') return 'unreachable';
  if (refusalStatuses.includes(failure.status)) return 'refused';
  return missingStatuses.includes(failure.status) ? 'missing' : 'failing';
}
