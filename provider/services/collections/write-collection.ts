import { eq, sql } from 'drizzle-orm';
import { collectionSlug } from '@/lib/domain/collection-slug';
import { keyAtTop, sequenceLimit } from '@/lib/domain/order-key';
import { plainColor } from '@/lib/domain/plain-color';
import type { Actor } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import { bookmarks, collections, type CollectionRow } from '@/provider/db/schema/library';
import type { ProviderDeps } from '@/provider/deps';
import { requirePro } from '@/provider/policies/plan';
import { Problem } from '@/provider/problem';
import type { CollectionRecord } from '@/provider/services/collections/collection-record';
import {
  findCollection,
  getCollection,
  lockCollection,
} from '@/provider/services/collections/find-collection';
import { readSmart } from '@/provider/services/collections/smart-query';
import { lockSpace } from '@/provider/services/lock-space';
import { newId } from '@/provider/services/new-id';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

interface CollectionInput {
  description?: string | undefined;
  color?: string | undefined;
  security?: 0 | 1 | undefined;
  /** Search engines may list it; of no effect unless it is public. */
  listed?: boolean | undefined;
  /** What it gathers by itself. */
  smart?: { query: string } | undefined;
}

export type CreateCollection = CollectionInput & { uuid?: string | undefined; name: string };
export type UpdateCollection = CollectionInput & { name?: string | undefined };

/**
 * Creates a collection in the actor's space, or finds the one that the same account made with the same uuid before.
 * Throws CONFLICT when the uuid is somebody else's; for a smart one PLAN_REQUIRED, and VALIDATION_FAILED for a query
 * that asks for nothing.
 */
export function createCollection(
  { db, clock }: Deps,
  actor: Actor,
  input: CreateCollection,
): Promise<{ collection: CollectionRecord; isNew: boolean }> {
  if (input.smart) requirePro(actor, 'smart');
  const smart = input.smart && readSmart(input.smart.query);
  return db.transaction(async (tx) => {
    if (!(await lockSpace(tx, actor.spaceId))) throw new Problem('SPACE_NOT_FOUND');
    const id = input.uuid ?? newId();
    const made = input.uuid === undefined ? null : await findCollection(tx, actor.accountId, id);
    if (made) return { collection: made, isNew: false };
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
        security: input.security ?? 0,
        listed: input.security === 1 && input.listed === true,
        isDefault: false,
        smart: smart ?? null,
        orderKey: keyAtTop(now, Math.floor(Math.random() * sequenceLimit)),
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: collections.id })
      .returning({ id: collections.id });
    if (inserted.length === 0) throw new Problem('CONFLICT');
    return { collection: await getCollection(tx, actor.accountId, id), isNew: true };
  });
}

/**
 * Changes a collection of the actor; what is absent stays. Throws NOT_FOUND, DEFAULT_COLLECTION when the default one
 * would get another name, SMART_COLLECTION when one that holds bookmarks would get a query, and for a new query what
 * creating throws.
 */
export function updateCollection(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  input: UpdateCollection,
): Promise<CollectionRecord> {
  return db.transaction(async (tx) => {
    // A name counts for the space: see [Note: Revision].
    const current = await lockCollection(tx, actor.accountId, id);
    const changes: Partial<CollectionRow> = { updatedAt: clock(), ...changeSmart(actor, current, input) };
    const name = input.name?.trim();
    if (name !== undefined && name !== current.name) {
      if (current.isDefault) throw new Problem('DEFAULT_COLLECTION');
      Object.assign(changes, { name, slug: collectionSlug(name) });
    }
    if (input.description !== undefined) changes.description = input.description;
    if (input.color !== undefined) changes.color = input.color;
    Object.assign(changes, changeSharing(current, input));
    await tx.update(collections).set(changes).where(eq(collections.id, id));
    return getCollection(tx, actor.accountId, id);
  });
}

/** Whoever makes a collection private is asked anew, once it is public again, whether search engines may list it. */
function changeSharing(
  current: CollectionRecord,
  input: UpdateCollection,
): Pick<CollectionRow, 'security' | 'listed'> {
  const security = input.security ?? current.security;
  return { security, listed: security === 1 && (input.listed ?? current.listed) };
}

/** A query that stays what it is takes no plan: whoever left Pro goes on naming and coloring. */
function changeSmart(
  actor: Actor,
  { smart: current }: CollectionRecord,
  { smart: input }: UpdateCollection,
): Partial<CollectionRow> {
  if (!input) return {};
  if (current === null) throw new Problem('SMART_COLLECTION');
  const smart = readSmart(input.query);
  if (smart.query === current.query) return {};
  requirePro(actor, 'smart');
  return { smart };
}

/**
 * Deletes a collection of the actor. Its bookmarks stay in the library or go to the trash (those of a smart one are not
 * its own: they stay); those that were in no other
 * collection are in the default one from then on, so that a bookmark of the trash has a place to come back to. Throws
 * NOT_FOUND, DEFAULT_COLLECTION.
 */
export function deleteCollection(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  itsBookmarks: 'keep' | 'trash',
): Promise<void> {
  return db.transaction(async (tx) => {
    const collection = await lockCollection(tx, actor.accountId, id);
    if (collection.isDefault) throw new Problem('DEFAULT_COLLECTION');
    if (itsBookmarks === 'trash') await trashBookmarks(tx, id, clock());
    await adoptBookmarks(tx, id);
    await tx.delete(collections).where(eq(collections.id, id));
  });
}

async function trashBookmarks(tx: Executor, collectionId: string, now: Date): Promise<void> {
  await tx
    .update(bookmarks)
    .set({ deletedAt: now, updatedAt: now })
    .where(
      sql`${bookmarks.id} in (select bookmark_id from bookmark_collections where collection_id = ${collectionId} and live)`,
    );
}

async function adoptBookmarks(tx: Executor, collectionId: string): Promise<void> {
  await tx.execute(sql`
    insert into bookmark_collections (bookmark_id, collection_id, space_id, live, created_at)
    select l.bookmark_id, d.id, l.space_id, l.live, l.created_at
    from bookmark_collections l join collections d on d.space_id = l.space_id and d.is_default
    where l.collection_id = ${collectionId} and not exists (
      select 1 from bookmark_collections o
      where o.bookmark_id = l.bookmark_id and o.collection_id <> l.collection_id)`);
}
