import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { serviceLimits } from '@/lib/contract/service-limits';
import { executePrepared, inline, newId, type Executor } from '@/provider/db/client';
import { changeCollections, changeRows } from '@/provider/db/schema/changes';
import { bookmarkCollections, bookmarks, collections } from '@/provider/db/schema/library';
import { beginBulkChange } from '@/provider/db/transaction';
import { Problem } from '@/provider/problem';

const hourMs = 60 * 60_000;

/** A change in progress: its journal id, the space and the time. See [Note: Journal]. */
export interface Change {
  readonly id: string;
  readonly accountId: string;
  readonly spaceId: string;
  readonly now: Date;
}

/** Key of the rows of a change. */
export type ChangeKey = Pick<Change, 'id' | 'accountId'>;

/** Creates a change. A client can choose `id` to undo the change without waiting for the response. */
export const beginChange = (
  { accountId, spaceId }: { accountId: string; spaceId: string },
  now: Date,
  id: string = newId(),
): Change => ({ id, accountId, spaceId, now });

/** The collections of `bookmarks b` as stored in the journal: by id, each with the import that added the link. */
export const linksOf = sql`coalesce(
  (select jsonb_object_agg(l.collection_id, l.import_id) from bookmark_collections l
   where l.account_id = b.account_id and l.bookmark_id = b.id), '{}')`;

/** Result of a journaled change. */
export interface ChangeResult {
  /** Number of changed bookmarks. */
  affected: number;
  /** Id to undo the change; null if nothing was changed. */
  undo: string | null;
}

/**
 * Closes the journal of a change with `affected` rows; without rows, nothing is recorded. If the space has too many
 * changes, the oldest one is deleted, which limits the size of the journal.
 */
export async function closeChange(
  tx: Executor,
  change: Change,
  affected: number,
  renamedTag: string | null = null,
): Promise<ChangeResult> {
  if (affected === 0) return { affected, undo: null };
  await recordChange(tx, change, renamedTag);
  return { affected, undo: change.id };
}

/** Records a change, even if it affects no bookmark. Throws CONFLICT for an id that is taken. */
export async function recordChange(
  tx: Executor,
  { id, accountId, spaceId, now }: Change,
  renamedTag: string | null = null,
): Promise<void> {
  const { rows } = await executePrepared<{ isNew: boolean }>(
    tx,
    'record-change',
    sql`with noted as (
        insert into changes (id, account_id, space_id, renamed_tag, created_at)
        select ${id}::uuid, ${accountId}::uuid, ${spaceId}::uuid, ${renamedTag}::text, ${now}::timestamptz
        where not exists (select from changes o where o.id = ${id})
        on conflict do nothing returning id
      ), crowded_out as (
        delete from changes where account_id = ${accountId} and id in (
          select id from changes where account_id = ${accountId} and space_id = ${spaceId}
          order by created_at desc, id desc offset ${inline(serviceLimits.undoChanges - 1)})
      ), active as (
        update spaces set last_activity_at = greatest(last_activity_at, ${now})
        where account_id = ${accountId} and id = ${spaceId})
      select exists (select from noted) as "isNew"`,
  );
  if (rows[0]?.isNew !== true) throw new Problem('CONFLICT');
}

/** Returns the time before which changes can no longer be undone. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - serviceLimits.undoHours * hourMs);

/** Selects the bookmarks that a change affects and the fields that it changes, as SQL over `bookmarks b`. */
export interface Touched {
  where: readonly SQL[];
  /** The changed fields with their current values, as a jsonb object; by default the time of the last change. */
  before?: SQL;
  /** Whether the collections change. */
  links?: boolean;
}

const lastChange = sql`jsonb_build_object('updated_at', b.updated_at)`;

/** Records bookmarks in the journal before they are changed; returns their number. */
export async function recordBookmarks(
  tx: Executor,
  change: Change,
  { where, before = lastChange, links = false }: Touched,
): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`insert into change_rows (account_id, change_id, bookmark_id, before, links)
      select b.account_id, ${change.id}, b.id, ${before}, ${links ? linksOf : sql`null`}
      from bookmarks b where ${and(...where)}`,
  );
  await prepareBulkChange(tx, rowCount ?? 0);
  return rowCount ?? 0;
}

/** Changes with more rows than this use bulk settings. */
const manyRows = 1_000;

