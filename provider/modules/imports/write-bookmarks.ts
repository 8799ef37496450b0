import { fieldsWith } from '@/lib/bookmark/fields';
import { searchColumns } from '@/lib/domain/search-vector';
import { parseBookmarkUrl } from '@/lib/domain/url';
import type { RepeatedEntry } from '@/lib/bookmark/merge';
import type { Driver } from '@/provider/db/client';
import { bookmarks } from '@/provider/db/schema/library';
import {
  assignments,
  derivedColumns,
  eachColumn,
  entryColumns,
  recordset,
} from '@/provider/modules/bookmarks/columns';

/** What an import writes to a bookmark, with the names of an entry. */
const writtenColumns = { ...entryColumns, extra: bookmarks.extra };
const allColumns = { ...writtenColumns, ...derivedColumns };

/** A bookmark with its fields as an entry. */
export type WrittenBookmark = RepeatedEntry & { readonly id: string };

/** The select list of bookmarks over `bookmarks b`, which must be readable; absent texts are empty. */
export const writtenList = `b.id, ${eachColumn(writtenColumns, (column, name) =>
  writtenColumns[name as keyof typeof writtenColumns].dataType === 'string'
    ? `coalesce(b.${column}, '') as "${name}"`
    : `b.${column} as "${name}"`,
)}`;

/** Writes bookmarks with all columns derived from their fields. Their space is locked. */
export async function writeBookmarks(
  client: Driver,
  accountId: string,
  entries: readonly WrittenBookmark[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => {
    const { domain, path } = parseBookmarkUrl(entry.url);
    return { ...entry, domain, path, ...searchColumns({ ...entry, domain, path }) };
  });
  await client.query(
    `update bookmarks b set ${assignments(allColumns)}
     from jsonb_to_recordset($1) as u (id uuid, ${recordset(allColumns)})
     where b.account_id = $2 and b.id = u.id`,
    [JSON.stringify(rows), accountId],
  );
}

const textNames = fieldsWith({ type: 'text' });

/** The length of the texts of an entry, by which batches are limited. */
export const textLength = (entry: Pick<RepeatedEntry, (typeof textNames)[number]>): number =>
  textNames.reduce((sum, name) => sum + entry[name].length, 0);
