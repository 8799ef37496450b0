import type { Content } from '@/lib/contract/schemas/content';
import { parseBookmarkUrl } from '@/lib/domain/url';
import type { ProviderDeps } from '@/provider/deps';
import {
  fetchArticle,
  type FetchedArticle,
  type ReadingFor,
} from '@/provider/integrations/reader/fetch-article';
import { pageVector } from '@/provider/services/pages/page-vector';

interface PageLink {
  /** Of the bookmark. */
  id: string;
  url: string;
}

export type PageContent = Omit<Content, 'fetchedAt'> & { fetchedAt: Date };

/** Null when the bookmark was changed meanwhile, so that it leads elsewhere or nowhere. */
type PageRead = { content: PageContent; isKept: boolean } | null;

// The bookmark is held meanwhile: see the migration 0008.
const keep = {
  name: 'keep-content',
  text: `insert into page_contents
      (bookmark_id, space_id, status, title, byline, excerpt, html, text, word_count, fetched_at, search)
    select b.id, b.space_id, $3, $4, $5, $6, $7, $8, $9, $10, $11 from bookmarks b
    where b.id = $1 and b.url = $2 and not b.encrypted for share
    on conflict (bookmark_id) do update set space_id = excluded.space_id, status = excluded.status,
      title = excluded.title, byline = excluded.byline, excerpt = excluded.excerpt, html = excluded.html,
      text = excluded.text, word_count = excluded.word_count, fetched_at = excluded.fetched_at,
      search = excluded.search`,
};

interface Reading {
  read: Promise<PageRead>;
  /** Whether somebody waits for it. */
  isAwaited: boolean;
}

const readings = new WeakMap<ProviderDeps, Map<string, Reading>>();

function readingsOf(deps: ProviderDeps): Map<string, Reading> {
  const running = readings.get(deps) ?? new Map<string, Reading>();
  readings.set(deps, running);
  return running;
}

/**
 * Fetches the text of a page and keeps it with its bookmark; an answer that means nothing ("not now") is not kept. One
 * look at a page at a time, however often it is asked for.
 */
export async function readPage(deps: ProviderDeps, link: PageLink, whom: ReadingFor): Promise<PageRead> {
  const running = readingsOf(deps);
  const key = `${link.id} ${link.url}`;
  const started = running.get(key);
  if (!started) {
    const read = readAndKeep(deps, link, whom).finally(() => running.delete(key));
    running.set(key, { read, isAwaited: 'accountId' in whom });
    return read;
  }
  const isForSomebody = started.isAwaited || !('accountId' in whom);
  started.isAwaited ||= 'accountId' in whom;
  const read = await started.read;
  // Work in the background may have been ended.
  return isForSomebody || read?.isKept !== false ? read : readPage(deps, link, whom);
}

/** Resolves when what people are waiting for now has been read. */
export async function whenPeopleHaveRead(deps: ProviderDeps): Promise<void> {
  const awaited = [...readingsOf(deps).values()].filter(({ isAwaited }) => isAwaited);
  await Promise.allSettled(awaited.map(({ read }) => read));
}

async function readAndKeep(deps: ProviderDeps, { id, url }: PageLink, whom: ReadingFor): Promise<PageRead> {
  const { kind, domain } = parseBookmarkUrl(url);
  const fetched: FetchedArticle =
    kind === 'web' ? await fetchArticle(deps, url, whom) : { status: 'unsupported' };
  const content = contentOf(fetched, deps.clock());
  if (fetched.status === 'later') return { content, isKept: false };
  const { status, title, byline, excerpt, html, text, wordCount, fetchedAt } = content;
  const search = status === 'ready' ? pageVector({ ...content, domain }) : null;
  const { rowCount } = await deps.db.$client.query({
    ...keep,
    values: [id, url, status, title, byline, excerpt, html, text, wordCount, fetchedAt, search],
  });
  return rowCount === 0 ? null : { content, isKept: true };
}

const nothing = { title: '', byline: '', excerpt: '', html: '', text: '', wordCount: 0 };

function contentOf(fetched: FetchedArticle, fetchedAt: Date): PageContent {
  if (fetched.status === 'ready') return { status: 'ready', ...fetched.article, fetchedAt };
  return { status: fetched.status === 'later' ? 'unreachable' : fetched.status, ...nothing, fetchedAt };
}
