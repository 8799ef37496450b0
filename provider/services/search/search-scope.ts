import type { Actor } from '@/provider/actor';
import type { Database } from '@/provider/db/client';

/** Where is searched: some spaces of one account, or one collection of one of them. */
export interface SearchScope {
  spaceIds: readonly string[];
  collectionId: string | null;
  /** Bookmarks in it, outside the trash. */
  size: number;
}

export interface ScopeRequest {
  space: 'current' | 'all';
  collection?: string | undefined;
}

/** The scope of a search; null when the collection is not in the spaces that are searched. */
export async function findScope(
  { $client }: Database,
  { accountId, spaceId }: Actor,
  { space, collection }: ScopeRequest,
): Promise<SearchScope | null> {
  const { rows } = await $client.query<{ id: string; spaceId: string; size: number }>(
    collection === undefined
      ? {
          name: 'search-scope',
          text: `select id, id as "spaceId", bookmark_count as size from spaces
            where account_id = $1 and ($2::uuid is null or id = $2)`,
          values: [accountId, space === 'all' ? null : spaceId],
        }
      : {
          name: 'search-scope-collection',
          text: `select id, space_id as "spaceId", bookmark_count as size from collections
            where account_id = $1 and ($2::uuid is null or space_id = $2) and id = $3`,
          values: [accountId, space === 'all' ? null : spaceId, collection],
        },
  );
  if (collection !== undefined && rows.length === 0) return null;
  return {
    spaceIds: [...new Set(rows.map((row) => row.spaceId))],
    collectionId: collection ?? null,
    size: rows.reduce((sum, row) => sum + row.size, 0),
  };
}
