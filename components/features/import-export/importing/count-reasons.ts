import type { Import, ImportRowReason } from '@/lib/contract/schemas/import';

type Row = Pick<Import['rows'][number], 'reasons'>;

/** How many rows have each reason, the most frequent first. */
export function countReasons(rows: readonly Row[]): [ImportRowReason, number][] {
  const counts = new Map<ImportRowReason, number>();
  for (const reason of rows.flatMap(({ reasons }) => reasons))
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
