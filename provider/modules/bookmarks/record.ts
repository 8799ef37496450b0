import { sql, type SQL } from 'drizzle-orm';
import {
  entryName,
  fieldNames,
  fields,
  fieldsWith,
  noFields,
  type FieldName,
  type NamesWith,
} from '@/lib/bookmark/fields';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { CollectionRef } from '@/lib/contract/collections';
import { isFuture } from '@/lib/domain/future-date';
import { printTags } from '@/lib/domain/tags';
import { bookmarks, type BookmarkRow } from '@/provider/db/schema/library';
import { columnsOf } from '@/provider/modules/bookmarks/columns';
import type { BookmarkContent } from '@/provider/modules/bookmarks/content';
import { isoTime } from '@/provider/pagination';

/** Columns with the names of their properties in the contract. */
const sameNames = [
  ...fieldNames,
  ...(['domain', 'path', 'encrypted', 'cipher', 'hint', 'broken', 'cover', 'deletedAt'] as const),
];
const columns = [...sameNames, 'id', 'spaceId', 'orderKey'] as const;

type Column = (typeof columns)[number];

/** As selected: times are UTC texts, tags are comma-separated. */
type Selected<Value> = Value extends Date | string[] ? string : Value;

/** A bookmark with its collections, as returned by every read. */
export type BookmarkRecord = { [Name in Column]: Selected<BookmarkRow[Name]> } & {
  collections: CollectionRef[] | null;
};

/**
 * The path of `bookmarks b`, limited to the indexed length, which is far longer than a row displays. The full path is
 * part of the url, which a record also includes.
 */
export const shownPath = sql`left(b.path, 1000)`;

/** The column of `bookmarks b`. Tags cannot contain commas: joining them avoids parsing arrays in the driver. */
function selected(name: Column): SQL {
  const column = sql`b.${sql.identifier(bookmarks[name].name)}`;
  if (name === 'path') return shownPath;
  if (name === 'tags') return sql`array_to_string(${column}, ',')`;
  return isTime(name) ? sql`(${column} at time zone 'UTC')::text` : column;
}

const isTime = (name: Column): boolean => bookmarks[name].dataType === 'date';

/**
 * The select list of a record over `bookmarks b`. Its collections are selected by a look-up in two primary keys, so
 * that a page of any size is one statement.
 */
export const recordColumns = recordColumnsWith(sql`(
  select json_agg(json_build_object('uuid', c.id, 'name', c.name, 'color', c.color, 'icon', c.icon, 'security', c.security)
      order by c.natural_key, c.id)
    from bookmark_collections bc join collections c on c.account_id = bc.account_id and c.id = bc.collection_id
    where bc.account_id = b.account_id and bc.bookmark_id = b.id)`);

function recordColumnsWith(collections: SQL): SQL {
  const own = columns.map((name) => sql`${selected(name)} as ${sql.identifier(name)}`);
  return sql.join([...own, sql`${collections} as collections`], sql`, `);
}

/**
 * The same for the row that a statement returns after it has waited for a lock: a function sees the collections as they
 * are by then, the statement itself as they were when it began.
 */
export const writtenColumns = recordColumnsWith(sql`mw_collections_of(b.account_id, b.id)`);

/** Converts a bookmark to the response for its owner. */
export function presentBookmark(record: BookmarkRecord): Bookmark {
  const present = (name: Column): unknown => {
    const value = record[name];
    return isTime(name) && typeof value === 'string' ? isoTime(value) : value;
  };
  return {
    ...(Object.fromEntries(sameNames.map((name) => [name, present(name)])) as Pick<
      Bookmark,
      (typeof sameNames)[number]
    >),
    uuid: record.id,
    order: record.orderKey,
    collections: record.collections ?? [],
  };
}

/** The fields that users edit and that are never encrypted, such as the favorite mark. */
const editedNames = fieldsWith({ secret: false, edit: 'conflict' });
export const editedColumns = columnsOf(editedNames);
export type EditedFields = Pick<BookmarkRow, (typeof editedNames)[number]>;

/** No field is set. */
export const nothingEdited = Object.fromEntries(
  editedNames.map((name) => [name, noFields[entryName(name)]]),
) as unknown as EditedFields;

/** Returns the fields that a request sets, as they are stored. A time more than a day ahead becomes now. */
export function editedOf(
  input: Readonly<Partial<Record<keyof EditedFields, unknown>>>,
  now: Date,
): Partial<EditedFields> {
  const stored = (name: keyof EditedFields, value: unknown): unknown => {
    if (fields[name].type !== 'time' || typeof value !== 'string') return value;
    const time = new Date(value);
    return isFuture(time, now) ? now : time;
  };
  const given = editedNames.filter((name) => input[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, stored(name, input[name])]));
}

/** The fields of a bookmark that was just created, apart from its content and those that were set. */
const unset = Object.fromEntries(
  fieldsWith({ secret: false }).map((name) => [name, noFields[entryName(name)]]),
) as Partial<Record<FieldName, unknown>> as Pick<BookmarkRecord, NamesWith<{ secret: false }>>;

const timeText = (time: Date): string => time.toISOString().slice(0, -1).replace('T', ' ');

/** Returns the record of a bookmark that was just created, as a read would return it. */
export function recordOfNew(
  created: Pick<BookmarkRecord, 'id' | 'spaceId' | 'orderKey' | 'collections'>,
  { content, edited, now }: { content: BookmarkContent; edited: EditedFields; now: Date },
): BookmarkRecord {
  const createdAt = timeText(now);
  return {
    ...unset,
    ...content,
    ...Object.fromEntries(
      Object.entries(edited).map(([name, value]) => [name, value instanceof Date ? timeText(value) : value]),
    ),
    ...created,
    tags: printTags(content.tags),
    broken: false,
    cover: null,
    createdAt,
    updatedAt: createdAt,
    deletedAt: null,
  };
}
