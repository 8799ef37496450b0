import type {
  BookmarkSource,
  GroupsByPage,
  RowGroup,
  RowPages,
} from '@/components/features/bookmarks/bookmark-source';
import type { SelectionState } from '@/components/features/bookmarks/selection';
import { pageSize } from '@/lib/api/endpoint';
import { orderBy, type SortKeys } from '@/lib/bookmark/scope';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { PlacedRows } from '@/lib/vault/merge-rows';

/** An unlocked bookmark that belongs in a list. */
export interface UnlockedRow {
  /** As the service returned it, encrypted. */
  readonly bookmark: Bookmark;
  /** Of the decrypted bookmark. */
  readonly keys: SortKeys;
  /** Only this device can determine that it is in the list: the service does not return it. */
  readonly isAdded: boolean;
}

/** Encrypted bookmarks of a list that this device can read. */
export interface UnlockedList {
  readonly rows: readonly UnlockedRow[];
  /** Whether the bookmark is a locked one that the service returns in the list. */
  readonly holdsLocked: (bookmark: Bookmark) => boolean;
}

/** Sorts by title, like the service sorts readable bookmarks. */
export function sortByTitle(rows: readonly UnlockedRow[], isDescending: boolean): UnlockedRow[] {
  const order = orderBy('title', isDescending ? 'DESC' : 'ASC');
  return rows.toSorted((one, other) => order(one.keys, other.keys));
}

/** Returns the number of service rows below the group: all except those in the group. */
export const countOthers = (total: number, unlocked: readonly UnlockedRow[]): number =>
  Math.max(0, total - unlocked.filter(({ isAdded }) => !isAdded).length);

/**
 * Returns a list in title order with its unlocked bookmarks as a group at the top. The service sorts encrypted
 * bookmarks after all titles in either direction, so readable rows keep their order and their distance from the
 * group, and the locked ones, in the order of the service, are the last rows.
 */
export function groupRows(
  { total, rows }: PlacedRows,
  unlocked: readonly UnlockedRow[],
  locked: readonly Bookmark[],
): PlacedRows {
  const grouped = new Map(unlocked.map(({ bookmark }, place) => [place, bookmark]));
  const uuids = new Set(unlocked.map(({ bookmark }) => bookmark.uuid));
  const all = unlocked.length + countOthers(total, unlocked);
  for (const [place, row] of rows) {
    // For a moment after one was encrypted the service's page still has it readable.
    if (!row.encrypted && !uuids.has(row.uuid)) grouped.set(unlocked.length + place, row);
  }
  const firstLocked = all - locked.length;
  for (const [index, row] of locked.entries()) {
    if (firstLocked + index >= unlocked.length) grouped.set(firstLocked + index, row);
  }
  return { total: all, rows: grouped };
}

/** Returns the headings of a list with `size` unlocked bookmarks at its top, and others below if there are any. */
export function unlockedGroups(size: number): GroupsByPage {
  const groups: RowGroup[] = [...new Array<RowGroup>(size).fill('unlocked'), 'others'];
  const pages = new Map<number, readonly RowGroup[]>();
  for (let first = 0; first < groups.length; first += pageSize) {
    pages.set(first / pageSize + 1, groups.slice(first, first + pageSize));
  }
  return pages;
}

export interface UnlockedRowsProps extends Pick<SelectionState, 'setSelection'> {
  readonly source: BookmarkSource;
  /** The rows as the service returns them. */
  readonly list: RowPages;
  /** Receives the list with the unlocked rows; null if the list of the service is shown unchanged. */
  readonly onRows: (rows: RowPages | null) => void;
  /** Receives the number of rows in the list that the service does not return. */
  readonly onAdded?: ((count: number) => void) | undefined;
}

export interface PlacedRowsProps extends UnlockedRowsProps {
  readonly source: Exclude<BookmarkSource, { kind: 'search' }>;
  /** Null until the unlocked bookmarks of the list are known. */
  readonly decrypted: UnlockedList | null;
}
