import type { ImportDropped } from '@/lib/contract/imports';
import { limits } from '@/lib/contract/limits';
import { createEntry, type EntryValues } from '@/lib/formats/create-entry';
import { type ImportFolder, type ImportHighlight } from '@/lib/formats/entry';
import type { ReadOptions, Sink } from '@/lib/formats/format';
import { LateFolders } from '@/lib/formats/late-folders';
import { cutText, detach, storable, trimText } from '@/lib/formats/text';

/** The values of a record, with what most formats have in common. */
export interface SourceEntry extends Omit<EntryValues, 'line' | 'folder'> {
  /** Whether it was read, for formats that do not say when. */
  readonly isRead?: boolean;
  /** Address of a copy of the page; it becomes the end of the notes. */
  readonly copyUrl?: string;
  /** The folders that it is in, as paths of names. */
  readonly paths?: readonly (readonly string[])[];
  /** The space that it is in, for a file that can have several. */
  readonly space?: string;
}

/** Receives what a reader finds in the file of another product. */
export interface Output {
  readonly folders: LateFolders;
  /** Adds a bookmark that is in any number of folders. */
  add(entry: SourceEntry, ...folders: readonly ImportFolder[]): void;
  drop(kind: ImportDropped): void;
}

/** Creates an output whose entries are on the line that `line` returns; `end` connects the folders. */
export function createOutput(
  sink: Sink,
  line: () => number,
  { keepsSpaces }: Pick<ReadOptions, 'keepsSpaces'> = { keepsSpaces: false },
): Output & { end(): void } {
  const folders = new LateFolders(sink.folders);
  const noteSpace = (text = ''): string | null => {
    const name = detach(cutText(trimText(storable(text)), limits.nameLength));
    if (name !== '') sink.space(name);
    return keepsSpaces && name !== '' ? name : null;
  };
  return {
    folders,
    add({ isRead = false, copyUrl = '', paths = [], space: spaceName, ...values }, ...given) {
      const space = noteSpace(spaceName);
      const named = paths.filter((path) => path.length > 0).map((path) => folders.at(path, space));
      const [folder = null, ...others] = new Set([...given, ...named]);
      const notes = [values.notes, copyUrl].filter(Boolean).join('\n\n');
      const highlights = (values.highlights ?? []).filter(({ quote }) => quote.trim() !== '');
      const created = createEntry({ ...values, notes, highlights, line: line(), folder });
      const entry = { ...created, ...(isRead && { isRead }), ...(space !== null && { space }) };
      sink.entry(entry);
      for (const other of others) sink.entry({ ...entry, folder: other, isPlace: true });
    },
    drop: (kind) => sink.drop(kind),
    end: () => folders.end(),
  };
}

/** Returns each paragraph of a text as a highlight. */
export const quotesOf = (text: string): ImportHighlight[] =>
  text
    .split(/\n\s*\n/)
    .filter((quote) => quote.trim() !== '')
    .map((quote) => ({ quote }));
