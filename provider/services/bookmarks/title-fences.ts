import type { Fences } from '@/lib/contract/schemas/bookmark';
import { encryptedTitleKey } from '@/lib/domain/search-vector';
import type { ProviderDeps } from '@/provider/deps';
import { filterConditions, type BookmarkFilters } from '@/provider/services/bookmarks/list-filters';
import { Parameters } from '@/provider/services/listing/parameters';

/** So many readable bookmarks stand from one fence up to the next. */
const every = 50;

/**
 * The titles of every fiftieth readable bookmark of a list in the order of titles. Who stands where is told from the
 * index alone where nothing narrows the list; only the titles that are answered are read. A bookmark without one stands
 * where its shown address does, so that is answered.
 */
export async function listFences(
  { db }: Pick<ProviderDeps, 'db'>,
  { spaceId, filters, sortOrder }: { spaceId: string; filters: BookmarkFilters; sortOrder: 'ASC' | 'DESC' },
): Promise<Fences> {
  const { encrypted = false, ...others } = filters;
  if (encrypted) return { every, total: 0, titles: [] };
  const parameters = new Parameters();
  const conditions = [
    ...filterConditions(spaceId, others, parameters),
    `b.title_key < ${parameters.add(encryptedTitleKey)}`,
  ];
  const { rows } = await db.$client.query<{ title: string; total: number }>(
    `select coalesce(nullif(b.title, ''), b.domain || b.path, '') as title, f.total from (
       select b.id, row_number() over (order by b.title_key ${sortOrder}, b.id ${sortOrder}) as place,
         (count(*) over ())::integer as total
       from bookmarks b where ${conditions.join(' and ')}) f
     join bookmarks b on b.id = f.id
     where f.place % ${every} = 1 and not b.encrypted order by f.place`,
    parameters.values,
  );
  return { every, total: rows[0]?.total ?? 0, titles: rows.map(({ title }) => title) };
}
