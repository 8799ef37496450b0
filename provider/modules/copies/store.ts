import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { serviceLimits } from '@/lib/contract/service-limits';
import { newId, type Executor } from '@/provider/db/client';
import { blobReferences } from '@/provider/db/schema/blobs';
import { copies } from '@/provider/db/schema/copies';
import { inRetriedTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { addReferences, storeBlob } from '@/provider/modules/blobs/blobs';
import { lockBookmark } from '@/provider/modules/bookmarks/queries';
import type { CopyDraft } from '@/provider/modules/copies/make';
import {
  documentName,
  findCopy,
  pictureName,
  type CopyOf,
  type CopyRecord,
} from '@/provider/modules/copies/queries';
import { Problem } from '@/provider/problem';

type Deps = Pick<ProviderDeps, 'db' | 'blobs' | 'clock'>;

export interface StoredCopy {
  readonly copy: CopyRecord;
  /** False if the page had this content before. */
  readonly isNew: boolean;
}

/**
 * Stores a copy as the current version of its page. Returns null if the bookmark has another url than `pageUrl`. Throws
 * NOT_FOUND, also for an encrypted bookmark, and the error of an exceeded quota.
 */
export async function storeCopy(
  deps: Deps,
  owner: CopyOf,
  draft: CopyDraft,
  pageUrl: string | null = null,
): Promise<StoredCopy | null> {
  const { db, clock } = deps;
  const document = await storeBlob(deps, [Buffer.from(draft.document)], {
    contentType: 'text/html',
    maxBytes: serviceLimits.copyBytes,
  });
  return inRetriedTransaction(db, async (tx) => {
    const { url } = await lockBookmark(tx, owner.accountId, owner.id);
    if (url === null) throw new Problem('NOT_FOUND');
    if (pageUrl !== null && url !== pageUrl) return null;
    const now = clock();
    const versions = versionsOf(owner, draft.kind);
    const [known] = await tx
      .update(copies)
      .set({ seenAt: now })
      .where(and(versions, eq(copies.hash, document.hash)))
      .returning({ id: copies.id });
    if (known) return { copy: await findCopy(tx, owner, known.id), isNew: false };
    const [previous] = await tx
      .select({ text: copies.text })
      .from(copies)
      .where(versions)
      .orderBy(desc(copies.seenAt), desc(copies.id))
      .limit(1);
    const id = newId();
    const { kind, title, byline, language, wordCount, pictures } = draft;
    const bytes = pictures.reduce((sum, { blob }) => sum + blob.size, document.size);
    const text = draft.text.slice(0, textMax).toWellFormed();
    await tx.insert(copies).values({
      ...{ id, accountId: owner.accountId, bookmarkId: owner.id, kind, hash: document.hash },
      ...{ url: draft.url, title, byline, language, text, wordCount, bytes, pictures: pictures.length },
      ...(previous && countChanges(previous.text, text)),
      createdAt: now,
      seenAt: now,
    });
    const use = { accountId: owner.accountId, bookmarkId: owner.id };
    await addReferences(
      tx,
      [
        { use: { ...use, name: documentName(id) }, blob: document },
        ...pictures.map(({ name, blob }) => ({ use: { ...use, name: pictureName(id, name) }, blob })),
      ],
      now,
    );
    await deleteOldest(tx, owner, kind);
    return { copy: await findCopy(tx, owner, id), isNew: true };
  });
}

/** A megabyte of text is longer than a book. */
const textMax = 1024 * 1024;
/** Versions of a page and kind. */
export const versionsMax = 20;

const versionsOf = ({ accountId, id }: CopyOf, kind: CopyDraft['kind']) =>
  and(eq(copies.accountId, accountId), eq(copies.bookmarkId, id), eq(copies.kind, kind));

/** Counts the words that only one of two texts has, or has more often. */
export function countChanges(before: string, after: string): { added: number; removed: number } {
  const counts = new Map<string, number>();
  const words = (text: string): readonly string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  for (const word of words(after)) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const word of words(before)) counts.set(word, (counts.get(word) ?? 0) - 1);
  let [added, removed] = [0, 0];
  for (const count of counts.values()) {
    if (count > 0) added += count;
    else removed -= count;
  }
  return { added, removed };
}

async function deleteOldest(tx: Executor, owner: CopyOf, kind: CopyDraft['kind']): Promise<void> {
  const old = await tx
    .select({ id: copies.id })
    .from(copies)
    .where(versionsOf(owner, kind))
    .orderBy(desc(copies.seenAt), desc(copies.id))
    .offset(versionsMax);
  for (const { id } of old) await removeCopy(tx, owner, id);
}

/** Deletes a copy with its files. Throws NOT_FOUND. */
export function deleteCopy({ db }: Pick<Deps, 'db'>, owner: CopyOf, id: string): Promise<void> {
  return inRetriedTransaction(db, async (tx) => {
    await lockBookmark(tx, owner.accountId, owner.id);
    if (!(await removeCopy(tx, owner, id))) throw new Problem('NOT_FOUND');
  });
}

/** Deletes all copies of bookmarks. Returns their number and size. */
export function clearCopies(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  ids: readonly string[],
): Promise<{ deleted: number; bytes: number }> {
  return inRetriedTransaction(db, async (tx) => {
    const isCleared = inArray(copies.bookmarkId, [...ids]);
    const removed = await tx
      .delete(copies)
      .where(and(eq(copies.accountId, accountId), isCleared))
      .returning({ bytes: copies.bytes });
    await tx
      .delete(blobReferences)
      .where(
        and(
          eq(blobReferences.accountId, accountId),
          inArray(blobReferences.bookmarkId, [...ids]),
          sql`starts_with(${blobReferences.name}, 'copy/')`,
        ),
      );
    return { deleted: removed.length, bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
}

async function removeCopy(tx: Executor, owner: CopyOf, id: string): Promise<boolean> {
  const { accountId, id: bookmarkId } = owner;
  const { rowCount } = await tx
    .delete(copies)
    .where(and(eq(copies.accountId, accountId), eq(copies.bookmarkId, bookmarkId), eq(copies.id, id)));
  if (rowCount === 0) return false;
  await tx
    .delete(blobReferences)
    .where(
      and(
        eq(blobReferences.accountId, accountId),
        eq(blobReferences.bookmarkId, bookmarkId),
        sql`starts_with(${blobReferences.name}, ${documentName(id)})`,
      ),
    );
  return true;
}
