import { sql, type SQL } from 'drizzle-orm';
import { highlightVector } from '@/lib/domain/search-vector';
import { parseTags, printTags } from '@/lib/domain/tags';
import { inline, type Executor } from '@/provider/db/client';
import type { Change, ChangeKey } from '@/provider/modules/bookmarks/journal';
import { hasTag } from '@/provider/modules/highlights/queries';

interface Row {
  id: string;
  bookmarkId: string;
  quote: string;
  note: string;
  tags: string;
}

const batchRows = 512;

const columns = sql`h.id, h.bookmark_id as "bookmarkId", h.quote, h.note, h.tags`;

/** Reads rows of `highlights h` in batches. */
async function* readBatches(tx: Executor, source: SQL, where: SQL): AsyncGenerator<Row[]> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await tx.execute<Row & Record<string, unknown>>(
      sql`select ${columns} from ${source} where ${where} and h.id > ${last}
        order by h.id limit ${inline(batchRows)}`,
    );
    if (rows.length > 0) yield rows;
    const end = rows.at(-1)?.id;
    if (rows.length < batchRows || end === undefined) return;
    last = end;
  }
}

const revisedRows = (rows: readonly object[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}) as u (id uuid, "bookmarkId" uuid, tags text, before text, search text)`;

/** Writes tags and the words with them, which cannot be computed in SQL. */
async function writeTags(tx: Executor, accountId: string, rows: readonly Row[]): Promise<void> {
  const revised = rows.map(({ id, tags, ...texts }) => ({
    id,
    tags,
    search: highlightVector({ ...texts, tags }),
  }));
  await tx.execute(sql`update highlights h set tags = u.tags, search = u.search::tsvector
    from ${revisedRows(revised)} where h.account_id = ${accountId} and h.id = u.id`);
}

/**
 * Replaces a tag in the annotations of the space of a change, also of bookmarks in the trash, and records their former
 * tags in its journal. Returns the number of bookmarks that it adds to the journal.
 */
export async function retagHighlights(
  tx: Executor,
  { id, accountId, spaceId }: Change,
  tag: string,
  revise: (tags: readonly string[]) => string[],
): Promise<number> {
  const source = sql`highlights h join bookmarks b on b.account_id = h.account_id and b.id = h.bookmark_id`;
  const where = sql`h.account_id = ${accountId} and b.space_id = ${spaceId} and ${hasTag(tag)}`;
  let added = 0;
  for await (const rows of readBatches(tx, source, where)) {
    const revised = rows
      .map((row) => ({ ...row, before: row.tags, tags: printTags(revise(parseTags(row.tags))) }))
      .filter(({ before, tags }) => tags !== before);
    if (revised.length === 0) continue;
    const recorded = await tx.execute<{ isNew: boolean }>(sql`
      insert into change_rows as r (account_id, change_id, bookmark_id, before)
      select ${accountId}, ${id}, u."bookmarkId",
        jsonb_build_object('highlight_tags', jsonb_object_agg(u.id, u.before))
      from ${revisedRows(revised.map(({ id: uuid, bookmarkId, before }) => ({ id: uuid, bookmarkId, before })))}
      group by u."bookmarkId"
      on conflict (account_id, change_id, bookmark_id) do update set before = r.before || jsonb_build_object(
        'highlight_tags', coalesce(r.before -> 'highlight_tags', '{}') || (excluded.before -> 'highlight_tags'))
      returning xmax = 0 as "isNew"`);
    added += recorded.rows.filter(({ isNew }) => isNew).length;
    await writeTags(tx, accountId, revised);
  }
  return added;
}

/** Undoes {@link retagHighlights}, for those that still exist. */
export async function restoreHighlightTags(tx: Executor, { id, accountId }: ChangeKey): Promise<void> {
  const { rows } = await tx.execute<Row & Record<string, unknown>>(sql`
    select h.id, h.bookmark_id as "bookmarkId", h.quote, h.note, t.value as tags
    from change_rows r cross join jsonb_each_text(r.before -> 'highlight_tags') t
      join highlights h on h.account_id = r.account_id and h.id = t.key::uuid
    where r.account_id = ${accountId} and r.change_id = ${id}`);
  if (rows.length > 0) await writeTags(tx, accountId, rows);
}
