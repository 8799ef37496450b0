import type { QueryResultRow } from 'pg';
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

const batchItems = 500;
const batchCharacters = 2_000_000;

/** Collects items for statements that write several at once, limited by their number and by their text. */
export class WriteBatch<T> {
  private items: T[] = [];
  private characters = 0;

  constructor(private readonly write: (items: readonly T[]) => Promise<void>) {}

  /** Adds an item; writes the batch if that fills it. */
  async add(item: T, characters: number): Promise<void> {
    this.items.push(item);
    this.characters += characters;
    if (this.items.length >= batchItems || this.characters >= batchCharacters) await this.end();
  }

  /** Writes the remaining items. */
  async end(): Promise<void> {
    const { items } = this;
    if (items.length === 0) return;
    this.items = [];
    this.characters = 0;
    await this.write(items);
  }
}

/** The longest rows have 800 kB of text each. */
const fetchRows = 32;

/** Yields the rows of a select in one pass. It cannot have parameters, because it is read through a cursor. */
export async function* scan<Row extends QueryResultRow>(client: Driver, select: string): AsyncGenerator<Row> {
  await client.query(`declare scanned no scroll cursor for ${select}`);
  for (let isOver = false; !isOver;) {
    const { rows } = await client.query<Row>(`fetch ${fetchRows} from scanned`);
    yield* rows;
    isOver = rows.length < fetchRows;
  }
  await client.query('close scanned');
}
