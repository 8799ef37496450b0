import { sql, type SQL } from 'drizzle-orm';
import { searchColumns } from '@/lib/domain/search-vector';
import type { SearchableText } from '@/lib/domain/search-words';
import { inline, type Executor } from '@/provider/db/client';

/** The texts of a bookmark that a change can rewrite. */
export interface BookmarkTexts {
  title?: string | undefined;
  description?: string | undefined;
  tags?: readonly string[] | undefined;
}

/** An unencrypted bookmark of a change with its texts; a long description is limited to its searchable part. */
export interface TextRow {
  id: string;
  title: string;
  description: string;
  tags: string[];
  domain: string;
  path: string;
  /** Texts before the change, from the journal. */
  before: BookmarkTexts;
}

/** Maximum number of rows in memory: the longest have 60 kB of text each. */
const batchRows = 512;

// The indexed part of long texts, whatever unit limits it: see `searchVector`.
const searched = sql`b.id, b.title, coalesce(left(b.description, 8000), '') as description, b.tags,
  coalesce(b.domain, '') as domain, left(coalesce(b.path, ''), 1000) as path`;

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
    ${isUndo ? sql`and r.before ?| '{title,description,tags}'` : sql``}
  order by r.bookmark_id limit ${inline(batchRows)}`;

const revisedRows = (json: string): SQL => sql`jsonb_to_recordset(${json}) as
  u (id uuid, title text, description text, tags text[], "titleKey" text, search text, type text, "indexVersion" smallint)`;

const recordTexts = (accountId: string, changeId: string, json: string): SQL => sql`
  update change_rows r set before = r.before || jsonb_strip_nulls(jsonb_build_object(
    'title', case when u.title is not null then b.title end,
    'description', case when u.description is not null then b.description end,
    'tags', case when u.tags is not null then to_jsonb(b.tags) end))
  from ${revisedRows(json)} join bookmarks b on b.account_id = ${accountId} and b.id = u.id
  where r.account_id = ${accountId} and r.change_id = ${changeId} and r.bookmark_id = u.id`;

const writeTexts = (accountId: string, now: Date | null, json: string): SQL => sql`
  update bookmarks b set title = coalesce(u.title, b.title), description = coalesce(u.description, b.description),
    tags = coalesce(u.tags, b.tags), title_key = u."titleKey", search = u.search::tsvector,
    type = u.type, index_version = u."indexVersion",
    updated_at = coalesce(${now}, b.updated_at)
  from ${revisedRows(json)} where b.account_id = ${accountId} and b.id = u.id`;

export interface Rewriting<T> {
  accountId: string;
  changeId: string;
  /** Time of the change, whose texts are recorded in its journal; null for an undo. */
  now: Date | null;
  /** Additional columns of `change_rows r` and `bookmarks b` that `revise` needs, each after a comma. */
  columns?: SQL;
  /** Returns the changed texts of a bookmark; null if none changes. */
  revise: (row: TextRow & T) => BookmarkTexts | null;
}

/**
 * Rewrites texts of the bookmarks of a change in batches, together with their search vectors, which cannot be computed
 * in SQL ([Note: Search columns]). Bookmarks that were merged into another and encrypted ones are skipped.
 */
export async function rewriteTexts<T = unknown>(
  tx: Executor,
  { accountId, changeId, now, columns = sql``, revise }: Rewriting<T>,
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

const withTexts = (row: TextRow, { title, description, tags }: BookmarkTexts): SearchableText => ({
  title: title ?? row.title,
  description: description ?? row.description,
  tags: tags ?? row.tags,
  domain: row.domain,
  path: row.path,
});
