import type { Queryable } from '@/provider/db/transaction';
import { Problem } from '@/provider/problem';

const resolve = {
  name: 'resolve-collections',
  text: `select id, is_default as "isDefault", smart is not null as "isSmart" from collections
    where space_id = $1 and case when cardinality($2::uuid[]) = 0 then is_default else id = any($2::uuid[]) end`,
};

const unlink = {
  name: 'unlink-bookmark',
  text: `delete from bookmark_collections where bookmark_id = $1 and collection_id <> all ($2::uuid[])`,
};

const link = {
  name: 'link-bookmark',
  text: `insert into bookmark_collections (bookmark_id, collection_id, space_id, live, created_at)
    select b.id, c.id, b.space_id, b.deleted_at is null, b.created_at
    from bookmarks b cross join unnest($2::uuid[]) as c (id) where b.id = $1
    on conflict do nothing`,
};

/**
 * Puts a bookmark into exactly the collections that are named, or into the default one of its space when none is.
 * Throws NOT_FOUND unless each is a collection of the space, which must be locked, and SMART_COLLECTION for one that
 * gathers by itself.
 */
export async function replaceLinks(
  tx: Queryable,
  { id, spaceId }: { id: string; spaceId: string },
  named: readonly string[],
): Promise<void> {
  const wanted = [...new Set(named)];
  const { rows } = await tx.query<{ id: string; isDefault: boolean; isSmart: boolean }>({
    ...resolve,
    values: [spaceId, wanted],
  });
  if (rows.length < Math.max(wanted.length, 1)) throw new Problem('NOT_FOUND');
  if (rows.some(({ isSmart }) => isSmart)) throw new Problem('SMART_COLLECTION');
  // Where another one is named, the default one is none.
  const collections = rows.filter((row) => rows.length === 1 || !row.isDefault).map((row) => row.id);
  await tx.query({ ...unlink, values: [id, collections] });
  await tx.query({ ...link, values: [id, collections] });
}
