import type { BodyOf } from '@/provider/middleware/handler';
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { collectionSlug } from '@/lib/domain/collection-slug';
import { keyOfNew } from '@/lib/domain/order-key';
import { plainColor } from '@/lib/domain/palette';
import type { Actor } from '@/provider/actor';
import { newId, type Executor } from '@/provider/db/client';
import {
  bookmarkCollections,
  bookmarks,
  collections,
  type CollectionRow,
} from '@/provider/db/schema/library';
import {
  beginBulkChange,
  inRetriedTransaction,
  inTransaction,
  lockAccount,
  lockSpace,
  lockSpaces,
} from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { anchorOf, manualOrder } from '@/provider/modules/bookmarks/manual-order';
import {
  beginChange,
  changeSpaceOf,
  recordBookmarksOf,
  recordCollection,
} from '@/provider/modules/bookmarks/journal';
import {
  findCollection,
  getCollection,
  lockCollection,
  type CollectionRecord,
} from '@/provider/modules/collections/queries';
import { readSmart } from '@/provider/modules/bookmarks/smart';
import { requireFeature } from '@/provider/policies';
import { Problem } from '@/provider/problem';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

/** Whether a client-chosen id exists in any account. */
async function isTaken(tx: Executor, id: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`select from collections where id = ${id}`);
  return rowCount !== 0;
}

type CreateCollection = BodyOf<'collections.create'>;
type UpdateCollection = BodyOf<'collections.update'>;

/**
 * Creates a collection in the actor's space, or finds the one that the same account created with the same uuid. Throws
 * CONFLICT when the uuid belongs to another account; for a smart one PLAN_REQUIRED, and VALIDATION_FAILED for a query
 * without a condition.
 */
export function createCollection(
  { db, clock }: Deps,
  actor: Actor,
  input: CreateCollection,
): Promise<{ collection: CollectionRecord; isNew: boolean }> {
  if (input.smart) requireFeature(actor, 'smart');
  const smart = input.smart && readSmart(input.smart.query);
  return inTransaction(db, async (tx) => {
    if (!(await lockSpace(tx, actor))) throw new Problem('SPACE_NOT_FOUND');
    const id = input.uuid ?? newId();
    const existing = input.uuid === undefined ? null : await findCollection(tx, actor.accountId, id);
    if (existing) return { collection: existing, isNew: false };
    if (input.uuid !== undefined && (await isTaken(tx, id))) throw new Problem('CONFLICT');
    const name = input.name.trim();
    const now = clock();
    const inserted = await tx
      .insert(collections)
      .values({
        id,
        accountId: actor.accountId,
        spaceId: actor.spaceId,
        name,
        slug: collectionSlug(name),
        description: input.description ?? '',
        color: input.color ?? plainColor,
        icon: input.icon ?? null,
        security: input.security ?? 0,
        listed: input.security === 1 && input.listed === true,
        isDefault: false,
        smart: smart ?? null,
        orderKey: keyOfNew(now),
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: [collections.accountId, collections.id] })
      .returning({ id: collections.id });
    if (inserted.length === 0) throw new Problem('CONFLICT');
    return { collection: await getCollection(tx, actor.accountId, id), isNew: true };
  });
}

/**
 * Updates a collection of the actor; absent fields do not change. Throws NOT_FOUND, DEFAULT_COLLECTION when the default
 * one would be renamed, SMART_COLLECTION when a collection with bookmarks would get a query, and for a new query the
 * same errors as creating.
 */
export function updateCollection(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  input: UpdateCollection,
): Promise<CollectionRecord> {
  return inRetriedTransaction(db, async (tx) => {
    // A name affects the revision of the space: see [Note: Revision].
    const current = await lockCollection(tx, actor.accountId, id);
    const changes: Partial<CollectionRow> = { updatedAt: clock(), ...changeSmart(actor, current, input) };
    const name = input.name?.trim();
    if (name !== undefined && name !== current.name) {
      if (current.isDefault) throw new Problem('DEFAULT_COLLECTION');
      Object.assign(changes, { name, slug: collectionSlug(name) });
    }
    if (input.description !== undefined) changes.description = input.description;
    if (input.color !== undefined) changes.color = input.color;
    if (input.icon !== undefined) changes.icon = input.icon;
    if (input.pinned !== undefined) changes.pinned = input.pinned;
    if (input.keepsCopies !== undefined) changes.keepsCopies = input.keepsCopies;
    Object.assign(changes, changeSharing(current, input));
    await tx.update(collections).set(changes).where(isCollection(actor.accountId, id));
    return getCollection(tx, actor.accountId, id);
  });
}

