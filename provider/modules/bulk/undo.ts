import { and, asc, count, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import type { Output } from '@/lib/contract/index';
import type { Actor } from '@/provider/actor';
import { executePrepared, newId, toSql, type Executor } from '@/provider/db/client';
import { changeRows, changes } from '@/provider/db/schema/changes';
import { tags } from '@/provider/db/schema/words';
import { inTransaction, lockAllSpaces } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { eachColumn, flagColumns, greatestColumns } from '@/provider/modules/bookmarks/columns';
import { definedTexts, rewriteTexts } from '@/provider/modules/bookmarks/rewrite-texts';
import {
  alignLinkDates,
  prepareBulkChange,
  restoreCollections,
  undoableSince,
  type ChangeKey,
} from '@/provider/modules/bookmarks/journal';
import { returnKept } from '@/provider/modules/bulk/move-kept';
import { restoreHighlightTags } from '@/provider/modules/highlights/retag';
import { adoptAll } from '@/provider/modules/bulk/link-many';

const restoreFlag = (column: string): string =>
  `${column} = coalesce((r.before ->> '${column}')::boolean, b.${column})`;

const restoreGreatest = (column: string, _: string, type: string): string => {
  const isUnchanged = type.startsWith('timestamp')
    ? `not coalesce(b.${column} > c.created_at, false)`
    : 'true';
  return `${column} = case when r.before ? '${column}' and ${isUnchanged}
    then (r.before ->> '${column}')::${type} else b.${column} end`;
};

// Fields that have changed again since are restored as well, except that the time of a later edit or visit is kept.
const restoreFields = ({ id, accountId }: ChangeKey): SQL => sql`
  update bookmarks b set
    space_id = coalesce((r.before ->> 'space_id')::uuid, b.space_id),
    ${toSql(() => eachColumn(flagColumns, restoreFlag))},
    created_at = coalesce((r.before ->> 'created_at')::timestamptz, b.created_at),
    deleted_at = case when r.before ? 'deleted_at' then (r.before ->> 'deleted_at')::timestamptz else b.deleted_at end,
    visits = b.visits - coalesce((r.before ->> 'visits_added')::integer, 0),
    ${toSql(() => eachColumn(greatestColumns, restoreGreatest))},
    updated_at = case when b.updated_at = c.created_at
      then coalesce((r.before ->> 'updated_at')::timestamptz, b.updated_at) else b.updated_at end
  from change_rows r join changes c on c.account_id = r.account_id and c.id = r.change_id
  where r.account_id = ${accountId} and r.change_id = ${id} and b.account_id = ${accountId} and b.id = r.bookmark_id
    and r.before <> '{}'`;

/** Rows of a change that recorded collections, with their bookmarks if they are still in its space. */
const linkedRows = sql`change_rows r join changes c on c.account_id = r.account_id and c.id = r.change_id
    join bookmarks b on b.account_id = r.account_id and b.id = r.bookmark_id and b.space_id = c.space_id`;

const removeLinks = ({ id, accountId }: ChangeKey): SQL => sql`
  delete from bookmark_collections l using ${linkedRows}
  where r.account_id = ${accountId} and r.change_id = ${id}
    and l.account_id = ${accountId} and l.bookmark_id = r.bookmark_id and not r.links ? l.collection_id::text`;

// The recorded links are materialized before the remaining collections are looked up: the planner has no statistics of
// the journal and would otherwise start with all collections.
const restoreLinks = ({ id, accountId }: ChangeKey): SQL => sql`
  with was as materialized (
    select b.id, b.space_id, b.deleted_at is null as live, b.created_at,
      l.key::uuid as collection_id, l.value::uuid as import_id
    from ${linkedRows} cross join jsonb_each_text(r.links) l
    where r.account_id = ${accountId} and r.change_id = ${id})
  insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at, import_id)
  select k.account_id, was.id, k.id, k.space_id, was.live, was.created_at, was.import_id
  from was join collections k on k.account_id = ${accountId} and k.id = was.collection_id and k.space_id = was.space_id
  on conflict do nothing`;

const isChange = ({ id, accountId }: ChangeKey) => and(eq(changes.accountId, accountId), eq(changes.id, id));
const isRowOf = ({ id, accountId }: ChangeKey) =>
  and(eq(changeRows.accountId, accountId), eq(changeRows.changeId, id));

async function findChange(tx: Executor, key: ChangeKey, since: Date) {
  const affected = tx.select({ affected: count() }).from(changeRows).where(isRowOf(key));
  const [change] = await tx
    .select({
      renamedTag: changes.renamedTag,
      spaceId: changes.spaceId,
      affected: sql<number>`(${affected})`.mapWith(Number),
    })
    .from(changes)
    .where(and(isChange(key), gt(changes.createdAt, since)));
  return change;
}

/**
 * Undoes a change of the actor: restores what it changed in the bookmarks that still exist, and nothing else.
 * Collections that were deleted after the change are skipped. With `limit`, at most this many bookmarks are restored,
 * and repeating the call continues; the first call restores the collections. Throws NOT_FOUND for a change of another
 * account, or one that is undone or too old.
 */
export function undoChange(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  id: string,
  limit?: number,
): Promise<Output<'bookmarks.undo'>> {
  return inTransaction(db, async (tx) => {
    await lockAllSpaces(tx, accountId);
    const change = await findChange(tx, { id, accountId }, undoableSince(clock()));
    if (!change) throw new Problem('NOT_FOUND');
    const affected = Math.min(change.affected, limit ?? Infinity);
    await prepareBulkChange(tx, affected);
    await restoreCollections(tx, { id, accountId });
    const remaining = change.affected - affected;
    // Before the bookmarks: they take over the spelling of the tag.
    if (change.renamedTag !== null) {
      await tx
        .update(tags)
        .set({ name: change.renamedTag })
        .where(and(eq(tags.spaceId, change.spaceId), eq(tags.key, sql`mw_tag_key(${change.renamedTag})`)));
    }
    const partId = remaining > 0 ? await splitOff(tx, { id, accountId }, affected) : id;
    await restoreBookmarks(tx, { id: partId, accountId });
    await tx.delete(changes).where(isChange({ id: partId, accountId }));
    return limit === undefined ? { affected } : { affected, remaining };
  });
}

/** Splits some rows of a change off into a separate change, so that they can be undone alone. */
async function splitOff(tx: Executor, { id, accountId }: ChangeKey, rows: number): Promise<string> {
  const partId = newId();
  await tx.execute(sql`
    insert into changes (id, account_id, space_id, created_at)
    select ${partId}, account_id, space_id, created_at from changes where account_id = ${accountId} and id = ${id}`);
  const first = tx
    .select({ id: changeRows.bookmarkId })
    .from(changeRows)
    .where(isRowOf({ id, accountId }))
    .orderBy(asc(changeRows.bookmarkId))
    .limit(rows);
  await tx
    .update(changeRows)
    .set({ changeId: partId })
    .where(and(isRowOf({ id, accountId }), inArray(changeRows.bookmarkId, first)));
  return partId;
}

async function restoreBookmarks(tx: Executor, change: ChangeKey): Promise<void> {
  await executePrepared(tx, 'undo-fields', restoreFields(change));
  await rewriteTexts(tx, { ...change, now: null }, ({ before }) => definedTexts(before));
  await returnKept(tx, change);
  await restoreHighlightTags(tx, change);
  await executePrepared(tx, 'undo-unlink', removeLinks(change));
  await executePrepared(tx, 'undo-link', restoreLinks(change));
  await adoptAll(tx, change);
  await alignLinkDates(tx, change);
}
