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

/** Returns which fields of the default collection an import changes. */
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

/** The default collection of a space that a dry run does not create. */
const newLook = {
  ...defaultCollection,
  id: undefined,
  description: '',
  security: 0,
  listed: false,
  holdsOthers: false,
};

/**
 * Applies color, description and sharing of the file to the default collection of the space, each only if it still has
 * its original value; a dry run only records them. It is shared only if all its bookmarks come from the file: bookmarks
 * that were private are never published. The space is locked.
 */
export async function applyDefaultCollection(
  tx: Executor,
  { id, accountId, spaceId, collectionId, dryRun, createsSpace, createdAt }: ImportRecord,
): Promise<void> {
  const isImport = and(eq(imports.accountId, accountId), eq(imports.id, id));
  // The file is read while the merge runs, so the record passed to the merge may not have this field yet.
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
  const [existing] = await tx
    .select({ ...lookColumns, holdsOthers: sql<boolean>`${exists(others)}` })
    .from(collections)
    .where(
      and(eq(collections.accountId, accountId), eq(collections.spaceId, spaceId), collections.isDefault),
    );
  const current = existing ?? (dryRun && createsSpace ? newLook : undefined);
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
    .set({ defaultCollection: { file, before, after, ...(current.id !== undefined && { id: current.id }) } })
    .where(isImport);
  if (!dryRun && current.id !== undefined && Object.keys(after).length > 0)
    await setLook(tx, { accountId, id: current.id }, { ...current, ...after }, createdAt);
}

/** Restores the fields of the default collection that still have the values written by the import. */
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