/** Applies bulk settings before a change of many bookmarks: their words are added to the search index together. */
export async function prepareBulkChange(tx: Executor, rows: number): Promise<void> {
  if (rows > manyRows) await beginBulkChange(tx);
}

/** Deletes a change from the journal if its response offers no undo. */
export async function deleteChangeRows(tx: Executor, { id, accountId }: Change): Promise<void> {
  await tx.delete(changeRows).where(and(eq(changeRows.accountId, accountId), eq(changeRows.changeId, id)));
}

/** Copies the creation time of bookmarks to their links, if a change has modified it. */
export const alignLinkDates = (tx: Executor, { id, accountId }: ChangeKey): Promise<unknown> =>
  executePrepared(
    tx,
    'align-link-dates',
    sql`update bookmark_collections l set created_at = b.created_at
      from change_rows r join bookmarks b on b.account_id = r.account_id and b.id = r.bookmark_id
      where r.account_id = ${accountId} and r.change_id = ${id} and r.before ? 'created_at'
        and l.account_id = ${accountId} and l.bookmark_id = b.id and l.created_at <> b.created_at`,
  );

/** The stored columns of a collection, as SQL over `collections c`. */
const collectionBefore = {
  deleted: sql`to_jsonb(c) || jsonb_build_object(
    'imports', coalesce((select jsonb_agg(i.id) from imports i
      where i.account_id = c.account_id and i.collection_id = c.id), '[]'))`,
  moved: sql`jsonb_build_object('space_id', c.space_id, 'updated_at', c.updated_at)`,
  updated: sql`jsonb_build_object('updated_at', c.updated_at)`,
};

/**
 * The fields that a change modifies in the bookmarks of a collection, besides their links, as SQL over `bookmarks b`.
 */
const touchedFields = {
  links: sql`'{}'::jsonb`,
  space: sql`jsonb_build_object('space_id', b.space_id)`,
  // Bookmarks that are already in the trash do not change.
  trash: sql`case when b.deleted_at is null
    then jsonb_build_object('deleted_at', null, 'updated_at', b.updated_at) else '{}' end`,
};

/**
 * Starts the journal of a change to a collection: records the change and every bookmark in the collection. Throws
 * CONFLICT.
 */
export async function recordBookmarksOf(
  tx: Executor,
  change: Change,
  collectionId: string,
  touched: keyof typeof touchedFields,
): Promise<void> {
  await recordChange(tx, change);
  await executePrepared(
    tx,
    `note-bookmarks-of-collection-${touched}`,
    sql`insert into change_rows (account_id, change_id, bookmark_id, before, links)
      select b.account_id, ${change.id}, b.id, ${touchedFields[touched]}, ${linksOf}
      from bookmark_collections m join bookmarks b on b.account_id = m.account_id and b.id = m.bookmark_id
      where m.account_id = ${change.accountId} and m.collection_id = ${collectionId}`,
  );
}

/** Records a collection before it is changed; the change itself is already recorded. */
export const recordCollection = (
  tx: Executor,
  { id, accountId }: Change,
  collectionId: string,
  kind: keyof typeof collectionBefore,
): Promise<unknown> =>
  executePrepared(
    tx,
    `note-${kind}-collection`,
    sql`insert into change_collections (account_id, change_id, collection_id, kind, before)
      select c.account_id, ${id}, c.id, ${inline(kind)}, ${collectionBefore[kind]}
      from collections c where c.account_id = ${accountId} and c.id = ${collectionId}`,
  );

// Triggers restore the counters with the links, and generated columns are computed again.
const restoredColumns = [
  ...['id', 'space_id', 'account_id', 'name', 'description', 'color', 'security', 'listed', 'is_default'],
  ...['slug', 'smart', 'source_path', 'extra', 'order_key', 'import_id', 'last_accessed_at', 'created_at'],
  ...['updated_at', 'keeps_copies', 'icon', 'pinned', 'cover', 'cover_bookmark_id'],
].map((name) => sql.identifier(name));

// A record of an earlier version has no `pinned`.
const restoreDeleted = ({ id, accountId }: ChangeKey): SQL => sql`
  insert into collections (${sql.join(restoredColumns, sql`, `)})
  select ${sql.join(
    restoredColumns.map((column) => sql`r.${column}`),
    sql`, `,
  )}
  from change_collections n cross join jsonb_populate_record(null::collections, '{"pinned": false}' || n.before) r
  where n.account_id = ${accountId} and n.change_id = ${id} and n.kind = 'deleted'
  on conflict (account_id, id) do nothing`;

