import type { BodyOf, QueryOf } from '@/provider/middleware/handler';
import { and, count, desc, eq, getTableColumns, inArray, not, sql } from 'drizzle-orm';
import type { Language } from '@/lib/contract/account';
import { limits } from '@/lib/contract/limits';
import { keyAtTop } from '@/lib/domain/order-key';
import type { Actor } from '@/provider/actor';
import { newId, prepareOnce, type Executor } from '@/provider/db/client';
import { accounts } from '@/provider/db/schema/accounts';
import { imports } from '@/provider/db/schema/imports';
import {
  bookmarkCollections,
  bookmarks,
  collections,
  spaces,
  type SpaceRow,
} from '@/provider/db/schema/library';
import { beginBulkChange, inTransaction, lockAccount } from '@/provider/db/transaction';
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

/** Initial values of a default collection. The name stays English: clients translate it, based on `isDefault`. */
export const defaultCollection = { name: 'Uncategorized', slug: 'uncategorized', color: '64748b' };

/** Name of the first space of an account in each language. */
export const firstSpaceNames: Readonly<Record<Language, string>> = { en: 'Personal', 'pt-BR': 'Pessoal' };

/** Returns the name of a space. A default space that still has its first name is named in the language of the request. */
export const spaceNameIn = (
  { name, isDefault }: Pick<SpaceRow, 'name' | 'isDefault'>,
  locale: Language,
): string => (isDefault && Object.values(firstSpaceNames).includes(name) ? firstSpaceNames[locale] : name);

/** A space with the number of its bookmarks to read later. */
export interface SpaceRecord extends SpaceRow {
  laterCount: number;
}

/** Counted from the index of these bookmarks. The outer table is named, since Drizzle leaves out the name of a single one. */
const spaceColumns = {
  ...getTableColumns(spaces),
  laterCount: sql<number>`(
    select count(*)::integer from bookmarks b
    where b.account_id = spaces.account_id and b.space_id = spaces.id and b.later and b.deleted_at is null)`,
};

/** Inserts a space with its default collection; null when the id is taken. Requires a transaction. */
export async function insertSpace(tx: Executor, input: NewSpace): Promise<SpaceRecord | null> {
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
  // The insertion of the collection has changed the counter.
  return { ...row, collectionCount: 1, laterCount: 0 };
}

/** Whether a client-chosen id exists in any account. */
async function isTaken(tx: Executor, id: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`select from spaces where id = ${id}`);
  return rowCount !== 0;
}

/** Returns the account's space with this id; null for one of another account. */
export async function findSpace(
  db: Executor,
  accountId: string,
  spaceId: string,
): Promise<SpaceRecord | null> {
  const [row] = await db
    .select(spaceColumns)
    .from(spaces)
    .where(and(eq(spaces.id, spaceId), eq(spaces.accountId, accountId)));
  return row ?? null;
}

/** Returns the spaces of an account with their names in a language, the default one first. */
export async function spaceNames(
  db: Executor,
  accountId: string,
  locale: Language,
): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .select({ id: spaces.id, name: spaces.name, isDefault: spaces.isDefault })
    .from(spaces)
    .where(eq(spaces.accountId, accountId))
    .orderBy(desc(spaces.isDefault), spaces.name, spaces.id);
  return rows.map((row) => ({ id: row.id, name: spaceNameIn(row, locale) }));
}

const accountOf = sql.placeholder('accountId');

// Read for every page.
const spacesOfAccount = prepareOnce((db) =>
  db
    .select(spaceColumns)
    .from(spaces)
    .where(eq(spaces.accountId, accountOf))
    .orderBy(desc(spaces.isDefault), spaces.createdAt, spaces.id)
    .prepare('spaces-of-account'),
);

/** Returns the account's spaces, the default one first, then by creation time. */
export const listSpaces = (db: Executor, accountId: string): Promise<SpaceRecord[]> =>
  spacesOfAccount(db).execute({ accountId });

/**
 * Creates a space, or finds the one that the same account created with the same uuid. Throws PLAN_REQUIRED when the
 * plan does not allow another one, and CONFLICT when the uuid belongs to another account.
 */
export function createSpace(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  actor: Actor,
  input: BodyOf<'spaces.create'>,
): Promise<{ space: SpaceRecord; isNew: boolean }> {
  return inTransaction(db, async (tx) => {
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
    return { space: row, isNew: true };
  });
}

/** Updates a space; absent fields do not change. Throws NOT_FOUND. */
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
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, actor.accountId);
    await getSpace(tx, actor, spaceId);
    await makeDefault(tx, actor.accountId, spaceId);
    return getSpace(tx, actor, spaceId);
  });
}

/** Moves the default flag to a space of the account. The caller has verified the space and locked the account. */
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

/**
 * Moves the content of a space to another one. The order matters: links are found by their collections, and collections
 * by their space. The default collection is not moved; its bookmarks are linked to the default one of the target.
 */
