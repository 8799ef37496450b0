import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Content } from '@/lib/contract/bookmarks';
import { splitWords } from '@/lib/domain/search-words';
import { parseBookmarkUrl } from '@/lib/domain/url';
import type { Actor } from '@/provider/actor';
import { pageContents } from '@/provider/db/schema/pages';
import type { ProviderDeps } from '@/provider/deps';
import { fetchArticle, type FetchedArticle, type ReadingFor } from '@/provider/integrations/reader/article';
import { languageOf } from '@/provider/modules/account/queries';
import { findBookmark } from '@/provider/modules/bookmarks/queries';
import { Problem } from '@/provider/problem';

interface PageText {
  /** Host as displayed. */
  domain: string;
  title: string;
  text: string;
}

/** Maximum number of indexed words; of longer texts only the beginning is indexed. */
const wordsMax = 20_000;
/** PostgreSQL allows a megabyte; the words of a page of prose take a tenth of this limit. */
const bytesMax = 256 * 1024;
/** Longer than `wordsMax` words of prose, but short enough for text crafted to be slow to fold. */
const lengthMax = 256 * 1024;
const sliceLength = 16_384;

/** Yields slices of a text that end between two words, if they contain white space. */
function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const slice = text.slice(at, at + sliceLength);
    const isLast = at + slice.length === text.length;
    const end = isLast ? slice.length : Math.max(slice.lastIndexOf(' '), slice.lastIndexOf('\n')) + 1;
    const length = end > 0 ? end : slice.length;
    yield slice.slice(0, length).toWellFormed();
    at += length;
  }
}

/**
 * Returns the search vector of a page in the syntax of `tsvector`: the words of its text, title and host, folded like
 * those of a bookmark, without codes. Text is folded slice by slice up to the last indexed word, so that a page of any
 * length takes milliseconds.
 */
export function pageVector({ domain, title, text }: PageText): string {
  const lexemes = new Set(splitWords(`${title} ${domain}`));
  let words = lexemes.size;
  let bytes = 0;
  for (const slice of slicesOf(text.slice(0, lengthMax))) {
    for (const found of splitWords(slice)) {
      words += 1;
      if (words > wordsMax || bytes > bytesMax) return [...lexemes].join(' ');
      if (lexemes.has(found)) continue;
      lexemes.add(found);
      bytes += Buffer.byteLength(found);
    }
  }
  return [...lexemes].join(' ');
}

export interface PageLink {
  accountId: string;
  /** Id of the bookmark. */
  id: string;
  url: string;
}

export type PageContent = Omit<Content, 'fetchedAt'> & { fetchedAt: Date };

/** A fetched page; null if the bookmark's URL changed, or the bookmark was encrypted or deleted, during the request. */
type PageRead = { content: PageContent; isStored: boolean } | null;

// Locks the row of the bookmark: see provider/db/schema/pages.ts. A fetch never replaces what a browser has sent.
const storeStatement = (
  { accountId, id, url }: PageLink,
  content: PageContent,
  { search, isSent }: { search: string | null; isSent: boolean },
): SQL => sql`insert into page_contents
      (account_id, bookmark_id, space_id, status, title, byline, excerpt, html, text, word_count, fetched_at, search, sent)
    select b.account_id, b.id, b.space_id, ${content.status}, ${content.title}, ${content.byline}, ${content.excerpt}, ${content.html}, ${content.text}, ${content.wordCount}, ${content.fetchedAt}, ${search}, ${isSent} from bookmarks b
    where b.account_id = ${accountId} and b.id = ${id} and b.url = ${url} and not b.encrypted for share
    on conflict (account_id, bookmark_id) do update set space_id = excluded.space_id, status = excluded.status,
      title = excluded.title, byline = excluded.byline, excerpt = excluded.excerpt, html = excluded.html,
      text = excluded.text, word_count = excluded.word_count, fetched_at = excluded.fetched_at,
      search = excluded.search, sent = excluded.sent
    where excluded.sent or not page_contents.sent`;

/** Stores a page text with its bookmark; false if the bookmark has changed, or has a text that a browser sent. */
export async function storeContent(
  { db }: Pick<ProviderDeps, 'db'>,
  link: PageLink,
  content: PageContent,
  { isSent }: { isSent: boolean },
): Promise<boolean> {
  const { domain } = parseBookmarkUrl(link.url);
  const search = content.status === 'ready' ? pageVector({ ...content, domain }) : null;
  const { rowCount } = await db.execute(storeStatement(link, content, { search, isSent }));
  return rowCount !== 0;
}

const readings = new WeakMap<ProviderDeps, Map<string, Promise<PageRead>>>();

function readingsOf(deps: ProviderDeps): Map<string, Promise<PageRead>> {
  const running = readings.get(deps) ?? new Map<string, Promise<PageRead>>();
  readings.set(deps, running);
  return running;
}

/**
 * Fetches the text of a page and stores it with its bookmark. A result that may be temporary ("later") is not stored.
 * Concurrent calls for the same page share one fetch.
 */
