import { limits } from '@/lib/contract/limits';
import type { Queryable } from '@/provider/db/transaction';
import { Problem } from '@/provider/problem';
import { Parameters } from '@/provider/services/listing/parameters';
import { newId } from '@/provider/services/new-id';
import { beginBulkChange, clearPendingWords } from '@/provider/services/space/bulk-change';

const hourMs = 60 * 60_000;

/** A change under way: its id in the journal, where and when it happens. See [Note: Journal]. */
export interface Change {
  readonly id: string;
  readonly accountId: string;
  readonly spaceId: string;
  readonly now: Date;
}

/** `id` is chosen by a client that wants to undo the change without waiting for the reply. */
export const beginChange = (
  { accountId, spaceId }: { accountId: string; spaceId: string },
  now: Date,
  id: string = newId(),
): Change => ({ id, accountId, spaceId, now });

/** The collections of `bookmarks b` as the journal keeps them: by id, each with the import that put it there. */
export const linksOf = `coalesce(
  (select jsonb_object_agg(l.collection_id, l.import_id) from bookmark_collections l where l.bookmark_id = b.id), '{}')`;

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
export async function recordChange(
  tx: Queryable,
  { id, accountId, spaceId, now }: Change,
  renamedTag: string | null = null,
): Promise<void> {
  const { rows } = await tx.query<{ isNew: boolean }>({
    name: 'record-change',
    text: `with noted as (
        insert into changes (id, account_id, space_id, renamed_tag, created_at) values ($1, $2, $3, $4, $5)
        on conflict do nothing returning id
      ), crowded_out as (
        delete from changes where id in (
          select id from changes where space_id = $3 order by created_at desc, id desc
          offset ${limits.undoChanges - 1})
      ), active as (
        update spaces set last_activity_at = greatest(last_activity_at, $5) where id = $3)
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
  where: (parameters: Parameters) => string[];
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
  const parameters = new Parameters();
  const id = parameters.add(change.id);
  const { rowCount } = await tx.query(
    `insert into change_rows (change_id, bookmark_id, before, links)
     select ${id}, b.id, ${before}, ${links ? linksOf : 'null'}
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

/** Takes a change out of the journal again, where nobody is told how to take it back. */
export const forgetRows = (tx: Queryable, { id }: Change): Promise<unknown> =>
  tx.query({ name: 'forget-change', text: 'delete from change_rows where change_id = $1', values: [id] });

const alignLinks = {
  name: 'align-link-dates',
  text: `update bookmark_collections l set created_at = b.created_at
    from change_rows r join bookmarks b on b.id = r.bookmark_id
    where r.change_id = $1 and r.before ? 'created_at' and l.bookmark_id = b.id and l.created_at <> b.created_at`,
};

/** Gives the links of bookmarks whose creation time a change touches that same time again. */
export const alignLinkDates = (tx: Queryable, changeId: string): Promise<unknown> =>
  tx.query({ ...alignLinks, values: [changeId] });