async function transfer(tx: Executor, accountId: string, id: string, target: string): Promise<void> {
  await tx.execute(sql`
    update bookmark_collections l set collection_id = d.id, space_id = d.space_id
    from collections s, collections d
    where s.account_id = ${accountId} and s.space_id = ${id} and s.is_default
      and d.account_id = ${accountId} and d.space_id = ${target} and d.is_default
      and l.account_id = ${accountId} and l.collection_id = s.id`);
  const moved = { spaceId: target };
  const others = and(
    eq(collections.accountId, accountId),
    eq(collections.spaceId, id),
    not(collections.isDefault),
  );
  const idsOfOthers = tx.select({ id: collections.id }).from(collections).where(others);
  await tx
    .update(bookmarkCollections)
    .set(moved)
    .where(
      and(
        eq(bookmarkCollections.accountId, accountId),
        inArray(bookmarkCollections.collectionId, idsOfOthers),
      ),
    );
  await tx.execute(sql`
    update spaces s set collection_count = s.collection_count + (
      select count(*) from collections c where c.account_id = ${accountId} and c.space_id = ${id} and not c.is_default)
    where s.account_id = ${accountId} and s.id = ${target}`);
  // The count of a smart collection is valid in one space.
  await tx.update(collections).set({ spaceId: target, smartRevision: null }).where(others);
  // A running import adds its bookmarks to the same space.
  for (const table of [bookmarks, imports])
    await tx
      .update(table)
      .set(moved)
      .where(and(eq(table.accountId, accountId), eq(table.spaceId, id)));
}

/**
 * Deletes a space of the actor with its content; with a target, its bookmarks, including the trash, and its collections
 * move to that space first. Throws NOT_FOUND for either, SPACE_IN_USE, DEFAULT_SPACE, OUTDATED when it has to be
 * empty and is not, and VALIDATION_FAILED when space and target are the same.
 */
export function deleteSpace(
  { db }: Pick<ProviderDeps, 'db'>,
  { accountId }: Pick<Actor, 'accountId'>,
  id: string,
  { target, empty }: QueryOf<'spaces.delete'>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const named = new Set(target === undefined ? [id] : [id, target]);
    // In the order of lockSpaces. The deleted space is locked as its deletion requires: a running import that shares its
    // row would otherwise wait for this transaction, and the deletion for the import.
    for (const one of [...named].sort()) {
      const found = await lockOne(tx, accountId, one, one === id ? 'update' : 'no key update');
      if (!found) throw new Problem('NOT_FOUND');
    }
    if (target === id) {
      throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'target', code: 'invalid_value' }] });
    }
    await requireDeletable(tx, accountId, id, empty);
    await beginBulkChange(tx);
    if (target !== undefined) await transfer(tx, accountId, id, target);
    await tx.delete(spaces).where(and(eq(spaces.accountId, accountId), eq(spaces.id, id)));
  });
}

async function lockOne(
  tx: Executor,
  accountId: string,
  id: string,
  strength: 'update' | 'no key update',
): Promise<boolean> {
  const found = await tx
    .select({ id: spaces.id })
    .from(spaces)
    .where(and(eq(spaces.accountId, accountId), eq(spaces.id, id)))
    .for(strength);
  return found.length === 1;
}

async function requireDeletable(
  tx: Executor,
  accountId: string,
  id: string,
  mustBeEmpty: boolean,
): Promise<void> {
  const [space] = await tx
    .select({
      isDefault: spaces.isDefault,
      isCurrent: sql<boolean>`${spaces.id} = ${accounts.currentSpaceId}`,
      // Every space has its default collection.
      isEmpty: sql<boolean>`${spaces.bookmarkCount} + ${spaces.trashCount} = 0 and ${spaces.collectionCount} <= 1`,
    })
    .from(spaces)
    .innerJoin(accounts, eq(accounts.id, spaces.accountId))
    .where(and(eq(spaces.accountId, accountId), eq(spaces.id, id)));
  if (space?.isCurrent === true) throw new Problem('SPACE_IN_USE');
  if (space?.isDefault === true) throw new Problem('DEFAULT_SPACE');
  if (mustBeEmpty && space?.isEmpty === false) throw new Problem('OUTDATED');
}

export interface ActiveSpaceRecord extends SpaceRecord {
  /** Bookmarks saved on each of the last days (UTC), oldest first. */
  activity: { date: string; count: number }[];
}

const today = sql.placeholder('today');
const firstDay = sql`(${today}::date - ${limits.activityDays - 1}::integer)`;

// The recent bookmarks of each space are one range of the index by date.
const activity = sql<ActiveSpaceRecord['activity']>`(
  select json_agg(json_build_object('date', d.day::date, 'count', coalesce(n.count, 0)) order by d.day)
  from generate_series(${firstDay}, ${today}::date, '1 day') d (day)
  left join (
    select (b.created_at at time zone 'UTC')::date as day, count(*) as count from bookmarks b
    where b.account_id = ${accountOf} and b.space_id = ${spaces}.id and b.deleted_at is null
      and b.created_at >= ${firstDay} and b.created_at < ${today}::date + 1
    group by 1) n on n.day = d.day::date)`;

const activeSpaces = prepareOnce((db) =>
  db
    .select({ ...spaceColumns, activity })
    .from(spaces)
    .where(eq(spaces.accountId, accountOf))
    .prepare('active-spaces'),
);

/** Returns the account's spaces with their recent activity, the most active first. */
export async function listActiveSpaces(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  accountId: string,
): Promise<ActiveSpaceRecord[]> {
  const rows = await activeSpaces(db).execute({ accountId, today: clock().toISOString().slice(0, 10) });
  return rows.sort(byActivity);
}

const savedCount = ({ activity }: ActiveSpaceRecord): number =>
  activity.reduce((total, { count }) => total + count, 0);

const byActivity = (one: ActiveSpaceRecord, other: ActiveSpaceRecord): number =>
  savedCount(other) - savedCount(one) || other.lastActivityAt.getTime() - one.lastActivityAt.getTime();