/** `listed` is cleared when a collection becomes private, so the owner must allow search engines again. */
function changeSharing(
  current: CollectionRecord,
  input: UpdateCollection,
): Pick<CollectionRow, 'security' | 'listed'> {
  const security = input.security ?? current.security;
  return { security, listed: security === 1 && (input.listed ?? current.listed) };
}

/** An unchanged query does not require the plan: accounts that left Pro can still rename and recolor. */
function changeSmart(
  actor: Actor,
  { smart: current }: CollectionRecord,
  { smart: input }: UpdateCollection,
): Partial<CollectionRow> {
  if (!input) return {};
  if (current === null) throw new Problem('SMART_COLLECTION');
  const smart = readSmart(input.query);
  if (smart.query === current.query) return {};
  requireFeature(actor, 'smart');
  // Its count is that of the previous query.
  return { smart, smartRevision: null };
}

/** The conditions for a collection of an account. */
const isCollection = (accountId: string, id: string) =>
  and(eq(collections.accountId, accountId), eq(collections.id, id));

async function trashBookmarks(tx: Executor, accountId: string, id: string, now: Date): Promise<void> {
  const held = tx
    .select({ id: bookmarkCollections.bookmarkId })
    .from(bookmarkCollections)
    .where(
      and(
        eq(bookmarkCollections.accountId, accountId),
        eq(bookmarkCollections.collectionId, id),
        bookmarkCollections.live,
      ),
    );
  await tx
    .update(bookmarks)
    .set({ deletedAt: now, updatedAt: now })
    .where(and(eq(bookmarks.accountId, accountId), inArray(bookmarks.id, held)));
}

const adoptBookmarks = (accountId: string, id: string): SQL => sql`
  insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at)
  select l.account_id, l.bookmark_id, d.id, l.space_id, l.live, l.created_at
  from bookmark_collections l
    join collections d on d.account_id = l.account_id and d.space_id = l.space_id and d.is_default
  where l.account_id = ${accountId} and l.collection_id = ${id} and not exists (
    select 1 from bookmark_collections o
    where o.account_id = l.account_id and o.bookmark_id = l.bookmark_id and o.collection_id <> l.collection_id)`;

export interface DeleteCollection {
  itsBookmarks: 'keep' | 'trash';
  /** Id by which the deletion can be undone. */
  undo?: string | undefined;
}

/**
 * Deletes a collection of the actor. Its bookmarks stay in the library or move to the trash; those of a smart one stay.
 * Bookmarks that are in no other collection are linked to the default one, so that a bookmark in the trash can be
 * restored to it. Throws NOT_FOUND, DEFAULT_COLLECTION, and CONFLICT for an `undo` id that is taken.
 */
export function deleteCollection(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  id: string,
  { itsBookmarks, undo }: DeleteCollection,
): Promise<void> {
  return inRetriedTransaction(db, async (tx) => {
    const { spaceId, isDefault } = await lockCollection(tx, accountId, id);
    if (isDefault) throw new Problem('DEFAULT_COLLECTION');
    const now = clock();
    await beginBulkChange(tx);
    const change = beginChange({ accountId, spaceId }, now, undo);
    await recordBookmarksOf(tx, change, id, itsBookmarks === 'trash' ? 'trash' : 'links');
    await recordCollection(tx, change, id, 'deleted');
    if (itsBookmarks === 'trash') await trashBookmarks(tx, accountId, id, now);
    await tx.execute(adoptBookmarks(accountId, id));
    await tx.delete(collections).where(isCollection(accountId, id));
  });
}