const restoreTargets = ({ id, accountId }: ChangeKey): SQL => sql`
  update imports i set collection_id = n.collection_id
  from change_collections n where n.account_id = ${accountId} and n.change_id = ${id} and n.kind = 'deleted'
    and i.account_id = ${accountId} and n.before -> 'imports' ? i.id::text
    and i.space_id = (n.before ->> 'space_id')::uuid`;

const restoreTimes = ({ id, accountId }: ChangeKey): SQL => sql`
  update collections k set updated_at = (n.before ->> 'updated_at')::timestamptz
  from change_collections n join changes c on c.account_id = n.account_id and c.id = n.change_id
  where n.account_id = ${accountId} and n.change_id = ${id} and n.kind = 'updated'
    and k.account_id = ${accountId} and k.id = n.collection_id and k.updated_at = c.created_at`;

const findMoved = ({ id, accountId }: ChangeKey): SQL => sql`
  select n.collection_id as "id", n.before ->> 'space_id' as "spaceId",
    case when k.updated_at = c.created_at then n.before ->> 'updated_at' else k.updated_at::text end as "updatedAt"
  from change_collections n join changes c on c.account_id = n.account_id and c.id = n.change_id
    join collections k on k.account_id = n.account_id and k.id = n.collection_id
  where n.account_id = ${accountId} and n.change_id = ${id} and n.kind = 'moved'
    and k.space_id <> (n.before ->> 'space_id')::uuid`;

type Moved = Readonly<{ id: string; spaceId: string; updatedAt: string }>;

/**
 * Restores the collections of a change: deleted ones are created again, without bookmarks, and a moved one moves back
 * with its current bookmarks. The links of the change's bookmarks are restored afterwards.
 */
export async function restoreCollections(tx: Executor, change: ChangeKey): Promise<void> {
  const { accountId } = change;
  const isOfChange = and(
    eq(changeCollections.accountId, accountId),
    eq(changeCollections.changeId, change.id),
  );
  const found = await tx
    .select({ id: changeCollections.collectionId })
    .from(changeCollections)
    .where(isOfChange)
    .limit(1);
  if (found.length === 0) return;
  await tx.execute(restoreDeleted(change));
  await tx.execute(restoreTargets(change));
  await tx.execute(restoreTimes(change));
  const { rows } = await tx.execute<Moved>(findMoved(change));
  for (const { id, spaceId, updatedAt } of rows)
    await changeSpaceOf(tx, { id, accountId }, spaceId, updatedAt);
  await tx.delete(changeCollections).where(isOfChange);
}

/** Moves a collection and its bookmarks to another space; they leave their other collections. */
export async function changeSpaceOf(
  tx: Executor,
  { id, accountId }: { id: string; accountId: string },
  spaceId: string,
  updatedAt: Date | string,
): Promise<void> {
  const ofCollection = and(
    eq(bookmarkCollections.accountId, accountId),
    eq(bookmarkCollections.collectionId, id),
  );
  await tx.execute(sql`
    delete from bookmark_collections o using bookmark_collections l
    where l.account_id = ${accountId} and l.collection_id = ${id}
      and o.account_id = ${accountId} and o.bookmark_id = l.bookmark_id and o.collection_id <> ${id}`);
  await tx.update(bookmarkCollections).set({ spaceId }).where(ofCollection);
  await tx.execute(sql`
    update spaces s set collection_count = s.collection_count + case when s.id = ${spaceId} then 1 else -1 end
    from collections c where c.account_id = ${accountId} and c.id = ${id} and c.space_id <> ${spaceId}
      and s.account_id = ${accountId} and s.id in (c.space_id, ${spaceId})`);
  await tx
    .update(collections)
    // A text preserves the microseconds. The count of a smart collection is valid in one space.
    .set({ spaceId, updatedAt: sql`${updatedAt}::timestamptz`, smartRevision: null })
    .where(and(eq(collections.accountId, accountId), eq(collections.id, id)));
  const held = tx
    .select({ id: bookmarkCollections.bookmarkId })
    .from(bookmarkCollections)
    .where(ofCollection);
  await tx
    .update(bookmarks)
    .set({ spaceId })
    .where(and(eq(bookmarks.accountId, accountId), inArray(bookmarks.id, held)));
}
