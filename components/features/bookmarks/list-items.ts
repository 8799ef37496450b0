import type { DayGroup } from '@/components/common/row-dates';

/** A heading between rows, or the index of a row in the whole list, counted from 0. */
export type ListItem = number | Heading;

/** Bookmarks of a day or a month; in title order, the unlocked ones and the others. */
export type RowGroup = DayGroup | 'unlocked' | 'others';

export interface Heading {
  readonly group: RowGroup;
  /** A group can have two headings while the rows between them are not loaded. */
  readonly key: string;
}

/** Groups of the rows of loaded pages, by page number, counted from 1. */
export type GroupsByPage = ReadonlyMap<number, readonly RowGroup[]>;

/**
 * Returns the items of a list of `total` rows: every index, loaded or not, and a heading before each row known
 * to start a group. Rows that are not loaded have no headings, since only the service has their dates.
 */
export function listItems(total: number, pageSize: number, groups: GroupsByPage): ListItem[] {
  const items: ListItem[] = [];
  let next = 0;
  for (const page of [...groups.keys()].sort((a, b) => a - b)) {
    const first = (page - 1) * pageSize;
    for (; next < first && next < total; next += 1) items.push(next);
    let before = first === 0 ? undefined : groups.get(page - 1)?.at(-1);
    const isKnownBefore = first === 0 || before !== undefined;
    for (const [index, group] of (groups.get(page) ?? []).entries()) {
      if (next >= total) break;
      if (group !== before && (isKnownBefore || index > 0)) items.push({ group, key: `${group}@${page}` });
      items.push(next);
      next += 1;
      before = group;
    }
  }
  for (; next < total; next += 1) items.push(next);
  return items;
}
