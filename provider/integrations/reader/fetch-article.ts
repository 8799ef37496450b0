import type { FetchPage, PageFailure, ProviderConfig } from '@/provider/deps';
import { decodeHtml } from '@/provider/integrations/html/decode-html';
import type { Article } from '@/provider/integrations/reader/article-program';
import { forLater, forNow, readArticle } from '@/provider/integrations/reader/read-article';
import { mayRead } from '@/provider/integrations/reader/robots';

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
  readonly config: Pick<ProviderConfig, 'programs'>;
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
      config.programs,
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
