import type { NetscapeExtra, NetscapeFolder } from '@/lib/domain/netscape/entry';
import { netscapeLimits, NetscapeLimitError } from '@/lib/domain/netscape/limits';
import { cutText, detach } from '@/lib/domain/netscape/text';

/** What a heading says of its folder. */
export interface Heading {
  readonly name: string;
  readonly addedAt: Date | null;
  readonly modifiedAt: Date | null;
  readonly extra: NetscapeExtra;
}

// A file of nothing but list starts would fill the memory with levels; from here on they are only counted.
const trackedLevels = 200_000;

/** The folders of a file and where in them the reader stands. Any number of lists may be open or closed too often. */
export class Folders {
  /** In the order of first appearance. */
  readonly all: NetscapeFolder[] = [];
  private readonly byPlace = new Map<string, NetscapeFolder>();
  private readonly pathLengths = new Map<NetscapeFolder, number>();
  private readonly levels: (NetscapeFolder | null)[] = [];
  private untracked = 0;
  /** Entries of the file so far. */
  entries = 0;

  /** The folder that entries go to, null at the top. */
  get current(): NetscapeFolder | null {
    return this.levels.at(-1) ?? null;
  }

  get isOutside(): boolean {
    return this.levels.length === 0;
  }

  /** Opens a list that belongs to `folder`. */
  enter(folder: NetscapeFolder | null): void {
    if (this.levels.length < trackedLevels) this.levels.push(folder);
    else this.untracked += 1;
  }

  leave(): void {
    if (this.untracked > 0) this.untracked -= 1;
    else this.levels.pop();
  }

  /** The folder of that name in `parent`: the one that is there already, or a new one. */
  add(heading: Heading, parent: NetscapeFolder | null): NetscapeFolder {
    const name = detach(cutText(heading.name, netscapeLimits.folderNameLength));
    const place = `${parent?.id ?? 0}\n${name}`;
    const known = this.byPlace.get(place);
    if (known !== undefined) return merge(known, heading);
    const pathLength = (parent === null ? 0 : (this.pathLengths.get(parent) ?? 0)) + name.length + 1;
    if (parent !== null && (parent.depth >= netscapeLimits.depth || pathLength > netscapeLimits.pathLength)) {
      return parent;
    }
    if (this.all.length >= netscapeLimits.folders) throw new NetscapeLimitError('folders');
    const folder: NetscapeFolder = {
      ...heading,
      name,
      parent,
      id: this.all.length + 1,
      depth: (parent?.depth ?? 0) + 1,
      before: this.entries,
      description: '',
    };
    this.all.push(folder);
    this.byPlace.set(place, folder);
    this.pathLengths.set(folder, pathLength);
    return folder;
  }
}

/** The same folder once more: what it did not know before is taken, and the oldest date stays. */
function merge(folder: NetscapeFolder, heading: Heading): NetscapeFolder {
  folder.addedAt = earlier(folder.addedAt, heading.addedAt);
  folder.modifiedAt ??= heading.modifiedAt;
  folder.extra = { ...heading.extra, ...folder.extra };
  return folder;
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;
