import type { Content } from '@/lib/contract/schemas/content';
import { parseBookmarkUrl } from '@/lib/domain/url';
import type { Actor } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { fetchArticle, type FetchedArticle } from '@/provider/integrations/reader/fetch-article';
import { Problem } from '@/provider/problem';
import { findBookmark } from '@/provider/services/bookmarks/find-bookmark';
import { pageVector } from '@/provider/services/pages/page-vector';

const dayMs = 24 * 60 * 60_000;
const keptMs = 30 * dayMs;
/** A site that was away may be back soon. */
const absenceKeptMs = 60 * 60_000;

type Kept = Omit<Content, 'fetchedAt'> & { fetchedAt: Date };

const find = {
  name: 'content-of-bookmark',
  text: `select status, title, byline, excerpt, html, text, word_count as "wordCount", fetched_at as "fetchedAt"
    from page_contents where bookmark_id = $1`,
};

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

// One look at a page at a time, however often it is asked for.
const reading = new WeakMap<ProviderDeps, Map<string, Promise<Kept | null>>>();

/**
 * The text behind a bookmark of the actor for reading: as it was kept, or fetched now when it was never asked for or is
 * older than a month. Throws NOT_FOUND, also for an encrypted bookmark: nothing is ever fetched for one.
 */
export async function readContent(deps: ProviderDeps, actor: Actor, id: string): Promise<Content> {
  const { $client } = deps.db;
  const bookmark = await findBookmark($client, actor.accountId, id);
  if (bookmark === null || bookmark.url === null) throw new Problem('NOT_FOUND');
  const { rows } = await $client.query<Kept>({ ...find, values: [id] });
  const [kept] = rows;
  const content =
    kept && isFresh(deps, kept) ? kept : await readOnce(deps, { id, url: bookmark.url }, actor.accountId);
  if (content === null) return readContent(deps, actor, id);
  return { ...content, fetchedAt: content.fetchedAt.toISOString() };
}

function isFresh({ clock }: ProviderDeps, { status, fetchedAt }: Kept): boolean {
  return clock().getTime() - fetchedAt.getTime() < (status === 'unreachable' ? absenceKeptMs : keptMs);
}

interface Link {
  id: string;
  url: string;
}

function readOnce(deps: ProviderDeps, link: Link, accountId: string): Promise<Kept | null> {
  const running = reading.get(deps) ?? new Map<string, Promise<Kept | null>>();
  reading.set(deps, running);
  const key = `${link.id} ${link.url}`;
  const started = running.get(key);
  if (started) return started;
  const read = readAndKeep(deps, link, accountId).finally(() => running.delete(key));
  running.set(key, read);
  return read;
}

/** Null when the bookmark was changed meanwhile, so that it leads elsewhere or nowhere. */
async function readAndKeep(deps: ProviderDeps, { id, url }: Link, accountId: string): Promise<Kept | null> {
  const isWeb = parseBookmarkUrl(url).kind === 'web';
  const fetched: FetchedArticle = isWeb
    ? await fetchArticle(deps.fetchPage, url, accountId)
    : { status: 'unsupported' };
  const content = contentOf(fetched, deps.clock());
  if (fetched.status === 'later') return content;
  const { status, title, byline, excerpt, html, text, wordCount, fetchedAt } = content;
  const search = status === 'ready' ? pageVector(content) : null;
  const { rowCount } = await deps.db.$client.query({
    ...keep,
    values: [id, url, status, title, byline, excerpt, html, text, wordCount, fetchedAt, search],
  });
  return rowCount === 0 ? null : content;
}

const nothing = { title: '', byline: '', excerpt: '', html: '', text: '', wordCount: 0 };

function contentOf(fetched: FetchedArticle, fetchedAt: Date): Kept {
  if (fetched.status === 'ready') return { status: 'ready', ...fetched.article, fetchedAt };
  return { status: fetched.status === 'later' ? 'unreachable' : fetched.status, ...nothing, fetchedAt };
}
