import fs from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '@/provider/db/client';
import { blobReferences, blobReleases, blobs } from '@/provider/db/schema/blobs';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { stageBlob } from '@/provider/integrations/blobs/blob-store';

/** A stored file that nothing refers to yet. */
export interface StoredBlob {
  readonly hash: string;
  readonly size: number;
  /** The release that `addReference` deletes. */
  readonly releaseId: string;
}

/** What refers to a blob; `name` is its use, such as `cover-320`. */
export interface BlobUse {
  readonly accountId: string;
  readonly bookmarkId: string;
  readonly name: string;
}

export interface StoreOptions {
  /** The type of the content as it was decoded, never as a client declares it. */
  readonly contentType: string;
  /** Throws BlobTooLarge above it. */
  readonly maxBytes: number;
}

const graceMs = 24 * 60 * 60_000;

/**
 * Stores content while it arrives. It is deleted after a day unless `addReference` is called before: see [Note: Blobs].
 * Must not be called in a transaction, because an upload can take seconds.
 */
export async function storeBlob(
  { db, blobs: store, clock }: Pick<ProviderDeps, 'db' | 'blobs' | 'clock'>,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { contentType, maxBytes }: StoreOptions,
): Promise<StoredBlob> {
  const staged = await stageBlob(store, source, maxBytes);
  const { hash, size } = staged;
  try {
    const releaseId = await inTransaction(db, async (tx) => {
      const createdAt = clock();
      // Also waits until a job that is deleting the object has finished.
      await tx
        .insert(blobs)
        .values({ hash, size, contentType, createdAt })
        .onConflictDoUpdate({ target: blobs.hash, set: { size: sql`${blobs.size}` } });
      const [release] = await tx
        .insert(blobReleases)
        .values({ hash, dueAt: new Date(createdAt.getTime() + graceMs) })
        .returning({ id: blobReleases.id });
      return release?.id ?? '';
    });
    await store.put(staged);
    return { hash, size, releaseId };
  } finally {
    await fs.rm(staged.file, { force: true });
  }
}

/**
 * Adds references to stored blobs, in the transaction that writes what they belong to. Earlier ones of the same name must
 * have been deleted by `deleteReferences`. The caller has locked the row of the bookmark and knows that it is not
 * encrypted. Fails if the quota of the account is exceeded, or if a blob was stored more than a day ago.
 */
export async function addReferences(
  tx: Executor,
  added: readonly { readonly use: BlobUse; readonly blob: StoredBlob }[],
  createdAt: Date,
): Promise<void> {
  if (added.length === 0) return;
  await tx.delete(blobReleases).where(
    inArray(
      blobReleases.id,
      added.map(({ blob }) => blob.releaseId),
    ),
  );
  await tx
    .insert(blobReferences)
    .values(added.map(({ use, blob: { hash, size } }) => ({ ...use, hash, size, createdAt })));
}

/** Deletes the references of a bookmark with these names. The blobs are deleted after a day. */
export async function deleteReferences(
  tx: Executor,
  { accountId, bookmarkId }: Omit<BlobUse, 'name'>,
  names: readonly string[],
): Promise<void> {
  await tx
    .delete(blobReferences)
    .where(
      and(
        eq(blobReferences.accountId, accountId),
        eq(blobReferences.bookmarkId, bookmarkId),
        inArray(blobReferences.name, [...names]),
      ),
    );
}

/** Metadata of the blob that something refers to. */
export interface FoundBlob {
  readonly hash: string;
  readonly size: number;
  readonly contentType: string;
}

/** Returns the blob of a use; null if there is none. */
export async function findBlob(
  db: Executor,
  { accountId, bookmarkId, name }: BlobUse,
): Promise<FoundBlob | null> {
  const [found] = await db
    .select({ hash: blobs.hash, size: blobs.size, contentType: blobs.contentType })
    .from(blobReferences)
    .innerJoin(blobs, eq(blobs.hash, blobReferences.hash))
    .where(
      and(
        eq(blobReferences.accountId, accountId),
        eq(blobReferences.bookmarkId, bookmarkId),
        eq(blobReferences.name, name),
      ),
    );
  return found ?? null;
}

/** Returns the content of a blob; null if its object is missing, as after a restore without the bucket. */
export const readBlob = (
  { blobs: store }: Pick<ProviderDeps, 'blobs'>,
  { hash }: Pick<FoundBlob, 'hash'>,
): Promise<Readable | null> => store.get(hash);
