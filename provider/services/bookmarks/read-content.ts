import type { Content } from '@/lib/contract/schemas/content';
import type { Actor } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { findBookmark } from '@/provider/services/bookmarks/find-bookmark';
import { readPage, type PageContent } from '@/provider/services/pages/read-page';

const dayMs = 24 * 60 * 60_000;
const keptMs = 30 * dayMs;
/** A site that was away may be back soon. */
const absenceKeptMs = 60 * 60_000;

const find = {
  name: 'content-of-bookmark',
  text: `select status, title, byline, excerpt, html, text, word_count as "wordCount", fetched_at as "fetchedAt"
    from page_contents where bookmark_id = $1`,
};

/**
 * The text behind a bookmark of the actor for reading: as it was kept, or fetched now when it was never asked for or is
 * older than a month. Throws NOT_FOUND, also for an encrypted bookmark: nothing is ever fetched for one.
 */
export async function readContent(deps: ProviderDeps, actor: Actor, id: string): Promise<Content> {
  const { $client } = deps.db;
  const bookmark = await findBookmark($client, actor.accountId, id);
  if (bookmark === null || bookmark.url === null) throw new Problem('NOT_FOUND');
  const { rows } = await $client.query<PageContent>({ ...find, values: [id] });
  const [kept] = rows;
  const content = kept && isFresh(deps, kept) ? kept : await readNow(deps, actor, { id, url: bookmark.url });
  if (content === null) return readContent(deps, actor, id);
  return { ...content, fetchedAt: content.fetchedAt.toISOString() };
}

function isFresh({ clock }: ProviderDeps, { status, fetchedAt }: PageContent): boolean {
  return clock().getTime() - fetchedAt.getTime() < (status === 'unreachable' ? absenceKeptMs : keptMs);
}

/** Null when the bookmark was changed meanwhile. */
async function readNow(
  deps: ProviderDeps,
  { accountId }: Actor,
  link: { id: string; url: string },
): Promise<PageContent | null> {
  const read = await readPage(deps, link, { accountId });
  return read && read.content;
}
