import { limits } from '@/lib/contract/limits';
import { importLimits, type ImportExtra, type ImportFolder } from '@/lib/formats/entry';
import { type Folders } from '@/lib/formats/folders';
import { cutText, detach } from '@/lib/formats/text';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type LateFolder = Mutable<ImportFolder>;

/** What a file says about a folder. */
export interface FolderFields {
  readonly name: string;
  /** Key of the parent; null at the top level. */
  readonly parent: string | null;
  readonly space?: string | null;
  readonly description?: string;
  readonly addedAt?: Date | null;
  readonly modifiedAt?: Date | null;
  readonly extra?: ImportExtra;
}

/** Weight of a folder in characters, apart from its texts. */
const folderWeight = 100;

/**
 * The folders of a file that describes them after their entries, or children before parents: an entry refers to the key
 * of its folder, which has a name and a parent only when the whole file is read.
 */
export class LateFolders {
  private readonly byKey = new Map<string, LateFolder>();
  private readonly parents = new Map<LateFolder, string | null>();

  constructor(private readonly folders: Folders) {}

  /** Returns the folder with a key. It stays out of the result if the file does not describe it. */
  get(key: string): ImportFolder {
    return this.folder(key);
  }

  /** Describes a folder; the first description counts. */
  define(key: string, { name, parent, description = '', ...fields }: FolderFields): void {
    const folder = this.folder(key);
    if (this.parents.has(folder)) return;
    this.parents.set(folder, parent);
    folder.name = detach(cutText(name, importLimits.folderNameLength));
    folder.description = detach(cutText(description, limits.collectionDescriptionLength));
    folder.space = fields.space ?? null;
    folder.addedAt = fields.addedAt ?? null;
    folder.modifiedAt = fields.modifiedAt ?? null;
    folder.extra = fields.extra ?? {};
    this.folders.addWeight(folder.name.length + folder.description.length);
  }

  /** Returns the folder at a path of names in a space. */
  at(path: readonly string[], space: string | null = null): ImportFolder {
    const keys = path.map((_, index) => JSON.stringify([space, ...path.slice(0, index + 1)]));
    // From the outermost one on, which has the first number.
    for (const [index, name] of path.entries())
      this.define(keys[index] ?? '', { name, space, parent: keys[index - 1] ?? null });
    return this.get(keys.at(-1) ?? '');
  }

  /** Connects the folders and adds them to those of the file. One whose parent is missing, or is inside of it, is at the top level. */
  end(): void {
    const folders = [...this.parents.keys()];
    for (const folder of folders) {
      const parent = this.byKey.get(this.parents.get(folder) ?? '');
      folder.parent = parent && this.parents.has(parent) ? parent : null;
    }
    const pathLengths = new Map<ImportFolder, number>();
    for (const folder of folders) this.measure(folder, pathLengths);
    this.folders.all.push(...folders.sort((one, other) => one.id - other.id));
  }

  private folder(key: string): LateFolder {
    const known = this.byKey.get(key);
    if (known) return known;
    this.folders.addWeight(key.length + folderWeight);
    const folder: LateFolder = {
      ...{ id: this.folders.nextId(), parent: null, name: '', depth: 1, before: this.folders.entries },
      ...{ description: '', addedAt: null, modifiedAt: null, extra: {} },
    };
    this.byKey.set(detach(key), folder);
    return folder;
  }

  /** Sets the depth of a folder and of those above it; a folder that is too deep becomes a sibling of its parent. */
  private measure(folder: LateFolder, pathLengths: Map<ImportFolder, number>): void {
    const chain: LateFolder[] = [];
    const seen = new Set<ImportFolder>();
    for (let at: LateFolder | null = folder; at !== null && !pathLengths.has(at); at = at.parent) {
      chain.push(at);
      seen.add(at);
      if (at.parent !== null && seen.has(at.parent)) at.parent = null;
    }
    for (const each of chain.reverse()) {
      const lengthIn = (parent: ImportFolder | null): number =>
        (parent === null ? 0 : (pathLengths.get(parent) ?? 0)) + each.name.length + 1;
      while (
        each.parent !== null &&
        (each.parent.depth >= importLimits.depth || lengthIn(each.parent) > importLimits.pathLength)
      )
        each.parent = each.parent.parent;
      each.depth = (each.parent?.depth ?? 0) + 1;
      pathLengths.set(each, lengthIn(each.parent));
      // Paths are separate texts.
      this.folders.addWeight(lengthIn(each.parent));
    }
  }
}
