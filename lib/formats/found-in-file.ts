import { importDropped, importKept } from '@/lib/contract/import-kinds';
import type { Import, ImportDropped, ImportKept, ImportTable } from '@/lib/contract/imports';
import type { ReadResult } from '@/lib/formats/read-file';

/** The format of a file, and what it has; counts of zero are left out. */
export interface FoundInFile {
  readonly format: { readonly id: string; readonly name: string };
  readonly folderLevels: number;
  readonly kept: Readonly<Partial<Record<ImportKept, number>>>;
  readonly dropped: Readonly<Partial<Record<ImportDropped, number>>>;
  readonly table: ImportTable | null;
}

/** Returns what was found in a file, with the columns of a table that no known product wrote. */
export function foundIn(
  { format, folders, kept, dropped }: Pick<ReadResult, 'format' | 'folders' | 'kept' | 'dropped'>,
  table: ImportTable | null,
): FoundInFile {
  const folderLevels = folders.reduce((most, { depth }) => Math.max(most, depth), 0);
  return { format, folderLevels, kept: { folders: folders.length, ...kept }, dropped, table };
}

/** The part of the report of an import that says what the file is, has and lacks. */
export type FoundReport = Pick<Import, 'format' | 'folderLevels' | 'kept' | 'dropped' | 'table'>;

/** Presents what was found, in the order of the contract; null before the file was read. */
export function presentFound(found: FoundInFile | null): FoundReport {
  const { format = null, folderLevels = 0, kept = {}, dropped = {}, table = null } = found ?? {};
  return {
    format,
    folderLevels,
    kept: importKept.flatMap((kind) => countOf(kind, kept[kind])),
    dropped: importDropped.flatMap((kind) => countOf(kind, dropped[kind])),
    table,
  };
}

const countOf = <Kind>(kind: Kind, count = 0) => (count === 0 ? [] : [{ kind, count }]);
