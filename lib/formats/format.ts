import type { ImportDropped, ImportField, ImportTable } from '@/lib/contract/imports';
import type { DefaultCollection, ImportEntry } from '@/lib/formats/entry';
import type { Folders } from '@/lib/formats/folders';
import type { Sample } from '@/lib/formats/sample';

/** Receives what a reader finds. */
export interface Sink {
  /** The folders of the file; entries refer to them. */
  readonly folders: Folders;
  /** Throws ImportLimitError if the file has too many entries. */
  entry(entry: ImportEntry): void;
  /** Counts items that are not imported at all, or a part of entries that is not kept. */
  drop(kind: ImportDropped, count?: number): void;
  /** Adds a space that the file names. */
  space(name: string): void;
  /** Sets how the file describes the default collection of one of its spaces. */
  describeDefault(collection: DefaultCollection, space: string | null): void;
}

/** The contents of a file, which can be read once. */
export interface Source {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The contents as text, in its own or the detected encoding, without a byte order mark. */
  readonly text: AsyncIterable<string>;
  /** The beginning of the file, by which it was recognized. */
  readonly sample: Sample;
}

/** Context of reading, which only a few formats need. */
export interface ReadOptions {
  /** The account that imports, whose own encrypted bookmarks can be restored. */
  readonly accountId: string | null;
  /** Whether entries and folders keep the space that the file names. */
  readonly keepsSpaces: boolean;
  /** The mapping of the columns by the user, in their order; null for a column that is ignored. */
  readonly columns: readonly (ImportField | null)[] | null;
  /** Called by the reader of CSV files that no known product has written, once it has read them. */
  readonly onTable: (table: ImportTable) => void;
  /** Contents of the files of an archive that belong to its bookmarks, by their names without folders. */
  readonly companions: ReadonlyMap<string, string>;
}

/** What the files of an archive are, by their names. */
export interface ArchiveRules {
  /** Selects the files that are read, of those that have the format; all by default, in the order of their names. */
  readonly choose?: (names: readonly string[]) => readonly string[];
  /** Files that belong to bookmarks, such as their highlights. */
  readonly companions?: RegExp;
  /** Files that have no place here, by what they are. */
  readonly drops?: Readonly<Partial<Record<ImportDropped, RegExp>>>;
}

/** A format of bookmark files. */
export interface Format {
  readonly id: string;
  /** Name of the product, or of the format; the same in all languages. */
  readonly name: string;
  /** Whether a file has this format; exclusive, whatever the order of the registry. */
  detect(sample: Sample): boolean;
  /**
   * Reads the file and passes its entries on, in their order. Throws FormatError and ImportLimitError; malformed entries
   * are skipped or have problems.
   */
  read(source: Source, sink: Sink, options: ReadOptions): Promise<void>;
  /** What an archive with files of this format has besides them. */
  readonly archive?: ArchiveRules;
}
