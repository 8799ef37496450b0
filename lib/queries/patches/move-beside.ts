import type { Input } from '@/lib/contract';
import type { SparseList } from '@/lib/queries/patches/bookmark-list';

/** Beside which row another one is placed: exactly one of the two is named. */
export type Placement = Input<'collections.order'>['body'];

/** Rows with one of them placed beside another; as they are where either is not among them. */
export function moveBeside<Row extends { readonly uuid: string }>(
  rows: readonly Row[],
  uuid: string,
  { after, before }: Placement,
): Row[] {
  const moved = rows.find((row) => row.uuid === uuid);
  const rest = rows.filter((row) => row !== moved);
  const anchor = rest.findIndex((row) => row.uuid === (after ?? before));
  if (moved === undefined || anchor < 0) return [...rows];
  return rest.toSpliced(after === undefined ? anchor : anchor + 1, 0, moved);
}

/**
 * A long list with one row placed beside another, those between them moved by one; as it is where either is not loaded.
 * A row that is moved to a place among those that are not loaded comes with its page.
 */
export function moveInList(list: SparseList, uuid: string, { after, before }: Placement): SparseList {
  const from = placeOf(list, uuid);
  const anchor = placeOf(list, after ?? before);
  if (from === null || anchor === null || from === anchor) return list;
  const behind = after === undefined ? anchor : anchor + 1;
  const to = behind > from ? behind - 1 : behind;
  const placeAfter = (place: number): number => {
    if (place === from) return to;
    if (place > from && place <= to) return place - 1;
    return place >= to && place < from ? place + 1 : place;
  };
  return { ...list, rows: new Map([...list.rows].map(([place, row]) => [placeAfter(place), row])) };
}

function placeOf({ rows }: SparseList, uuid: string | undefined): number | null {
  for (const [place, row] of rows) if (row.uuid === uuid) return place;
  return null;
}
