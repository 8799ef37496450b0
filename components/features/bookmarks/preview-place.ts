import type { Bookmark } from '@/lib/contract/bookmarks';

/** The bookmark that is shown beside its list, as it was last seen there, and its place in the whole list. */
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
 * What is shown after the list has changed: the same bookmark as it stands now, or the one that has taken its place;
 * null where nothing is left. Rows that are not loaded change nothing.
 */
export function followList(at: PreviewPlace, { rows, total }: Rows): PreviewPlace | null {
  if (rows.get(at.place) === at.bookmark) return at;
  for (const [place, bookmark] of rows) {
    if (bookmark.uuid === at.bookmark.uuid) return { place, bookmark };
  }
  const place = Math.min(at.place, (total ?? 0) - 1);
  const heir = rows.get(place);
  if (total === 0) return null;
  return heir === undefined ? at : { place, bookmark: heir };
}

/** The next bookmark in a direction, as far as rows are loaded. */
export function stepFrom({ place }: PreviewPlace, { rows }: Rows, by: 1 | -1): PreviewPlace | null {
  const bookmark = rows.get(place + by);
  return bookmark === undefined ? null : { place: place + by, bookmark };
}
