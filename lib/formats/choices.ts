import type { z } from 'zod';
import type { ImportQuery } from '@/lib/contract/imports';
import { limits } from '@/lib/contract/limits';
import { uniqueTags } from '@/lib/domain/tags';
import { emptyDraft, setText } from '@/lib/formats/draft';
import { folderPath, type ImportEntry, type ImportFolder, type ImportHighlight } from '@/lib/formats/entry';
import { Folders } from '@/lib/formats/folders';
import { cutText } from '@/lib/formats/text';

/** What the user chooses where a product means something that Markwell does not have. */
export type ImportChoices = Pick<z.infer<typeof ImportQuery>, 'folders' | 'archived' | 'spaces'>;

export const defaultChoices: ImportChoices = { folders: 'tree', archived: 'read', spaces: 'merge' };

/** Changes entries and folders by the choices of the user. */
export class ChosenForm {
  private readonly folderOf = new Map<number, ImportFolder>();
  private readonly flat = new Folders();

  /** `folders` are those of the whole file, which an entry can precede; only the choice `tree` does without. */
  constructor(
    private readonly choices: ImportChoices,
    folders: readonly ImportFolder[],
    private readonly now: Date,
    /** Whether highlights become annotations; otherwise they are added to the notes. */
    private readonly hasAnnotations = false,
  ) {
    for (const folder of folders)
      this.folderOf.set(
        folder.id,
        choices.folders === 'flat' ? this.flat.add({ ...folder, extra: {} }, null) : folder,
      );
  }

  /** The folders that become collections. */
  foldersOf(folders: readonly ImportFolder[]): readonly ImportFolder[] {
    if (this.choices.folders === 'tags') return [];
    return this.choices.folders === 'flat' ? this.flat.all : folders;
  }

  entryOf(entry: ImportEntry): ImportEntry {
    return this.inFolder(
      this.withRead(this.withArchived(this.hasAnnotations ? entry : withHighlights(entry))),
    );
  }

  private inFolder(entry: ImportEntry): ImportEntry {
    if (entry.folder === null || this.choices.folders === 'tree') return entry;
    const { id } = entry.folder;
    if (this.choices.folders === 'flat') return { ...entry, folder: this.folderOf.get(id) ?? null };
    // Its name may have followed only after the entry.
    return { ...withTags(entry, folderPath(this.folderOf.get(id) ?? entry.folder)), folder: null };
  }

  private withArchived(entry: ImportEntry): ImportEntry {
    if (entry.archived !== true || this.choices.archived === 'ignore') return entry;
    if (this.choices.archived === 'tag') return withTags(entry, ['archived']);
    return { ...entry, later: false, isRead: true };
  }

  private withRead(entry: ImportEntry): ImportEntry {
    if (entry.isRead !== true) return entry;
    return { ...entry, readAt: entry.readAt ?? entry.modifiedAt ?? entry.addedAt ?? this.now };
  }
}

function withTags(entry: ImportEntry, names: readonly string[]): ImportEntry {
  const more = names.map((name) => cutText(name.replaceAll(',', ' ').trim(), limits.tagLength));
  const tags = uniqueTags([...entry.tags, ...more.filter((name) => name !== '')]);
  return { ...entry, tags: tags.slice(0, limits.tagsPerBookmark) };
}

/** Adds highlights to the notes, as quotes in Markdown. */
function withHighlights(entry: ImportEntry): ImportEntry {
  const { highlights = [], notes } = entry;
  if (highlights.length === 0) return entry;
  const parts = notes === '' ? [] : [notes];
  const draft = { ...emptyDraft(entry.line), problems: [...entry.problems] };
  setText(draft, 'notes', [...parts, ...highlights.map(printHighlight)].join('\n\n'));
  return { ...entry, notes: draft.notes, problems: draft.problems, highlights: [] };
}

function printHighlight({ quote, note = '' }: ImportHighlight): string {
  const quoted = quote
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
  return note.trim() === '' ? quoted : `${quoted}\n\n${note.trim()}`;
}