export function readPage(deps: ProviderDeps, link: PageLink, readingFor: ReadingFor): Promise<PageRead> {
  const running = readingsOf(deps);
  const key = `${link.id} ${link.url}`;
  const started = running.get(key);
  if (started) return started;
  const read = readAndStore(deps, link, readingFor).finally(() => running.delete(key));
  running.set(key, read);
  return read;
}

async function readAndStore(
  deps: ProviderDeps,
  { accountId, id, url }: PageLink,
  readingFor: ReadingFor,
): Promise<PageRead> {
  const { kind } = parseBookmarkUrl(url);
  const fetched: FetchedArticle =
    kind === 'web'
      ? await fetchArticle(deps, url, { ...readingFor, language: await languageOf(deps.db, accountId) })
      : { status: 'unsupported' };
  const content = contentOf(fetched, deps.clock());
  if (fetched.status === 'later') return { content, isStored: false };
  const isStored = await storeContent(deps, { accountId, id, url }, content, { isSent: false });
  return isStored ? { content, isStored } : null;
}

const nothing = { title: '', byline: '', excerpt: '', html: '', text: '', wordCount: 0 };

export function contentOf(fetched: FetchedArticle, fetchedAt: Date): PageContent {
  if (fetched.status === 'ready') return { status: 'ready', ...fetched.article, fetchedAt };
  return { status: fetched.status === 'later' ? 'unreachable' : fetched.status, ...nothing, fetchedAt };
}

const dayMs = 24 * 60 * 60_000;
const maxAgeMs = 30 * dayMs;
/** Shorter for a page that may be available again soon. */
const unavailableMaxAgeMs = 60 * 60_000;

const isTemporary = (status: Content['status']): boolean =>
  status === 'unreachable' || status === 'failing' || status === 'missing';

/**
 * Returns the page text of a bookmark: the stored one, or fetched now if there is none or it is older than a month.
 * Throws NOT_FOUND, also for an encrypted bookmark, for which nothing is ever fetched.
 */
export async function readContent(deps: ProviderDeps, actor: Actor, id: string): Promise<Content> {
  const { db } = deps;
  const bookmark = await findBookmark(db, actor.accountId, id);
  if (bookmark === null || bookmark.url === null) throw new Problem('NOT_FOUND');
  const [stored] = await db
    .select({
      status: pageContents.status,
      title: pageContents.title,
      byline: pageContents.byline,
      excerpt: pageContents.excerpt,
      html: pageContents.html,
      text: pageContents.text,
      wordCount: pageContents.wordCount,
      fetchedAt: pageContents.fetchedAt,
      sent: pageContents.sent,
    })
    .from(pageContents)
    .where(and(eq(pageContents.accountId, actor.accountId), eq(pageContents.bookmarkId, id)));
  if (stored) {
    const { sent, ...content } = stored;
    if (sent || isFresh(deps, content)) return presentContent(content);
  }
  const content = await readNow(deps, actor, { id, url: bookmark.url });
  return content === null ? readContent(deps, actor, id) : presentContent(content);
}

export const presentContent = (content: PageContent): Content => ({
  ...content,
  fetchedAt: content.fetchedAt.toISOString(),
});

function isFresh({ clock }: ProviderDeps, { status, fetchedAt }: PageContent): boolean {
  return clock().getTime() - fetchedAt.getTime() < (isTemporary(status) ? unavailableMaxAgeMs : maxAgeMs);
}

/** Fetches the page; null if the bookmark changed during the request. */
async function readNow(
  deps: ProviderDeps,
  { accountId }: Actor,
  link: { id: string; url: string },
): Promise<PageContent | null> {
  const read = await readPage(deps, { ...link, accountId }, { accountId });
  return read && read.content;
}

const pagesMax = 200;

// One at a time, since a text may have megabytes.
const next = sql`
  select p.account_id as "accountId", p.bookmark_id as id, b.domain, p.title, p.text, p.fetched_at as "fetchedAt"
  from page_contents p join bookmarks b on b.account_id = p.account_id and b.id = p.bookmark_id
  where p.status = 'ready' and p.search is null order by p.bookmark_id limit 1`;

/** A page without a search vector; the timestamp is text. */
type NextPage = PageText &
  Readonly<{ accountId: string; id: string; fetchedAt: string }> &
  Record<string, unknown>;

/** Indexes texts that have no search vector, at most `pagesMax` per call. */
export async function indexPages({ db }: Pick<ProviderDeps, 'db'>, signal: AbortSignal): Promise<void> {
  for (let done = 0; done < pagesMax && !signal.aborted; done += 1) {
    const { rows } = await db.execute<NextPage>(next);
    const [page] = rows;
    if (!page) return;
    await db
      .update(pageContents)
      .set({ search: pageVector(page), text: sql`normalize(${pageContents.text})` })
      .where(
        and(
          eq(pageContents.accountId, page.accountId),
          eq(pageContents.bookmarkId, page.id),
          eq(pageContents.fetchedAt, sql`${page.fetchedAt}`),
          isNull(pageContents.search),
        ),
      );
  }
}
