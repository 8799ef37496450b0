import type { ImportEntry } from '@/lib/formats/entry';

/** What a folder of a service says about its entries, instead of being a folder. */
export type FolderState = Partial<Pick<ImportEntry, 'later' | 'archived' | 'favorite'>>;

const linkdingNotes = '[linkding-notes]';
const linkdingArchive = 'linkding:bookmarks.archived';
const blockquote = /^<blockquote>(.*)<\/blockquote>$/is;

/**
 * Reads what services write in places of their own: the notes of linkding in the description and its archive as a tag,
 * the markup of quotes in descriptions of Pinboard, the Reading List of Safari.
 */
export function readQuirks(entry: ImportEntry): ImportEntry {
  const { description, tags, folder } = entry;
  const notesAt = description.indexOf(linkdingNotes);
  const quote = blockquote.exec(description.trim())?.[1];
  return {
    ...entry,
    ...(notesAt >= 0 && {
      description: description.slice(0, notesAt).trim(),
      notes: description
        .slice(notesAt + linkdingNotes.length)
        .replace('[/linkding-notes]', '')
        .trim(),
    }),
    ...(quote !== undefined && { description: quote.trim() }),
    ...(tags.includes(linkdingArchive) && {
      tags: tags.filter((tag) => tag !== linkdingArchive),
      archived: true,
    }),
    ...(folder?.extra['id'] === 'com.apple.ReadingList' && { later: true }),
  };
}

/** Moves an entry out of a folder that is a state. */
export function readState(entry: ImportEntry, states: Readonly<Record<string, FolderState>>): ImportEntry {
  const state = entry.folder && states[entry.folder.name];
  if (!state) return entry;
  // These services write the address in place of a missing title.
  return { ...entry, ...state, title: entry.title === entry.url ? '' : entry.title, folder: null };
}
