import type { ImportDropped, ImportKept } from '@/lib/contract/imports';
import {
  ImportLimitError,
  importLimits,
  isImportable,
  type DefaultCollection,
  type ImportEntry,
  type ImportFolder,
} from '@/lib/formats/entry';
import { Folders } from '@/lib/formats/folders';
import type { Sink } from '@/lib/formats/format';

/** What was found in a file. */
export interface ImportSummary {
  readonly entryCount: number;
  /** In order of first appearance. */
  readonly folders: readonly ImportFolder[];
  readonly kept: Readonly<Partial<Record<ImportKept, number>>>;
  readonly dropped: Readonly<Partial<Record<ImportDropped, number>>>;
  /** The default collection, the first of several. */
  readonly defaultCollection: DefaultCollection | null;
  /** The spaces that the file names, each with its default collection, in their order. */
  readonly spaces: ReadonlyMap<string, DefaultCollection | null>;
}

type EntryKind = Exclude<ImportKept, 'folders'>;

const keeps: Readonly<Record<EntryKind, (entry: ImportEntry) => boolean>> = {
  tags: ({ tags }) => tags.length > 0,
  notes: ({ notes }) => notes !== '',
  descriptions: ({ description }) => description !== '',
  favorites: ({ favorite }) => favorite,
  later: ({ later }) => later,
  read: ({ readAt, isRead = false }) => readAt !== null || isRead,
  archived: ({ archived = false }) => archived,
  highlights: ({ highlights = [] }) => highlights.length > 0,
  dates: ({ addedAt }) => addedAt !== null,
  visits: ({ visits }) => visits > 0,
};

const entryKinds = Object.keys(keeps) as EntryKind[];

/** Passes the entries of a file on, within the limits of a file, and counts what they have. */
export class ImportSink implements Sink {
  readonly folders = new Folders();
  private entryCount = 0;
  private readonly kept: Partial<Record<ImportKept, number>> = {};
  private readonly dropped: Partial<Record<ImportDropped, number>> = {};
  private defaultCollection: DefaultCollection | null = null;
  private readonly spaces = new Map<string, DefaultCollection | null>();

  constructor(private readonly onEntry: (entry: ImportEntry) => void) {}

  entry(entry: ImportEntry): void {
    this.onEntry(entry);
    this.folders.entries += 1;
    if (entry.isPlace === true) return;
    this.entryCount += 1;
    if (this.entryCount > importLimits.entries) throw new ImportLimitError('entries');
    if (isImportable(entry)) {
      for (const kind of entryKinds) if (keeps[kind](entry)) this.kept[kind] = (this.kept[kind] ?? 0) + 1;
      for (const kind of entry.dropped ?? []) this.drop(kind);
    }
  }

  drop(kind: ImportDropped, count = 1): void {
    if (count > 0) this.dropped[kind] = (this.dropped[kind] ?? 0) + count;
  }

  space(name: string): void {
    if (this.spaces.has(name)) return;
    if (this.spaces.size >= importLimits.spaces) throw new ImportLimitError('spaces');
    this.spaces.set(name, null);
  }

  describeDefault(collection: DefaultCollection, space: string | null): void {
    this.defaultCollection ??= collection;
    if (space !== null) this.spaces.set(space, this.spaces.get(space) ?? collection);
  }

  summary(): ImportSummary {
    const { entryCount, kept, dropped, defaultCollection, spaces } = this;
    return { entryCount, folders: this.folders.all, kept, dropped, defaultCollection, spaces };
  }
}
