import type { Bookmark } from '@/lib/contract/bookmarks';

/** Index of a bookmark that is not among the loaded rows of its list. */
export const unlisted = -1;

/** The bookmark shown beside its list, in its last known state, and its index in the whole list, or `unlisted`. */
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
  const listed = placeIn({ rows }, at.bookmark.uuid);
  if (listed !== null) return listed;
  if (at.place === unlisted) return at;
  const place = Math.min(at.place, (total ?? 0) - 1);
  const replacement = rows.get(place);
  if (total === 0) return null;
  return replacement === undefined ? at : { place, bookmark: replacement };
}

/** Returns the next bookmark in a direction, if it is loaded. */
export function stepFrom({ place }: PreviewPlace, { rows }: Rows, by: 1 | -1): PreviewPlace | null {
  const bookmark = place === unlisted ? undefined : rows.get(place + by);
  return bookmark === undefined ? null : { place: place + by, bookmark };
}

/** Returns the place of a bookmark among the loaded rows; null if it is not there. */
export function placeIn({ rows }: Pick<Rows, 'rows'>, uuid: string): PreviewPlace | null {
  for (const [place, bookmark] of rows) if (bookmark.uuid === uuid) return { place, bookmark };
  return null;
}
