import type { Database } from '@/provider/db/client';
import { Parameters } from '@/provider/services/listing/parameters';
import type { SearchScope } from '@/provider/services/search/search-scope';

/** How many marked bookmarks are counted; of more it is enough to know that they are many. */
const countedMax = 20_000;

/** How many bookmarks a scope holds at the most. Where it is narrowed, counters and small indexes know better. */
export async function measureSize(
  { $client }: Database,
  { spaceIds, collectionIds, marks, size }: SearchScope,
): Promise<number> {
  if (collectionIds.length === 0 && marks.length === 0) return size;
  const parameters = new Parameters();
  const spaces = parameters.add(spaceIds);
  const sizes = [
    `${parameters.add(size)}::integer`,
    ...collectionIds.map((id) => `(select bookmark_count from collections where id = ${parameters.add(id)})`),
    ...marks.map((mark) =>
      mark === 'favorite'
        ? `(select sum(favorite_count)::integer from spaces where id = any (${spaces}::uuid[]))`
        : `(select count(*)::integer from (select from bookmarks b where b.space_id = any (${spaces}::uuid[])
            and b.${mark} and b.deleted_at is null limit ${countedMax}) m)`,
    ),
  ];
  const { rows } = await $client.query<{ size: number }>({
    text: `select least(${sizes.join(', ')}) as size where ${spaces}::uuid[] is not null`,
    values: parameters.values,
  });
  return rows[0]?.size ?? size;
}

/** How many bookmarks lie between the dates of a scope, if they lie as close as the newest ones do. */
export function estimateSize(
  { from, before }: SearchScope,
  size: number,
  looked: number,
  since: string | null,
): number {
  if (from === null || since === null) return size;
  const oldest = Date.parse(`${since.replace(' ', 'T')}Z`);
  const newest = before?.getTime() ?? Date.now();
  const share = (newest - from.getTime()) / Math.max(newest - oldest, 1);
  return Math.round(Math.min(Math.max(looked * share, looked), size));
}
