import type { Output } from '@/lib/contract/index';
import type { Actor } from '@/provider/actor';
import { inTransaction, type Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { rewriteTexts } from '@/provider/modules/bookmarks/rewrite-texts';
import {
  alignLinkDates,
  fileWordsOf,
  prepareFor,
  undoableSince,
  type ChangeKey,
} from '@/provider/modules/bulk/journal';
import { restoreCollections } from '@/provider/modules/bulk/journal';
import { adoptAll } from '@/provider/modules/bulk/link-many';
import { lockAllSpaces } from '@/provider/db/transaction';
import { newId } from '@/provider/db/client';

interface FoundChange {
  renamedTag: string | null;
  spaceId: string;
  affected: number;
}

const find = {
  name: 'find-change',
  text: `select renamed_tag as "renamedTag", space_id as "spaceId",
      (select count(*)::integer from change_rows r
        where r.account_id = c.account_id and r.change_id = c.id) as affected
    from changes c where c.id = $1 and c.account_id = $2 and c.created_at > $3`,
};

// What has been changed once more since is put back as well, except that a later edit or visit keeps its time.
const restoreFields = {
  name: 'undo-fields',
  text: `update bookmarks b set
      space_id = coalesce((r.before ->> 'space_id')::uuid, b.space_id),
      favorite = coalesce((r.before ->> 'favorite')::boolean, b.favorite),
      highlighted = coalesce((r.before ->> 'highlighted')::boolean, b.highlighted),
      created_at = coalesce((r.before ->> 'created_at')::timestamptz, b.created_at),
      deleted_at = case when r.before ? 'deleted_at' then (r.before ->> 'deleted_at')::timestamptz else b.deleted_at end,
      visits = b.visits - coalesce((r.before ->> 'visits_added')::integer, 0),
      last_accessed_at = case when r.before ? 'last_accessed_at' and not coalesce(b.last_accessed_at > c.created_at, false)
        then (r.before ->> 'last_accessed_at')::timestamptz else b.last_accessed_at end,
      updated_at = case when b.updated_at = c.created_at
        then coalesce((r.before ->> 'updated_at')::timestamptz, b.updated_at) else b.updated_at end
    from change_rows r join changes c on c.account_id = r.account_id and c.id = r.change_id
    where r.account_id = $2 and r.change_id = $1 and b.account_id = $2 and b.id = r.bookmark_id and r.before <> '{}'`,
};

/** The bookmarks of a change whose collections it touched, as far as they are in its space. */
const linkedRows = `change_rows r join changes c on c.account_id = r.account_id and c.id = r.change_id
    join bookmarks b on b.account_id = r.account_id and b.id = r.bookmark_id and b.space_id = c.space_id`;

const removeLinks = {
  name: 'undo-unlink',
  text: `delete from bookmark_collections l using ${linkedRows}
    where r.account_id = $2 and r.change_id = $1
      and l.account_id = $2 and l.bookmark_id = r.bookmark_id and not r.links ? l.collection_id::text`,
};

// What was is brought together before the collections that are left are looked up: a planner that knows nothing of the
// journal's contents would else begin with all collections.
const restoreLinks = {
  name: 'undo-link',
  text: `with was as materialized (
      select b.id, b.space_id, b.deleted_at is null as live, b.created_at,
        l.key::uuid as collection_id, l.value::uuid as import_id
      from ${linkedRows} cross join jsonb_each_text(r.links) l
      where r.account_id = $2 and r.change_id = $1)
    insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at, import_id)
    select k.account_id, was.id, k.id, k.space_id, was.live, was.created_at, was.import_id
    from was join collections k on k.account_id = $2 and k.id = was.collection_id and k.space_id = was.space_id
    on conflict do nothing`,
};

const restoreSpelling = {
  name: 'undo-spelling',
  text: 'update tags set name = $2 where space_id = $1 and key = mw_tag_key($2)',
};

const close = { name: 'close-undo', text: 'delete from changes where account_id = $2 and id = $1' };

const copyChange = {
  name: 'undo-copy-change',
  text: `insert into changes (id, account_id, space_id, created_at)
    select $3, account_id, space_id, created_at from changes where account_id = $2 and id = $1`,
};

const takeRows = {
  name: 'undo-take-rows',
  text: `update change_rows set change_id = $3 where account_id = $2 and change_id = $1 and bookmark_id in (
    select bookmark_id from change_rows where account_id = $2 and change_id = $1 order by bookmark_id limit $4)`,
};

/**
 * Undoes a change of the actor: what it touched is as before in the bookmarks that still exist, and nothing else
 * differs. Collections that were deleted after the change are left out. With `limit`, at most so many bookmarks are
 * restored, and the same call again continues; collections are restored by the first. Throws NOT_FOUND for a change
 * that is not the actor's, is undone or is too old.
 */
export function undoChange(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  id: string,
  limit?: number,
): Promise<Output<'bookmarks.undo'>> {
  return inTransaction(db, async (tx) => {
    await lockAllSpaces(tx, accountId);
    const { rows } = await tx.query<FoundChange>({
      ...find,
      values: [id, accountId, undoableSince(clock())],
    });
    const [change] = rows;
    if (!change) throw new Problem('NOT_FOUND');
    const affected = Math.min(change.affected, limit ?? Infinity);
    await prepareFor(tx, affected);
    await restoreCollections(tx, { id, accountId });
    const remaining = change.affected - affected;
    const part = remaining > 0 ? await splitOff(tx, { id, accountId }, affected) : id;
    await putBack(tx, { id: part, accountId });
    await fileWordsOf(tx, affected);
    if (remaining === 0 && change.renamedTag !== null) {
      await tx.query({ ...restoreSpelling, values: [change.spaceId, change.renamedTag] });
    }
    await tx.query({ ...close, values: [part, accountId] });
    return limit === undefined ? { affected } : { affected, remaining };
  });
}

/** Makes some rows of a change a change of their own, so that they can be undone alone. */
async function splitOff(tx: Queryable, { id, accountId }: ChangeKey, rows: number): Promise<string> {
  const part = newId();
  await tx.query({ ...copyChange, values: [id, accountId, part] });
  await tx.query({ ...takeRows, values: [id, accountId, part, rows] });
  return part;
}

async function putBack(tx: Queryable, change: ChangeKey): Promise<void> {
  const values = [change.id, change.accountId];
  await tx.query({ ...restoreFields, values });
  await rewriteTexts(tx, {
    accountId: change.accountId,
    changeId: change.id,
    now: null,
    revise: ({ before: { title, description, tags } }) => ({ title, description, tags }),
  });
  await tx.query({ ...removeLinks, values });
  await tx.query({ ...restoreLinks, values });
  await adoptAll(tx, change);
  await alignLinkDates(tx, change);
}
