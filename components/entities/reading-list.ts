/** The list from which a bookmark was opened in the reader, as far as it was loaded. */
export interface ReadingList {
  /** Path of the list, and its title. */
  readonly href: string;
  readonly title: string;
  readonly total: number;
  /** Loaded bookmarks by their index in the list. */
  readonly places: readonly (readonly [place: number, uuid: string])[];
}

const key = 'markwell-reading-list';
const placesMax = 400;

/** Remembers the list in this tab, for the reader's way back and to the next bookmark. */
export function rememberReadingList(list: ReadingList, from: number): void {
  const near = list.places.filter(([place]) => Math.abs(place - from) <= placesMax / 2);
  try {
    window.sessionStorage.setItem(key, JSON.stringify({ ...list, places: near }));
  } catch {
    // Without storage, the reader has no list.
  }
}

/** Returns the list that was remembered last; null if there is none. */
export function readReadingList(): ReadingList | null {
  try {
    const list = JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as ReadingList | null;
    return list !== null && Array.isArray(list.places) && list.href.startsWith('/') ? list : null;
  } catch {
    return null;
  }
}

/** Returns where a bookmark is in a list, and its neighbors; null if the list does not have it. */
export function placeInList(
  { places }: ReadingList,
  uuid: string,
): { place: number; previous: string | null; next: string | null } | null {
  const found = places.find(([, one]) => one === uuid);
  if (found === undefined) return null;
  const [place] = found;
  const at = (wanted: number): string | null => places.find(([one]) => one === wanted)?.[1] ?? null;
  return { place, previous: at(place - 1), next: at(place + 1) };
}
