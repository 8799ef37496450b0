import { and, eq, exists, sql } from 'drizzle-orm';
import type { Import } from '@/lib/contract/imports';
import { Color } from '@/lib/contract/primitives';
import type { Executor } from '@/provider/db/client';
import {
  imports,
  type DefaultCollectionChange,
  type DefaultCollectionLook as Look,
  type ImportRecord,
} from '@/provider/db/schema/imports';
import { bookmarkCollections, collections } from '@/provider/db/schema/library';
import { defaultCollection } from '@/provider/modules/spaces/service';

/** What of the default collection an import changes. */
export const defaultChanges = (change: DefaultCollectionChange | null): Import['defaultChanges'] => {
  const { color, description, security } = change?.after ?? {};
  return [
    ...(color === undefined ? [] : ['color' as const]),
    ...(description === undefined ? [] : ['description' as const]),
    ...(security === undefined ? [] : ['sharing' as const]),
  ];
};

const lookColumns = {
  id: collections.id,
  color: collections.color,
  description: collections.description,
  security: collections.security,
  listed: collections.listed,
};

/**
 * Gives the default collection of the space the color, the description and the sharing of the file's, each where it
 * still has its original value; a rehearsal only notes them. It is shared only if it holds nothing but what the file
 * brings: bookmarks that were private before are never published. The space is locked.
 */
export async function applyDefaultCollection(
  tx: Executor,
  { id, accountId, spaceId, collectionId, dryRun, createdAt }: ImportRecord,
): Promise<void> {
  const isImport = and(eq(imports.accountId, accountId), eq(imports.id, id));
  // The file is accepted while the merge follows it, so the record of the merge may not say this yet.
  const [record] = await tx.select({ change: imports.defaultCollection }).from(imports).where(isImport);
  const file = record?.change?.file;
  if (file === undefined || collectionId !== null) return;
  const others = tx
    .select({ id: bookmarkCollections.bookmarkId })
    .from(bookmarkCollections)
    .where(
      and(
        eq(bookmarkCollections.accountId, collections.accountId),
        eq(bookmarkCollections.collectionId, collections.id),
        sql`${bookmarkCollections.importId} is distinct from ${id}`,
      ),
    );
  const [current] = await tx
    .select({ ...lookColumns, holdsOthers: sql<boolean>`${exists(others)}` })
    .from(collections)
    .where(
      and(eq(collections.accountId, accountId), eq(collections.spaceId, spaceId), collections.isDefault),
    );
  if (current === undefined) return;
  const color = Color.safeParse(file.color).data;
  const after: Partial<Look> = {
    ...(color !== undefined &&
      color !== current.color &&
      current.color === defaultCollection.color && { color }),
    ...(file.description !== '' && current.description === '' && { description: file.description }),
    ...(file.shared !== null &&
      current.security === 0 &&
      !current.holdsOthers && { security: 1 as const, listed: file.shared === 'listed' }),
  };
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, current[name as keyof Look]]));
  await tx
    .update(imports)
    .set({ defaultCollection: { file, id: current.id, before, after } })
    .where(isImport);
  if (!dryRun && Object.keys(after).length > 0)
    await setLook(tx, { accountId, id: current.id }, { ...current, ...after }, createdAt);
}

/** Restores what of the default collection still is as the import made it. */
export async function undoDefaultCollection(
  tx: Executor,
  { id: importId, accountId }: Pick<ImportRecord, 'id' | 'accountId'>,
  now: Date,
): Promise<void> {
  const isItsCollection = and(
    eq(collections.accountId, imports.accountId),
    eq(collections.id, sql`(${imports.defaultCollection} ->> 'id')::uuid`),
  );
  const [current] = await tx
    .select({ ...lookColumns, change: imports.defaultCollection })
    .from(imports)
    .innerJoin(collections, isItsCollection)
    .where(and(eq(imports.accountId, accountId), eq(imports.id, importId)));
  if (current === undefined) return;
  const { before = {}, after = {} } = current.change ?? {};
  const isUnchanged = (name: keyof Look) => after[name] !== undefined && current[name] === after[name];
  const restored: Partial<Look> = {
    ...(isUnchanged('color') && { color: before.color }),
    ...(isUnchanged('description') && { description: before.description }),
    ...(isUnchanged('security') && { security: before.security, listed: before.listed }),
  };
  if (Object.keys(restored).length > 0)
    await setLook(tx, { accountId, id: current.id }, { ...current, ...restored }, now);
}

async function setLook(
  tx: Executor,
  { id, accountId }: { id: string; accountId: string },
  { color, description, security, listed }: Look,
  now: Date,
): Promise<void> {
  await tx
    .update(collections)
    .set({ color, description, security, listed, updatedAt: now })
    .where(and(eq(collections.accountId, accountId), eq(collections.id, id)));
}
