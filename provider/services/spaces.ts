import { and, count, eq, getTableColumns, sql } from 'drizzle-orm';
import { limits } from '@/lib/contract/limits';
import { keyAtTop } from '@/lib/domain/order-key';
import type { Actor } from '@/provider/actor';
import type { Database, Executor } from '@/provider/db/client';
import { columnList } from '@/provider/db/column-list';
import { accounts } from '@/provider/db/schema/accounts';
import { collections, spaces, type SpaceRow } from '@/provider/db/schema/library';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { lockAccount } from '@/provider/services/lock-space';
import { newId } from '@/provider/services/new-id';

export interface NewSpace {
  id: string;
  accountId: string;
  name: string;
  description: string;
  isDefault: boolean;
  now: Date;
}

/** A space, and whether it is the one that its account has in use. */
export type SpaceRecord = SpaceRow & { isCurrent: boolean };

/** As every space begins. Kept in English: an interface shows the default collection by its flag, in the reader's language. */
export const defaultCollection = { name: 'Uncategorized', slug: 'uncategorized', color: '64748b' };

/** Adds a space with its default collection; null when the id is taken. Call it inside a transaction. */
export async function insertSpace(tx: Executor, input: NewSpace): Promise<SpaceRow | null> {
  const { now, ...values } = input;
  const [row] = await tx
    .insert(spaces)
    .values({ ...values, createdAt: now, lastActivityAt: now })
    .onConflictDoNothing({ target: spaces.id })
    .returning();
  if (!row) return null;
  await tx.insert(collections).values({
    ...defaultCollection,
    id: newId(),
    spaceId: input.id,
    accountId: input.accountId,
    description: '',
    security: 0,
    isDefault: true,
    orderKey: keyAtTop(now, 0),
    createdAt: now,
    updatedAt: now,
  });
  // The counter that the insertion has just moved.
  return { ...row, collectionCount: 1 };
}

const isCurrent = sql<boolean>`${spaces.id} = (select a.current_space_id from ${accounts} a where a.id = ${spaces.accountId})`;

/** The account's space with this id; null for anybody else's. */
export async function findSpace(
  db: Executor,
  accountId: string,
  spaceId: string,
): Promise<SpaceRecord | null> {
  const [row] = await db
    .select({ ...getTableColumns(spaces), isCurrent })
    .from(spaces)
    .where(and(eq(spaces.id, spaceId), eq(spaces.accountId, accountId)));
  return row ?? null;
}

// Read with every page, so prepared by name.
const list = {
  name: 'spaces-of-account',
  text: `
    select ${columnList(spaces, 's')}, s.id = a.current_space_id as "isCurrent"
    from spaces s join accounts a on a.id = s.account_id
    where s.account_id = $1 order by s.is_default desc, s.created_at, s.id`,
};

/** The account's spaces, the default one first, then in the order of their making. */
export async function listSpaces({ $client }: Database, accountId: string): Promise<SpaceRecord[]> {
  const { rows } = await $client.query<SpaceRecord>({ ...list, values: [accountId] });
  return rows;
}

export interface CreateSpace {
  uuid?: string | undefined;
  name: string;
  description?: string | undefined;
}

/**
 * Creates a space, or finds the one that the same account made with the same uuid before. Throws PLAN_REQUIRED when
 * the plan has no room for another, CONFLICT when the uuid is somebody else's.
 */
export function createSpace(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  actor: Actor,
  input: CreateSpace,
): Promise<{ space: SpaceRecord; isNew: boolean }> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, actor.accountId);
    const id = input.uuid ?? newId();
    const existing = input.uuid === undefined ? null : await findSpace(tx, actor.accountId, id);
    if (existing) return { space: existing, isNew: false };
    if (actor.plan === 'free' && (await countSpaces(tx, actor.accountId)) >= limits.freeSpaces) {
      throw new Problem('PLAN_REQUIRED', { data: { feature: 'spaces' } });
    }
    const { name, description = '' } = input;
    const { accountId } = actor;
    const row = await insertSpace(tx, {
      id,
      accountId,
      name: name.trim(),
      description,
      isDefault: false,
      now: clock(),
    });
    if (!row) throw new Problem('CONFLICT');
    return { space: { ...row, isCurrent: false }, isNew: true };
  });
}

/** Changes a space; what is absent stays. Throws NOT_FOUND. */
export async function updateSpace(
  { db }: Pick<ProviderDeps, 'db'>,
  actor: Actor,
  spaceId: string,
  input: { name?: string | undefined; description?: string | undefined },
): Promise<SpaceRecord> {
  const changes: Partial<SpaceRow> = {};
  if (input.name !== undefined) changes.name = input.name.trim();
  if (input.description !== undefined) changes.description = input.description;
  if (Object.keys(changes).length > 0) {
    await db
      .update(spaces)
      .set(changes)
      .where(and(eq(spaces.id, spaceId), eq(spaces.accountId, actor.accountId)));
  }
  return getSpace(db, actor, spaceId);
}

/** Makes a space of the actor the default one. Throws NOT_FOUND. */
export function setDefaultSpace(
  { db }: Pick<ProviderDeps, 'db'>,
  actor: Actor,
  spaceId: string,
): Promise<SpaceRecord> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, actor.accountId);
    await getSpace(tx, actor, spaceId);
    await makeDefault(tx, actor.accountId, spaceId);
    return getSpace(tx, actor, spaceId);
  });
}

/** Moves the default flag to a space that is known to be the account's, whose row is locked. */
export async function makeDefault(tx: Executor, accountId: string, spaceId: string): Promise<void> {
  await tx
    .update(spaces)
    .set({ isDefault: false })
    .where(and(eq(spaces.accountId, accountId), spaces.isDefault));
  await tx.update(spaces).set({ isDefault: true }).where(eq(spaces.id, spaceId));
}

async function getSpace(db: Executor, actor: Actor, spaceId: string): Promise<SpaceRecord> {
  const space = await findSpace(db, actor.accountId, spaceId);
  if (!space) throw new Problem('NOT_FOUND');
  return space;
}

async function countSpaces(tx: Executor, accountId: string): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(spaces).where(eq(spaces.accountId, accountId));
  return row?.total ?? 0;
}
