import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '@/provider/db/client';
import { covers, type StoredCover } from '@/provider/db/schema/covers';
import { bookmarks } from '@/provider/db/schema/library';
import { inRetriedTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import type { DrawnCover } from '@/provider/integrations/images/image-program';
import { addReferences, deleteReferences, storeBlob, type StoredBlob } from '@/provider/modules/blobs/blobs';
import { getBookmark, lockBookmark } from '@/provider/modules/bookmarks/queries';
import type { BookmarkRecord } from '@/provider/modules/bookmarks/record';
import { Problem } from '@/provider/problem';

/** The uses of the files of a cover, by their width. */
export const coverNames = { '320': 'cover-320', '640': 'cover-640' } as const;
const names = Object.values(coverNames);

export interface CoverOf {
  readonly accountId: string;
  /** Id of the bookmark or of the collection. */
  readonly id: string;
}

/** Where a cover comes from. The job finds it for the url that the bookmark must still have. */
export type CoverSource =
  | { readonly kind: 'automatic'; readonly sourceUrl: string; readonly pageUrl: string }
  | { readonly kind: 'chosen'; readonly sourceUrl: string }
  | { readonly kind: 'uploaded'; readonly sourceUrl: null };

type Deps = Pick<ProviderDeps, 'db' | 'blobs' | 'clock'>;

const versionLength = 16;
/** Two WebP files of 640 pixels are far smaller. */
const maxBytes = 4 * 1024 * 1024;

/** Stores the files of a cover, which nothing refers to yet. */
export async function storeFiles(
  deps: Deps,
  drawn: DrawnCover,
): Promise<{ cover: StoredCover; files: StoredBlob[] }> {
  const files: StoredBlob[] = [];
  for (const file of drawn.files) {
    files.push(await storeBlob(deps, [file], { contentType: 'image/webp', maxBytes }));
  }
  const cover: StoredCover = {
    version: files.at(-1)?.hash.slice(0, versionLength) ?? '',
    thumbhash: Buffer.from(drawn.thumbhash).toString('base64'),
    width: drawn.width,
    height: drawn.height,
  };
  return { cover, files };
}

/** Makes files those of a bookmark or collection, under these names, in place of earlier ones. */
export async function replaceFiles(
  tx: Executor,
  { accountId, id }: CoverOf,
  files: readonly StoredBlob[],
  { names, now }: { names: readonly string[]; now: Date },
): Promise<void> {
  const added = files.flatMap((blob, at) => {
    const name = names[at];
    return name === undefined ? [] : [{ use: { accountId, bookmarkId: id, name }, blob }];
  });
  await deleteReferences(tx, { accountId, bookmarkId: id }, names);
  await addReferences(tx, added, now);
}

/**
 * Stores a cover with its bookmark, in place of an earlier one, and returns the bookmark. Null for an automatic one if the
 * url has changed, or if the user has chosen or removed the cover meanwhile. Throws NOT_FOUND, also if the bookmark is
 * encrypted, and the error of an exceeded quota.
 */
export async function storeCover(
  deps: Deps,
  { accountId, id }: CoverOf,
  drawn: DrawnCover,
  source: CoverSource,
): Promise<BookmarkRecord | null> {
  const { db, clock } = deps;
  const { cover, files } = await storeFiles(deps, drawn);
  return inRetriedTransaction(db, async (tx) => {
    const url = await lockReadable(tx, { accountId, id });
    if (source.kind === 'automatic' && (url !== source.pageUrl || (await isSettled(tx, { accountId, id })))) {
      return null;
    }
    await replaceFiles(tx, { accountId, id }, files, { names, now: clock() });
    await writeCover(
      tx,
      { accountId, id },
      { kind: source.kind, sourceUrl: source.sourceUrl, cover, now: clock() },
    );
    return getBookmark(tx, accountId, id);
  });
}

/** Removes the cover of a bookmark; the page's own one does not come back. Throws NOT_FOUND. */
export async function removeCover({ db, clock }: Deps, { accountId, id }: CoverOf): Promise<BookmarkRecord> {
  return inRetriedTransaction(db, async (tx) => {
    await lockReadable(tx, { accountId, id });
    await deleteReferences(tx, { accountId, bookmarkId: id }, names);
    await writeCover(tx, { accountId, id }, { kind: 'removed', sourceUrl: null, cover: null, now: clock() });
    return getBookmark(tx, accountId, id);
  });
}

/** Records that a page has no picture for now, unless the bookmark has changed or has a cover. */
export async function storeNoCover(
  { db, clock }: Deps,
  { accountId, id }: CoverOf,
  pageUrl: string,
): Promise<void> {
  await db.execute(sql`
    insert into covers (account_id, bookmark_id, kind, stored_at)
    select b.account_id, b.id, 'none', ${clock()}::timestamptz from bookmarks b
    where b.account_id = ${accountId} and b.id = ${id} and b.url = ${pageUrl} and not b.encrypted for share
    on conflict (account_id, bookmark_id) do update set stored_at = excluded.stored_at where covers.kind = 'none'`);
}

/** Locks a bookmark with its space, and returns its url. Throws NOT_FOUND, also if it is encrypted. */
async function lockReadable(tx: Executor, { accountId, id }: CoverOf): Promise<string> {
  const { url } = await lockBookmark(tx, accountId, id);
  if (url === null) throw new Problem('NOT_FOUND');
  return url;
}

/** Whether the user has decided about the cover, so that the job must not. */
async function isSettled(tx: Executor, { accountId, id }: CoverOf): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`select from covers where account_id = ${accountId} and bookmark_id = ${id} and kind <> 'none'`,
  );
  return rowCount !== 0;
}

interface Written {
  kind: 'automatic' | 'chosen' | 'uploaded' | 'removed';
  sourceUrl: string | null;
  cover: StoredCover | null;
  now: Date;
}

async function writeCover(
  tx: Executor,
  { accountId, id }: CoverOf,
  { kind, sourceUrl, cover, now }: Written,
): Promise<void> {
  const values = { kind, sourceUrl, storedAt: now };
  await tx
    .insert(covers)
    .values({ accountId, bookmarkId: id, ...values })
    .onConflictDoUpdate({ target: [covers.accountId, covers.bookmarkId], set: values });
  // The modification time does not change, so that an open editor can still be saved.
  await tx
    .update(bookmarks)
    .set({ cover })
    .where(and(eq(bookmarks.accountId, accountId), eq(bookmarks.id, id)));
}
