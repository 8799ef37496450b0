import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  entryName,
  fieldNames,
  fields,
  fieldsWith,
  flagNames,
  type EntryName,
  type FieldName,
} from '@/lib/bookmark/fields';
import { importRows } from '@/provider/db/schema/imports';
import { bookmarks } from '@/provider/db/schema/library';

/** Columns of a table by the names that they have in JSON and in results. */
export type NamedColumns<Name extends string = string> = Readonly<Record<Name, PgColumn>>;

// A field without a column does not compile.
const columnOf = (name: FieldName): PgColumn => bookmarks[name];
const stagedColumnOf = (name: EntryName): PgColumn => importRows[name];

/** The columns of the fields. */
export const fieldColumns = Object.fromEntries(
  fieldNames.map((name) => [name, columnOf(name)]),
) as NamedColumns<FieldName>;

/** The columns of the fields by their names in an entry of a bookmark file. */
export const entryColumns = Object.fromEntries(
  fieldNames.map((name) => [entryName(name), columnOf(name)]),
) as NamedColumns<EntryName>;

/** The columns of the fields in the staged rows of an import. */
export const stagedColumns = Object.fromEntries(
  fieldNames.map((name) => [entryName(name), stagedColumnOf(entryName(name))]),
) as NamedColumns<EntryName>;

export const columnsOf = <Name extends FieldName>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, columnOf(name)])) as NamedColumns<Name>;

/** The texts and tags of a bookmark, apart from the url, from which other columns are derived. */
export const textNames = fieldsWith({ secret: true }).filter((name) => name !== 'url');
export const textColumns = columnsOf(textNames);

export const flagColumns = columnsOf(flagNames);

/**
 * The fields of an encrypted bookmark outside of its envelope, with their columns; the time of a change is set by the
 * service.
 */
export const unencryptedNames = fieldsWith({ secret: false }).filter((name) => name !== 'updatedAt');
export const unencryptedColumns = columnsOf(unencryptedNames);

/** The fields of which the greatest value remains when bookmarks are merged, such as the last visit. */
export const greatestColumns = columnsOf(
  [...fieldsWith({ combine: 'latest' }), ...fieldsWith({ combine: 'largest' })].filter(
    (name) => !('merge' in fields[name]),
  ),
);

/** The columns that `searchColumns` derives from the texts of a readable bookmark. */
export const searchColumnsOf = {
  titleKey: bookmarks.titleKey,
  search: bookmarks.search,
  type: bookmarks.type,
  indexVersion: bookmarks.indexVersion,
} as const;

/** All columns that are derived from the texts and the URL of a readable bookmark. */
export const derivedColumns = { domain: bookmarks.domain, path: bookmarks.path, ...searchColumnsOf } as const;

/** Writes a part of a statement for each of the columns. */
export const eachColumn = (
  columns: NamedColumns,
  write: (column: string, name: string, type: string) => string,
): string =>
  Object.entries(columns)
    .map(([name, column]) => write(column.name, name, column.getSQLType()))
    .join(', ');

/** The select list of a table with its alias. */
export const selectList = (columns: NamedColumns, table: string): string =>
  eachColumn(columns, (column, name) => `${table}.${column} as "${name}"`);

/** The column definitions of `jsonb_to_recordset`. */
export const recordset = (columns: NamedColumns): string =>
  eachColumn(columns, (_, name, type) => `"${name}" ${type}`);

/** The assignments of an update from the recordset `u`. */
export const assignments = (columns: NamedColumns): string =>
  eachColumn(columns, (column, name) => `${column} = u."${name}"`);
