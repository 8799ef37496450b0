import { limits } from '@/lib/contract/limits';
import { newId, SqlParameters } from '@/provider/db/client';
import { beginBulkChange, clearPendingWords, type Queryable } from '@/provider/db/transaction';
import { Problem } from '@/provider/problem';

const hourMs = 60 * 60_000;

/** A change under way: its id in the journal, where and when it happens. See [Note: Journal]. */
export interface Change {
  readonly id: string;
  readonly accountId: string;
  readonly spaceId: string;
  readonly now: Date;
}

/** By what the rows of a change are found. */
export type ChangeKey = Pick<Change, 'id' | 'accountId'>;

/** `id` is chosen by a client that wants to undo the change without waiting for the reply. */
export const beginChange = (
  { accountId, spaceId }: { accountId: string; spaceId: string },
  now: Date,
  id: string = newId(),
): Change => ({ id, accountId, spaceId, now });

/** The collections of `bookmarks b` as the journal keeps them: by id, each with the import that put it there. */
export const linksOf = `coalesce(
  (select jsonb_object_agg(l.collection_id, l.import_id) from bookmark_collections l
   where l.account_id = b.account_id and l.bookmark_id = b.id), '{}')`;

/** What can be done to a change once it is written down. */
export interface Written {
  /** How many bookmarks were changed. */
  affected: number;
  /** Takes the change back; null when nothing was changed. */
  undo: string | null;
}

/**
 * Closes the journal of a change that has written `affected` rows into it; one without rows is none. The oldest change
 * of the space makes room where there are many: the journal does not outgrow the library by much.
 */
export async function closeChange(
  tx: Queryable,
  change: Change,
  affected: number,
  renamedTag: string | null = null,
): Promise<Written> {
  if (affected === 0) return { affected, undo: null };
  await fileWordsOf(tx, affected);
  await recordChange(tx, change, renamedTag);
  return { affected, undo: change.id };
}

/** Records a change whatever it affected. Throws CONFLICT for an id that is taken. */
async function recordChange(
  tx: Queryable,
  { id, accountId, spaceId, now }: Change,
  renamedTag: string | null = null,
): Promise<void> {
  const { rows } = await tx.query<{ isNew: boolean }>({
    name: 'record-change',
    text: `with noted as (
        insert into changes (id, account_id, space_id, renamed_tag, created_at)
        select $1::uuid, $2::uuid, $3::uuid, $4::text, $5::timestamptz
        where not exists (select from changes o where o.id = $1)
        on conflict do nothing returning id
      ), crowded_out as (
        delete from changes where account_id = $2 and id in (
          select id from changes where account_id = $2 and space_id = $3 order by created_at desc, id desc
          offset ${limits.undoChanges - 1})
      ), active as (
        update spaces set last_activity_at = greatest(last_activity_at, $5)
        where account_id = $2 and id = $3)
      select exists (select from noted) as "isNew"`,
    values: [id, accountId, spaceId, renamedTag, now],
  });
  if (rows[0]?.isNew !== true) throw new Problem('CONFLICT');
}

/** Changes made before this can no longer be taken back. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - limits.undoHours * hourMs);

/** Which bookmarks a change is about to change, and what of them it touches, as SQL over `bookmarks b`. */
export interface Touched {
  /** Conditions, the values of which go to the statement's parameters. */
  where: (parameters: SqlParameters) => string[];
  /** The fields that are touched with what they hold now, as a jsonb object. */
  before: string;
  /** Whether the collections are touched. */
  links: boolean;
}

/** Writes bookmarks into the journal before they are changed; answers how many. */
export async function noteBookmarks(
  tx: Queryable,
  change: Change,
  { where, before, links }: Touched,
): Promise<number> {
  const parameters = new SqlParameters();
  const id = parameters.add(change.id);
  const { rowCount } = await tx.query(
    `insert into change_rows (account_id, change_id, bookmark_id, before, links)
     select b.account_id, ${id}, b.id, ${before}, ${links ? linksOf : 'null'}
     from bookmarks b where ${where(parameters).join(' and ')}`,
    parameters.values,
  );
  await prepareFor(tx, rowCount ?? 0);
  return rowCount ?? 0;
}

/** So many rows are worth a preparation of their own. */
const manyRows = 1_000;

