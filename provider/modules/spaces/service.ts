import type { BodyOf } from '@/provider/middleware/handler';
import { and, count, eq, getTableColumns, sql } from 'drizzle-orm';
import { limits } from '@/lib/contract/limits';
import { keyAtTop } from '@/lib/domain/order-key';
import type { Actor } from '@/provider/actor';
import { columnList, newId, type Database, type Executor } from '@/provider/db/client';
import { accounts } from '@/provider/db/schema/accounts';
import { collections, spaces, type SpaceRow } from '@/provider/db/schema/library';
import {
  beginBulkChange,
  inTransaction,
  lockAccount,
  lockAccountRow,
  lockSpaces,
  type Queryable,
} from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { requireRoomForSpace } from '@/provider/policies';
import { Problem } from '@/provider/problem';

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
    .onConflictDoNothing({ target: [spaces.accountId, spaces.id] })
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

/** Whether an id that a client chose is one of any account. */
async function isTaken(tx: Executor, id: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`select from spaces where id = ${id}`);
  return rowCount !== 0;
}

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

/**
 * Creates a space, or finds the one that the same account made with the same uuid before. Throws PLAN_REQUIRED when
 * the plan has no room for another, CONFLICT when the uuid is somebody else's.
 */
export function createSpace(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  actor: Actor,
  input: BodyOf<'spaces.create'>,
): Promise<{ space: SpaceRecord; isNew: boolean }> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, actor.accountId);
    const id = input.uuid ?? newId();
    const existing = input.uuid === undefined ? null : await findSpace(tx, actor.accountId, id);
    if (existing) return { space: existing, isNew: false };
    requireRoomForSpace(actor, await countSpaces(tx, actor.accountId));
    const { name, description = '' } = input;
    const { accountId } = actor;
    if (input.uuid !== undefined && (await isTaken(tx, id))) throw new Problem('CONFLICT');
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
  input: BodyOf<'spaces.update'>,
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
  await tx
    .update(spaces)
    .set({ isDefault: true })
    .where(and(eq(spaces.accountId, accountId), eq(spaces.id, spaceId)));
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

const findFlags = `
  select s.is_default as "isDefault", s.id = a.current_space_id as "isCurrent"
  from spaces s join accounts a on a.id = s.account_id where s.account_id = $1 and s.id = $2`;

// In this order: links are found by their collections, and those by their space. The default collection stays behind,
// and what was in it goes to the default one of the other space.
const transfer = [
  `update bookmark_collections l set collection_id = d.id, space_id = d.space_id
   from collections s, collections d
   where s.account_id = $3 and s.space_id = $1 and s.is_default
     and d.account_id = $3 and d.space_id = $2 and d.is_default
     and l.account_id = $3 and l.collection_id = s.id`,
  `update bookmark_collections set space_id = $2
   where account_id = $3 and collection_id in (
     select id from collections where account_id = $3 and space_id = $1 and not is_default)`,
  'update collections set space_id = $2 where account_id = $3 and space_id = $1 and not is_default',
  'update bookmarks set space_id = $2 where account_id = $3 and space_id = $1',
  // An import that is under way brings its bookmarks where the others are.
  'update imports set space_id = $2 where account_id = $3 and space_id = $1',
] as const;

/**
 * Deletes a space of the actor with all that is in it; with a target, its bookmarks, the trash among them, and its
 * collections move to that space first. Throws NOT_FOUND for either, SPACE_IN_USE, DEFAULT_SPACE, and VALIDATION_FAILED
 * when it would be its own target.
 */
export function deleteSpace(
  { db }: Pick<ProviderDeps, 'db'>,
  { accountId }: Actor,
  id: string,
  target: string | undefined,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockAccountRow(tx, accountId);
    const named = new Set(target === undefined ? [id] : [id, target]);
    if ((await lockSpaces(tx, accountId, [...named])) < named.size) throw new Problem('NOT_FOUND');
    if (target === id) {
      throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'target', code: 'invalid_value' }] });
    }
    await refuseNeeded(tx, accountId, id);
    await beginBulkChange(tx);
    if (target !== undefined) for (const text of transfer) await tx.query(text, [id, target, accountId]);
    await tx.query('delete from spaces where account_id = $1 and id = $2', [accountId, id]);
  });
}

async function refuseNeeded(tx: Queryable, accountId: string, id: string): Promise<void> {
  const { rows } = await tx.query<{ isDefault: boolean; isCurrent: boolean }>(findFlags, [accountId, id]);
  if (rows[0]?.isCurrent === true) throw new Problem('SPACE_IN_USE');
  if (rows[0]?.isDefault === true) throw new Problem('DEFAULT_SPACE');
}

export interface ActiveSpaceRecord extends SpaceRecord {
  /** Bookmarks saved on each of the last days, oldest first; days are those of UTC. */
  activity: { date: string; count: number }[];
}

// Each space's last days are one range of the index by date.
const listActive = {
  name: 'active-spaces',
  text: `
    select ${columnList(spaces, 's')}, s.id = a.current_space_id as "isCurrent", (
      select json_agg(json_build_object('date', d.day::date, 'count', coalesce(n.count, 0)) order by d.day)
      from generate_series($2::date - ${limits.activityDays - 1}, $2::date, '1 day') d (day)
      left join (
        select (b.created_at at time zone 'UTC')::date as day, count(*) as count from bookmarks b
        where b.account_id = $1 and b.space_id = s.id and b.deleted_at is null
          and b.created_at >= $2::date - ${limits.activityDays - 1} and b.created_at < $2::date + 1
        group by 1) n on n.day = d.day::date) as activity
    from spaces s join accounts a on a.id = s.account_id
    where s.account_id = $1`,
};

/** The account's spaces with what was saved in them lately, the liveliest first. */
export async function listActiveSpaces(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  accountId: string,
): Promise<ActiveSpaceRecord[]> {
  const today = clock().toISOString().slice(0, 10);
  const { rows } = await db.$client.query<ActiveSpaceRecord>({ ...listActive, values: [accountId, today] });
  return rows.sort(byLiveliness);
}

const saved = ({ activity }: ActiveSpaceRecord): number =>
  activity.reduce((total, { count }) => total + count, 0);

const byLiveliness = (one: ActiveSpaceRecord, other: ActiveSpaceRecord): number =>
  saved(other) - saved(one) || other.lastActivityAt.getTime() - one.lastActivityAt.getTime();