// The default collection receives only bookmarks that are in no other collection.
const joinLinks = (accountId: string, id: string, into: CollectionRecord): SQL => sql`
  insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at)
  select l.account_id, l.bookmark_id, ${into.id}, l.space_id, l.live, l.created_at from bookmark_collections l
  where l.account_id = ${accountId} and l.collection_id = ${id} and (not ${into.isDefault} or not exists (
    select from bookmark_collections o
    where o.account_id = l.account_id and o.bookmark_id = l.bookmark_id and o.collection_id <> l.collection_id))
  on conflict do nothing`;

/**
 * Moves all bookmarks of a collection of the actor, including those in the trash, to another one of the same space, and
 * deletes it. Throws NOT_FOUND for either, DEFAULT_COLLECTION when the default one would be deleted, VALIDATION_FAILED
 * when both are the same, SMART_COLLECTION when one of them is smart, and CONFLICT for an `undo` id that is taken.
 */
export function mergeCollection(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  id: string,
  { into: intoId, undo }: { into: string; undo?: string | undefined },
): Promise<CollectionRecord> {
  return inRetriedTransaction(db, async (tx) => {
    const merged = await lockCollection(tx, accountId, id);
    const into = await findCollection(tx, accountId, intoId);
    if (into?.spaceId !== merged.spaceId) throw new Problem('NOT_FOUND');
    if (into.id === merged.id) {
      throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'into', code: 'invalid_value' }] });
    }
    if (merged.isDefault) throw new Problem('DEFAULT_COLLECTION');
    if (merged.smart ?? into.smart) throw new Problem('SMART_COLLECTION');
    const now = clock();
    const change = beginChange({ accountId, spaceId: merged.spaceId }, now, undo);
    await beginBulkChange(tx);
    await recordBookmarksOf(tx, change, merged.id, 'links');
    await recordCollection(tx, change, merged.id, 'deleted');
    await recordCollection(tx, change, into.id, 'updated');
    await tx.execute(joinLinks(accountId, merged.id, into));
    await tx.delete(collections).where(isCollection(accountId, merged.id));
    await tx.update(collections).set({ updatedAt: now }).where(isCollection(accountId, into.id));
    return getCollection(tx, accountId, into.id);
  });
}

/**
 * Moves a collection of the actor to another of their spaces. Its bookmarks, including those in the trash, move with it
 * unchanged and leave their other collections. If it is already in the space, nothing changes. Throws NOT_FOUND,
 * SPACE_NOT_FOUND for the other space, DEFAULT_COLLECTION, and CONFLICT for an `undo` id that is taken.
 */
export function moveCollection(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  id: string,
  { space: spaceId, undo }: { space: string; undo?: string | undefined },
): Promise<CollectionRecord> {
  return inRetriedTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const { spaceId: from, isDefault } = await getCollection(tx, accountId, id);
    const named = new Set([from, spaceId]);
    if ((await lockSpaces(tx, accountId, [...named])) < named.size) throw new Problem('SPACE_NOT_FOUND');
    // It may have been deleted while this transaction waited for the lock.
    const current = await getCollection(tx, accountId, id);
    if (isDefault) throw new Problem('DEFAULT_COLLECTION');
    if (from === spaceId) return current;
    await beginBulkChange(tx);
    const now = clock();
    const change = beginChange({ accountId, spaceId: from }, now, undo);
    await recordBookmarksOf(tx, change, id, 'space');
    await recordCollection(tx, change, id, 'moved');
    await changeSpaceOf(tx, { id, accountId }, spaceId, now);
    return getCollection(tx, accountId, id);
  });
}

const order = manualOrder(collections, sql`true`);

/**
 * Moves a collection of the actor directly after or before another one in the manual order of their space, by updating
 * this row only. Throws NOT_FOUND for either, also when they are in different spaces.
 */
export function orderCollection(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  id: string,
  placement: BodyOf<'collections.order'>,
): Promise<CollectionRecord> {
  return inRetriedTransaction(db, async (tx) => {
    const moved = await lockCollection(tx, accountId, id);
    const { id: anchorId, side } = anchorOf(placement);
    const anchor = await findCollection(tx, accountId, anchorId);
    if (anchor?.spaceId !== moved.spaceId) throw new Problem('NOT_FOUND');
    if (anchor.id === moved.id) return moved;
    await order.place(tx, { ...moved, accountId }, anchor, side, clock());
    return getCollection(tx, accountId, id);
  });
}