/** What comes before the writing of so many bookmarks: their words wait to be filed in the search index together. */
export async function prepareFor(tx: Queryable, rows: number): Promise<void> {
  if (rows > manyRows) await beginBulkChange(tx);
}

/** Files the words of so many bookmarks, so that neither a search nor the next call has to. */
export async function fileWordsOf(tx: Queryable, rows: number): Promise<void> {
  if (rows > manyRows) await clearPendingWords(tx);
}

/** Removes a change from the journal whose response offers no undo. */
export const forgetRows = (tx: Queryable, { id, accountId }: Change): Promise<unknown> =>
  tx.query({
    name: 'forget-change',
    text: 'delete from change_rows where account_id = $2 and change_id = $1',
    values: [id, accountId],
  });

const alignLinks = {
  name: 'align-link-dates',
  text: `update bookmark_collections l set created_at = b.created_at
    from change_rows r join bookmarks b on b.account_id = r.account_id and b.id = r.bookmark_id
    where r.account_id = $2 and r.change_id = $1 and r.before ? 'created_at'
      and l.account_id = $2 and l.bookmark_id = b.id and l.created_at <> b.created_at`,
};

/** Gives the links of bookmarks whose creation time a change touches that same time again. */
export const alignLinkDates = (tx: Queryable, { id, accountId }: ChangeKey): Promise<unknown> =>
  tx.query({ ...alignLinks, values: [id, accountId] });

// Counters come back with the links, and what was derived is derived again.
const restoredColumns = `id, space_id, account_id, name, description, color, security, listed, is_default, slug, smart,
  source_path, extra, order_key, import_id, last_accessed_at, created_at, updated_at`;

const noteDeleted = {
  name: 'note-deleted-collection',
  text: `insert into change_collections (account_id, change_id, collection_id, kind, before)
    select $3, $1, c.id, 'deleted', to_jsonb(c) || jsonb_build_object(
      'imports', coalesce((select jsonb_agg(i.id) from imports i
        where i.account_id = c.account_id and i.collection_id = c.id), '[]'))
    from collections c where c.account_id = $3 and c.id = $2`,
};

const noteMoved = {
  name: 'note-moved-collection',
  text: `insert into change_collections (account_id, change_id, collection_id, kind, before)
    select $3, $1, id, 'moved', jsonb_build_object('space_id', space_id, 'updated_at', updated_at)
    from collections where account_id = $3 and id = $2`,
};

const noteUpdated = {
  name: 'note-updated-collection',
  text: `insert into change_collections (account_id, change_id, collection_id, kind, before)
    select $3, $1, id, 'updated', jsonb_build_object('updated_at', updated_at)
    from collections where account_id = $3 and id = $2`,
};

const notes = { deleted: noteDeleted, moved: noteMoved, updated: noteUpdated };

/** What of the bookmarks in a collection a change touches beside their links, as SQL over `bookmarks b`. */
const touchedFields = {
  links: `'{}'::jsonb`,
  space: `jsonb_build_object('space_id', b.space_id)`,
  // One that is in the trash already stays as it is.
  trash: `case when b.deleted_at is null
    then jsonb_build_object('deleted_at', null, 'updated_at', b.updated_at) else '{}' end`,
};

/**
 * Begins the journal of a change to a collection: records the change and every bookmark in the collection. Throws
 * CONFLICT.
 */
export async function noteBookmarksOf(
  tx: Queryable,
  change: Change,
  collectionId: string,
  touched: keyof typeof touchedFields,
): Promise<void> {
  await recordChange(tx, change);
  await tx.query({
    name: `note-bookmarks-of-collection-${touched}`,
    text: `insert into change_rows (account_id, change_id, bookmark_id, before, links)
      select b.account_id, $1, b.id, ${touchedFields[touched]}, ${linksOf}
      from bookmark_collections m join bookmarks b on b.account_id = m.account_id and b.id = m.bookmark_id
      where m.account_id = $3 and m.collection_id = $2`,
    values: [change.id, collectionId, change.accountId],
  });
}

/** Records a collection before it is changed; the change itself is recorded already. */
export const noteCollection = (
  tx: Queryable,
  { id, accountId }: Change,
  collectionId: string,
  kind: keyof typeof notes,
): Promise<unknown> => tx.query({ ...notes[kind], values: [id, collectionId, accountId] });

