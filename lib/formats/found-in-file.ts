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
  /** Names of the spaces; absent in reports of earlier versions. */
  readonly spaces?: readonly string[];
}

/** Returns what was found in a file, with the columns of a table that no known product wrote. */
export function foundIn(
  {
    format,
    folders,
    kept,
    dropped,
    spaces,
  }: Pick<ReadResult, 'format' | 'folders' | 'kept' | 'dropped' | 'spaces'>,
  table: ImportTable | null,
): FoundInFile {
  const folderLevels = folders.reduce((most, { depth }) => Math.max(most, depth), 0);
  return {
    format,
    folderLevels,
    kept: { folders: folders.length, ...kept },
    dropped,
    table,
    spaces: [...spaces.keys()],
  };
}

/** The part of the report of an import that says what the file is, has and lacks. */
export type FoundReport = Pick<
  Import,
  'format' | 'folderLevels' | 'kept' | 'dropped' | 'table' | 'fileSpaces'
>;

/** Presents what was found, in the order of the contract; null before the file was read. */
export function presentFound(found: FoundInFile | null): FoundReport {
  const { format = null, folderLevels = 0, kept = {}, dropped = {}, table = null, spaces = [] } = found ?? {};
  return {
    format,
    folderLevels,
    kept: importKept.flatMap((kind) => countOf(kind, kept[kind])),
    dropped: importDropped.flatMap((kind) => countOf(kind, dropped[kind])),
    table,
    fileSpaces: [...spaces],
  };
}

const countOf = <Kind>(kind: Kind, count = 0) => (count === 0 ? [] : [{ kind, count }]);
