import { and, eq, sql } from 'drizzle-orm';
import { isBlank, trimTitle } from '@/lib/contract/blank';
import type { Language } from '@/lib/contract/account';
import type { Metadata } from '@/lib/contract/bookmarks';
import { searchColumns } from '@/lib/domain/search-vector';
import { urlKeyHash } from '@/lib/domain/url-key';
import { describeError } from '@/lib/observability/describe-error';
import type { Actor } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import { bookmarks } from '@/provider/db/schema/library';
import { metadataFetches } from '@/provider/db/schema/pages';
import { inTransaction, lockSpaces } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { createReadPageMetadata, type PageMetadata } from '@/provider/integrations/pages/page-metadata';
import { sendMissingRowJobs, sendRowJob, type MakeJob, type RowJob } from '@/provider/jobs/queues';
import { readUrl } from '@/provider/modules/bookmarks/content';
import { presentBookmark } from '@/provider/modules/bookmarks/record';
import { findBookmarkByKey } from '@/provider/modules/bookmarks/queries';
import { serveFavicon } from '@/provider/modules/favicons/favicons';

type DueBookmark = Readonly<{
  id: string;
  spaceId: string;
  accountId: string;
  url: string;
  language: Language | null;
}>;

const readDue = (id: string) => sql`
  select b.id, b.space_id as "spaceId", b.account_id as "accountId", b.url, a.preferences ->> 'language' as language
  from metadata_fetches f join bookmarks b on b.account_id = f.account_id and b.id = f.bookmark_id
    join accounts a on a.id = b.account_id
  where f.bookmark_id = ${id}`;

const deleteFetch = (db: Executor, accountId: string, id: string): Promise<unknown> =>
  db
    .delete(metadataFetches)
    .where(and(eq(metadataFetches.accountId, accountId), eq(metadataFetches.bookmarkId, id)))
    .execute();

/**
 * Fetches title, description and icon of one bookmark. If the page cannot be read, or another one is in front of it, it
 * is retried a few times.
 */
async function fetchMetadata(deps: ProviderDeps, { id, isLast, signal }: RowJob): Promise<void> {
  const { db, fetchPage, config } = deps;
  const read = createReadPageMetadata(fetchPage, config.programs);
  for (let isFilled = false; !isFilled;) {
    const { rows } = await db.execute<DueBookmark>(readDue(id));
    const [due] = rows;
    if (due === undefined) return;
    const { url, accountId } = due;
    const page = await read(url, { accountId, signal, language: due.language ?? undefined });
    if (signal.aborted) throw new Error('The process is shutting down.');
    if (page === null) {
      if (!isLast) throw new Error('The page cannot be read.');
      await deleteFetch(db, accountId, id);
      return;
    }
    isFilled = await fill(deps, due, page);
    if (isFilled) await serveFavicon(deps, url, accountId);
  }
}

/**
 * Current content of an unencrypted bookmark; `isSame` if its url and space have not changed since the fetch started.
 */
type FilledRow = Readonly<{
  title: string;
  description: string;
  tags: string[];
  domain: string;
  path: string;
  isSame: boolean;
}>;

/**
 * Fills the title and the description if they are still blank, and deletes the pending fetch. The modification time
 * does not change, so that an open editor can still be saved. Returns false if the url or space changed during the
 * fetch: the page must be fetched again.
 */
async function fill(
  { db }: ProviderDeps,
  { id, spaceId, accountId, url }: DueBookmark,
  page: PageMetadata,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockSpaces(tx, accountId, [spaceId]);
    const { rows } = await tx.execute<FilledRow>(
      sql`select title, coalesce(description, '') as description,
          coalesce(notes, '') as notes, tags, domain, path,
          url = ${url} and space_id = ${spaceId} as "isSame" from bookmarks
        where account_id = ${accountId} and id = ${id} and not encrypted`,
    );
    const [row] = rows;
    const isBlankStill = row !== undefined && isBlank(row.title);
    if (isBlankStill && !row.isSame) return false;
    if (isBlankStill) await writeMetadata(tx, { accountId, id }, row, page);
    await deleteFetch(tx, accountId, id);
    return true;
  });
}

async function writeMetadata(
  tx: Executor,
  { accountId, id }: Pick<DueBookmark, 'accountId' | 'id'>,
  row: FilledRow,
  page: PageMetadata,
): Promise<void> {
  const title = trimTitle(page.title ?? '');
  const description = isBlank(row.description) ? (page.description ?? '') : row.description;
  const columns = searchColumns({ ...row, title, description });
  await tx
    .update(bookmarks)
    .set({ title, description, ...columns })
    .where(and(eq(bookmarks.accountId, accountId), eq(bookmarks.id, id)));
}

/** Starts the fetch for a new bookmark. If that fails, the scheduled run finds its row in `metadata_fetches`. */
export async function sendMetadataJob(deps: Pick<ProviderDeps, 'db' | 'log'>, id: string): Promise<void> {
  await sendRowJob(deps.db, deps, 'bookmark-metadata', id).catch((error: unknown) => {
    deps.log.warn({ error: describeError(error) }, 'a title will be fetched later');
  });
}

/**
 * Returns the metadata of a page, and the bookmark of the actor's space for the same page. If the page cannot be
 * fetched, its texts are empty, regardless of the reason. Throws VALIDATION_FAILED for anything but a web address.
 */
export async function readMetadata(
  deps: Pick<ProviderDeps, 'db' | 'fetchPage' | 'config'>,
  actor: Actor,
  rawUrl: string,
  { language, signal }: { language: Language; signal: AbortSignal },
): Promise<Metadata> {
  const { url, kind, domain } = readUrl(rawUrl);
  const { accountId } = actor;
  const read = createReadPageMetadata(deps.fetchPage, deps.config.programs);
  const [page, existing] = await Promise.all([
    kind === 'web' ? read(url, { accountId, language, signal }) : null,
    findBookmarkByKey(deps.db, actor, urlKeyHash(url)),
  ]);
  return {
    url,
    title: page?.title ?? '',
    description: page?.description ?? '',
    domain,
    favicon: kind === 'web' ? `/v1/preview/favicon?url=${encodeURIComponent(new URL(url).origin)}` : null,
    image: page?.image ?? null,
    existing: existing && presentBookmark(existing),
  };
}

/** Fetches title, description and icon of bookmarks that were saved without a title. */
export const bookmarkMetadata: MakeJob = (deps) => ({
  name: 'bookmark-metadata',
  cron: '* * * * *',
  run: () => sendMissingRowJobs(deps.db, 'bookmark-metadata', sql`select bookmark_id from metadata_fetches`),
  work: (job) => fetchMetadata(deps, job),
});
