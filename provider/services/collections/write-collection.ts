import { eq } from 'drizzle-orm';
import { collectionSlug } from '@/lib/domain/collection-slug';
import { keyAtTop, sequenceLimit } from '@/lib/domain/order-key';
import { plainColor } from '@/lib/domain/plain-color';
import type { Actor } from '@/provider/actor';
import { collections, type CollectionRow } from '@/provider/db/schema/library';
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
