import type { Import } from '@/lib/contract/schemas/import';

type Row = Import['rows'][number];
export type RowReason = Row['reason'];

/** How many rows each reason has, the most frequent first. */
export function countReasons(rows: readonly Pick<Row, 'reason'>[]): [RowReason, number][] {
  const counts = new Map<RowReason, number>();
  for (const { reason } of rows) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
