import { sql } from 'drizzle-orm';
import type { QueryOf } from '@/provider/middleware/handler';
import type { CurrentSpace, SpacesOfAccount } from '@/provider/actor';
import { executePrepared, type Executor } from '@/provider/db/client';

/** The scope of a search: some spaces of one account, or one collection. */
export interface SearchScope extends SpacesOfAccount {
  /** The collection that contains the bookmarks; null for whole spaces. */
  readonly collectionId: string | null;
  /** Maximum number of bookmarks in it, outside the trash. */
  readonly size: number;
}

export type ScopeRequest = Pick<QueryOf<'search.facets'>, 'space' | 'collection'>;

export interface FoundScope {
  scope: SearchScope;
  /** The query of the requested collection if it is a smart one; otherwise null. */
  smartQuery: string | null;
}

interface Row {
  id: string;
  spaceId: string;
  size: number;
  smartQuery: string | null;
}

/** Returns the scope of a search; null if the account has no such space, or no searched space the collection. */
export async function findScope(
  db: Executor,
  { accountId, spaceId }: CurrentSpace,
  { space, collection }: ScopeRequest,
): Promise<FoundScope | null> {
  const only = space === 'all' ? null : space === 'current' ? spaceId : space;
  const { rows } = await (collection === undefined
    ? executePrepared<Row>(
        db,
        'search-scope',
        sql`select id, id as "spaceId", bookmark_count as size, null as "smartQuery" from spaces
          where account_id = ${accountId} and (${only}::uuid is null or id = ${only})`,
      )
    : executePrepared<Row>(
        db,
        'search-scope-collection',
        sql`select c.id, c.space_id as "spaceId", c.smart ->> 'query' as "smartQuery",
            case when c.smart is null then c.bookmark_count else s.bookmark_count end as size
          from collections c join spaces s on s.account_id = c.account_id and s.id = c.space_id
          where c.account_id = ${accountId} and (${only}::uuid is null or c.space_id = ${only}) and c.id = ${collection}`,
      ));
  if (rows.length === 0) return null;
  const smartQuery = rows[0]?.smartQuery ?? null;
  return {
    scope: {
      accountId,
      spaceIds: [...new Set(rows.map((row) => row.spaceId))],
      collectionId: collection !== undefined && smartQuery === null ? collection : null,
      size: rows.reduce((sum, row) => sum + row.size, 0),
    },
    smartQuery,
  };
}