const restoreDeleted = {
  name: 'undo-deleted-collections',
  text: `insert into collections (${restoredColumns})
    select ${restoredColumns.replace(/\b(?=\w)/g, 'r.')}
    from change_collections n cross join jsonb_populate_record(null::collections, n.before) r
    where n.account_id = $2 and n.change_id = $1 and n.kind = 'deleted' on conflict (account_id, id) do nothing`,
};

const restoreTargets = {
  name: 'undo-import-targets',
  text: `update imports i set collection_id = n.collection_id
    from change_collections n where n.account_id = $2 and n.change_id = $1 and n.kind = 'deleted'
      and i.account_id = $2      and n.before -> 'imports' ? i.id::text and i.space_id = (n.before ->> 'space_id')::uuid`,
};

const restoreTimes = {
  name: 'undo-collection-times',
  text: `update collections k set updated_at = (n.before ->> 'updated_at')::timestamptz
    from change_collections n join changes c on c.account_id = n.account_id and c.id = n.change_id
    where n.account_id = $2 and n.change_id = $1 and n.kind = 'updated'
      and k.account_id = $2 and k.id = n.collection_id and k.updated_at = c.created_at`,
};

const findMoved = {
  name: 'undo-moved-collections',
  text: `select n.collection_id as "id", n.before ->> 'space_id' as "spaceId",
      case when k.updated_at = c.created_at then n.before ->> 'updated_at' else k.updated_at::text end as "updatedAt"
    from change_collections n join changes c on c.account_id = n.account_id and c.id = n.change_id
      join collections k on k.account_id = n.account_id and k.id = n.collection_id
    where n.account_id = $2 and n.change_id = $1 and n.kind = 'moved' and k.space_id <> (n.before ->> 'space_id')::uuid`,
};

const forget = {
  name: 'undo-forget-collections',
  text: 'delete from change_collections where account_id = $2 and change_id = $1',
};

interface Moved {
  id: string;
  spaceId: string;
  updatedAt: string;
}

/**
 * Restores the collections of a change: those that were deleted come back, without bookmarks, and one that was moved
 * goes back with all that is in it now. The links of the change's bookmarks are restored after that.
 */
export async function restoreCollections(tx: Queryable, change: ChangeKey): Promise<void> {
  const values = [change.id, change.accountId];
  const { rowCount } = await tx.query({
    name: 'undo-find-collections',
    text: 'select from change_collections where account_id = $2 and change_id = $1 limit 1',
    values,
  });
  if (rowCount === 0) return;
  await tx.query({ ...restoreDeleted, values });
  await tx.query({ ...restoreTargets, values });
  await tx.query({ ...restoreTimes, values });
  const { rows } = await tx.query<Moved>({ ...findMoved, values });
  for (const { id, spaceId, updatedAt } of rows)
    await changeSpaceOf(tx, { id, accountId: change.accountId }, spaceId, updatedAt);
  await tx.query({ ...forget, values });
}

const leaveOthers = `
  delete from bookmark_collections o using bookmark_collections l
  where l.account_id = $2 and l.collection_id = $1
    and o.account_id = $2 and o.bookmark_id = l.bookmark_id and o.collection_id <> $1`;
const moveLinks =
  'update bookmark_collections set space_id = $3 where account_id = $2 and collection_id = $1';
const moveRow = 'update collections set space_id = $3, updated_at = $4 where account_id = $2 and id = $1';
const moveBookmarks = `
  update bookmarks set space_id = $3
  where account_id = $2 and id in (
    select bookmark_id from bookmark_collections where account_id = $2 and collection_id = $1)`;

/** Writes a collection and its bookmarks into another space; they leave their other collections. */
export async function changeSpaceOf(
  tx: Queryable,
  { id, accountId }: { id: string; accountId: string },
  spaceId: string,
  updatedAt: Date | string,
): Promise<void> {
  await tx.query(leaveOthers, [id, accountId]);
  await tx.query(moveLinks, [id, accountId, spaceId]);
  await tx.query(moveRow, [id, accountId, spaceId, updatedAt]);
  await tx.query(moveBookmarks, [id, accountId, spaceId]);
}
