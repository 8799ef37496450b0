import { limits } from '@/lib/contract/limits';
import { ImportLimitError, importLimits, type ImportExtra, type ImportFolder } from '@/lib/formats/entry';
import { cutText, detach } from '@/lib/formats/text';

/** Name and attributes of a folder, from its heading. */
export interface Heading {
  readonly name: string;
  /** The space that the folder belongs to, for a file that has several. */
  readonly space?: string | null;
  readonly addedAt: Date | null;
  readonly modifiedAt: Date | null;
  readonly extra: ImportExtra;
}

/** Weight of a level in the path of a folder, in characters: its name is a separate text in memory. */
const levelWeight = 16;

// A file of only list starts would fill the memory with levels; beyond this limit they are only counted.
const trackedLevels = 200_000;

/** The folders of a file and the parser's position in them. Tolerates unbalanced list tags. */
export class Folders {
  /** All folders, in order of first appearance. */
  readonly all: ImportFolder[] = [];
  private readonly byKey = new Map<string, ImportFolder>();
  private readonly pathLengths = new Map<ImportFolder, number>();
  private readonly levels: (ImportFolder | null)[] = [];
  private untracked = 0;
  private weight = 0;
  private count = 0;
  /** Number of entries read so far. */
  entries = 0;

  /** The folder of the next entries; null at the top level. */
  get current(): ImportFolder | null {
    return this.levels.at(-1) ?? null;
  }

  get isOutside(): boolean {
    return this.levels.length === 0;
  }

  /** Opens a list that belongs to `folder`. */
  enter(folder: ImportFolder | null): void {
    if (this.levels.length < trackedLevels) this.levels.push(folder);
    else this.untracked += 1;
  }

  leave(): void {
    if (this.untracked > 0) this.untracked -= 1;
    else this.levels.pop();
  }

  /** Returns the folder with that name in `parent`, creating it if necessary. */
  add(heading: Heading, parent: ImportFolder | null): ImportFolder {
    const name = detach(cutText(heading.name, importLimits.folderNameLength));
    const place = placeOf(heading, name, parent);
    const known = this.byKey.get(place);
    if (known !== undefined) {
      const { extra } = known;
      merge(known, heading);
      this.addWeight(weightOf(known.extra) - weightOf(extra));
      return known;
    }
    const pathLength = (parent === null ? 0 : (this.pathLengths.get(parent) ?? 0)) + name.length + 1;
    if (parent !== null && (parent.depth >= importLimits.depth || pathLength > importLimits.pathLength)) {
      return parent;
    }
    const id = this.nextId();
    const depth = (parent?.depth ?? 0) + 1;
    this.addWeight(pathLength + depth * levelWeight + weightOf(heading.extra));
    const folder: ImportFolder = {
      ...heading,
      name,
      parent,
      id,
      depth,
      before: this.entries,
      description: '',
    };
    this.all.push(folder);
    this.byKey.set(place, folder);
    this.pathLengths.set(folder, pathLength);
    return folder;
  }

  /** Sets the description of a folder, truncated to the limit. */
  describe(folder: ImportFolder, description: string): void {
    const cut = detach(cutText(description, limits.collectionDescriptionLength));
    this.addWeight(cut.length - folder.description.length);
    folder.description = cut;
  }

  /** Returns the number of the next folder, of all files of an archive. */
  nextId(): number {
    if (this.count >= importLimits.folders) throw new ImportLimitError('folders');
    return (this.count += 1);
  }

  /** Counts the characters of folders. */
  addWeight(characters: number): void {
    this.weight += characters;
    if (this.weight > importLimits.folderWeight) throw new ImportLimitError('folderWeight');
  }
}

/** Returns what identifies a folder: its space, its parent and its name. */
const placeOf = ({ space }: Pick<Heading, 'space'>, name: string, parent: ImportFolder | null): string =>
  `${space ?? ''}\n${parent?.id ?? 0}\n${name}`;

const weightOf = (extra: ImportExtra): number =>
  Object.entries(extra).reduce((sum, [name, value]) => sum + name.length + value.length, 0);

/** Folders without equal siblings. */
export interface MergedFolders {
  /** In their order. */
  readonly folders: readonly ImportFolder[];
  /** By the number of a folder that was left out: that of the folder which replaces it. */
  readonly replaced: ReadonlyMap<number, number>;
}

/**
 * Merges folders of the same name in the same folder into the first one. Those of a file that names folders after their
 * contents are distinguished by more than their names.
 */
export function mergeFolders(all: readonly ImportFolder[]): MergedFolders {
  const byPlace = new Map<string, ImportFolder>();
  const byId = new Map<number, ImportFolder>();
  const replaced = new Map<number, number>();
  // A parent can follow after its children, but has a smaller depth.
  for (const folder of [...all].sort((one, other) => one.depth - other.depth)) {
    const parent = folder.parent && (byId.get(folder.parent.id) ?? null);
    const place = placeOf(folder, folder.name, parent);
    const known = byPlace.get(place);
    if (known === undefined) {
      const merged = { ...folder, parent };
      byPlace.set(place, merged);
      byId.set(folder.id, merged);
    } else {
      merge(known, folder);
      if (known.description === '') known.description = folder.description;
      byId.set(folder.id, known);
      replaced.set(folder.id, known.id);
    }
  }
  return { folders: all.flatMap(({ id }) => (replaced.has(id) ? [] : (byId.get(id) ?? []))), replaced };
}

/** Merges another heading of the same folder: missing fields are added, and the oldest date is kept. */
function merge(folder: ImportFolder, heading: Heading): void {
  folder.addedAt = earlier(folder.addedAt, heading.addedAt);
  folder.modifiedAt ??= heading.modifiedAt;
  folder.extra = { ...heading.extra, ...folder.extra };
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;
