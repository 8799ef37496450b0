import type { Bookmark } from '@/lib/contract/bookmarks';

/** The bookmark shown beside its list, in its last known state, and its index in the whole list. */
export interface PreviewPlace {
  readonly place: number;
  readonly bookmark: Bookmark;
}

/** A list of which only some rows are loaded. */
interface Rows {
  readonly rows: ReadonlyMap<number, Bookmark>;
  readonly total: number | null;
}

/**
 * Returns the preview after the list has changed: the same bookmark in its current state, or the one that has
 * replaced it; null if none is left. Rows that are not loaded change nothing.
 */
export function followList(at: PreviewPlace, { rows, total }: Rows): PreviewPlace | null {
  if (rows.get(at.place) === at.bookmark) return at;
  for (const [place, bookmark] of rows) {
    if (bookmark.uuid === at.bookmark.uuid) return { place, bookmark };
  }
  const place = Math.min(at.place, (total ?? 0) - 1);
  const replacement = rows.get(place);
  if (total === 0) return null;
  return replacement === undefined ? at : { place, bookmark: replacement };
}

/** Returns the next bookmark in a direction, if it is loaded. */
export function stepFrom({ place }: PreviewPlace, { rows }: Rows, by: 1 | -1): PreviewPlace | null {
  const bookmark = rows.get(place + by);
  return bookmark === undefined ? null : { place: place + by, bookmark };
}
