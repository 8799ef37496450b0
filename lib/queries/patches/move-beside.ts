import type { Input } from '@/lib/contract';

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
