import { sql, type SQL } from 'drizzle-orm';
import type { EntryFields } from '@/lib/bookmark/fields';
import { searchColumns } from '@/lib/domain/search-vector';
import type { SearchableText } from '@/lib/domain/search-words';
import { inline, toSql, type Executor } from '@/provider/db/client';
import {
  assignments,
  eachColumn,
  recordset,
  searchColumnsOf,
  textColumns,
  textNames,
} from '@/provider/modules/bookmarks/columns';
import type { ChangeKey } from '@/provider/modules/bookmarks/journal';

/** Texts that a change can rewrite. */
type Texts = Pick<EntryFields, (typeof textNames)[number]>;

export type BookmarkTexts = { [Name in keyof Texts]?: Texts[Name] | undefined };

/** An unencrypted bookmark of a change with its texts; a long description is limited to its searchable part. */
export interface TextRow extends Texts {
  id: string;
  domain: string;
  path: string;
  /** Texts before the change, from the journal. */
  before: BookmarkTexts;
}

/** Maximum number of rows in memory: the longest have 60 kB of text each. */
const batchRows = 512;

const text = (write: (column: string, name: string) => string): SQL =>
  toSql(() => eachColumn(textColumns, write));

// The indexed part of long texts, whatever unit limits it: see `searchVector`.
const searched = sql`b.id, coalesce(b.domain, '') as domain, left(coalesce(b.path, ''), 1000) as path,
  ${text((column) => (column === 'description' ? `coalesce(left(b.${column}, 8000), '') as ${column}` : `b.${column}`))}`;

interface Batch {
  accountId: string;
  changeId: string;
  after: string;
  columns: SQL;
  isUndo: boolean;
}

const readBatch = ({ accountId, changeId, after, columns, isUndo }: Batch): SQL => sql`
  select ${searched}, r.before${columns}
  from change_rows r join bookmarks b on b.account_id = r.account_id and b.id = r.bookmark_id
  where r.account_id = ${accountId} and r.change_id = ${changeId} and r.bookmark_id > ${after}
    and r.into_id is null and not b.encrypted
    ${isUndo ? sql`and r.before ?| ${sql.param(textNames)}::text[]` : sql``}
  order by r.bookmark_id limit ${inline(batchRows)}`;

const revisedRows = (json: string): SQL => sql`jsonb_to_recordset(${json}) as
  u (id uuid, ${toSql(() => recordset({ ...textColumns, ...searchColumnsOf }))})`;

const recordTexts = (accountId: string, changeId: string, json: string): SQL => sql`
  update change_rows r set before = r.before || jsonb_strip_nulls(jsonb_build_object(
    ${text((column, name) => `'${name}', case when u."${name}" is not null then coalesce(to_jsonb(b.${column}), '""') end`)}))
  from ${revisedRows(json)} join bookmarks b on b.account_id = ${accountId} and b.id = u.id
  where r.account_id = ${accountId} and r.change_id = ${changeId} and r.bookmark_id = u.id`;

const writeTexts = (accountId: string, now: Date | null, json: string): SQL => sql`
  update bookmarks b set ${text((column, name) => `${column} = coalesce(u."${name}", b.${column})`)},
    ${toSql(() => assignments(searchColumnsOf))}, updated_at = coalesce(${now}, b.updated_at)
  from ${revisedRows(json)} where b.account_id = ${accountId} and b.id = u.id`;

/** A change whose texts are recorded in its journal; one without a time is an undo. */
type Rewriting = ChangeKey & { readonly now: Date | null };

type Revise<T> = (row: TextRow & T) => BookmarkTexts | null;

/**
 * Rewrites texts of the bookmarks of a change in batches, together with their search vectors, which cannot be computed
 * in SQL ([Note: Search columns]). Bookmarks that were merged into another and encrypted ones are skipped. `revise`
 * returns the changed texts of a bookmark, or null if none changes; `columns` are additional ones of `change_rows r`
 * and `bookmarks b` that it needs, each after a comma.
 */
export async function rewriteTexts<T = unknown>(
  tx: Executor,
  { id: changeId, accountId, now }: Rewriting,
  revise: Revise<T>,
  columns = sql``,
): Promise<void> {
  for (let last = '00000000-0000-0000-0000-000000000000', isOver = false; !isOver;) {
    const batch = readBatch({ accountId, changeId, after: last, columns, isUndo: now === null });
    const result = await tx.execute(batch);
    const rows = result.rows as unknown as (TextRow & T)[];
    const revised = rows.flatMap((row) => {
      const texts = revise(row);
      return texts === null ? [] : [{ id: row.id, ...texts, ...searchColumns(withTexts(row, texts)) }];
    });
    if (revised.length > 0) {
      const json = JSON.stringify(revised);
      if (now !== null) await tx.execute(recordTexts(accountId, changeId, json));
      await tx.execute(writeTexts(accountId, now, json));
    }
    isOver = rows.length < batchRows;
    last = rows.at(-1)?.id ?? last;
  }
}

const withTexts = (row: TextRow, texts: BookmarkTexts): SearchableText => ({
  ...row,
  ...definedTexts(texts),
});

/** Returns the given texts. */
export const definedTexts = (texts: BookmarkTexts): Partial<Texts> =>
  Object.fromEntries(textNames.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]])));
