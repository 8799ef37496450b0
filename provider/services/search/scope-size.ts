import type { Database } from '@/provider/db/client';
import { Parameters } from '@/provider/services/listing/parameters';
import type { SearchScope } from '@/provider/services/search/search-scope';

export interface ScopeSize {
  /** Bookmarks in it at the most. */
  size: number;
  /** When the first bookmark was created, where only an end is asked for. */
  since: Date | null;
}

/** How many marked bookmarks are counted; of more it is enough to know that they are many. */
const countedMax = 20_000;

/** How many bookmarks a scope holds at the most. Where it is narrowed, counters and small indexes know better. */
export async function measureSize(
  { $client }: Database,
  { spaceIds, collectionIds, marks, size, from, before }: SearchScope,
): Promise<ScopeSize> {
  const needsFirst = from === null && before !== null;
  if (collectionIds.length === 0 && marks.length === 0 && !needsFirst) return { size, since: from };
  const parameters = new Parameters();
  const spaces = `${parameters.add(spaceIds)}::uuid[]`;
  const sizes = [
    `${parameters.add(size)}::integer`,
    ...collectionIds.map((id) => `(select bookmark_count from collections where id = ${parameters.add(id)})`),
    ...marks.map((mark) =>
      mark === 'favorite'
        ? `(select sum(favorite_count)::integer from spaces where id = any (${spaces}))`
        : `(select count(*)::integer from (select from bookmarks b where b.space_id = any (${spaces})
            and b.${mark} and b.deleted_at is null limit ${countedMax}) m)`,
    ),
  ];
  const first = `select min(f.created_at) from unnest(${spaces}) s (id) cross join lateral (
    select b.created_at from bookmarks b where b.space_id = s.id and b.deleted_at is null
    order by b.created_at limit 1) f`;
  const { rows } = await $client.query<ScopeSize>({
    text: `select least(${sizes.join(', ')}) as size, (${needsFirst ? first : 'select null::timestamptz'}) as since
      where ${spaces} is not null`,
    values: parameters.values,
  });
  return { size: rows[0]?.size ?? size, since: from ?? rows[0]?.since ?? null };
}

/** How many bookmarks lie between the dates of a scope, if they lie as close as the newest ones do. */
export function estimateSize(
  { from, before }: SearchScope,
  { size, since }: ScopeSize,
  looked: { count: number; since: string | null },
): number {
  if ((from === null && before === null) || since === null || looked.since === null) return size;
  const oldest = Date.parse(`${looked.since.replace(' ', 'T')}Z`);
  const newest = before?.getTime() ?? Date.now();
  const share = (newest - since.getTime()) / Math.max(newest - oldest, 1);
  return Math.round(Math.min(Math.max(looked.count * share, looked.count), size));
}
