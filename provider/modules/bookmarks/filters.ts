import { sql, type SQL } from 'drizzle-orm';
import type { QueryOf } from '@/provider/middleware/handler';
import { flagNames } from '@/lib/bookmark/fields';
import { bareHost } from '@/lib/bookmark/scope';
import { quoteLexeme, tagLexeme } from '@/lib/domain/search-words';
import type { CurrentSpace } from '@/provider/actor';
import { toSql, type SqlParameters } from '@/provider/db/client';

/** Matches of a smart collection, as SQL over `bookmarks b`. */
export interface SmartMatches {
  readonly condition: (parameters: SqlParameters) => string;
}

type NotFilters = 'sortField' | 'sortOrder' | 'page' | 'cursor' | 'size';

/** Filters of a list. The caller has verified that `collection` is in the space. */
export interface BookmarkFilters extends Omit<QueryOf<'bookmarks.list'>, NotFilters> {
  /** Matches of `collection` if it is smart and therefore has no links: see `resolveFilters`. */
  matches?: SmartMatches | undefined;
}

const defaultCollection = ({ accountId, spaceId }: CurrentSpace): SQL =>
  sql`(select id from collections where account_id = ${accountId} and space_id = ${spaceId} and is_default)`;

const flag = (column: string, wanted: boolean | undefined): SQL[] => {
  const name = sql`b.${sql.identifier(column)}`;
  return wanted === undefined ? [] : [wanted ? name : sql`not ${name}`];
};

const inCollection = (accountId: string, collection: SQL): SQL =>
  sql`b.id in (select bookmark_id from bookmark_collections
    where account_id = ${accountId} and collection_id = ${collection})`;

const inAnother = (collection: SQL): SQL =>
  sql`exists (select 1 from bookmark_collections o
    where o.account_id = b.account_id and o.bookmark_id = b.id and o.collection_id <> ${collection})`;

function uncollected(place: CurrentSpace, wanted: boolean): SQL[] {
  const collection = defaultCollection(place);
  return wanted
    ? [inCollection(place.accountId, collection), sql`not ${inAnother(collection)}`]
    : [inAnother(collection)];
}

/** Returns the SQL conditions on `bookmarks b` for the filters of a list; account and space come first. */
export function filterConditions(place: CurrentSpace, filters: BookmarkFilters): SQL[] {
  const { collection, matches, domain, tag } = filters;
  return [
    sql`b.account_id = ${place.accountId}`,
    sql`b.space_id = ${place.spaceId}`,
    filters.trash === true ? sql`b.deleted_at is not null` : sql`b.deleted_at is null`,
    ...[...flagNames, ...(['encrypted', 'broken'] as const)].flatMap((name) => flag(name, filters[name])),
    ...(filters.read === undefined
      ? []
      : [filters.read ? sql`b.read_at is not null` : sql`b.read_at is null`]),
    ...(filters.uncollected === undefined ? [] : uncollected(place, filters.uncollected)),
    ...(matches === undefined ? [] : [toSql(matches.condition)]),
    ...(collection === undefined || matches ? [] : [inCollection(place.accountId, sql`${collection}`)]),
    ...(domain === undefined ? [] : [sql`b.domain = ${bareHost(domain)}`]),
    ...(tag === undefined ? [] : [sql`b.search @@ ${quoteLexeme(tagLexeme(tag))}::tsquery`]),
  ];
}

/**
 * Returns an expression for the stored number of rows that match the filters; null if they must be counted. A counter
 * covers a single filter, never a combination.
 */
export function counterOf({ accountId, spaceId }: CurrentSpace, filters: BookmarkFilters): SQL | null {
  const { trash, ...rest } = filters;
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  const ofSpace = (expression: SQL): SQL =>
    sql`(select ${expression} from spaces where account_id = ${accountId} and id = ${spaceId})`;
  if (given.length === 0) return ofSpace(trash === true ? sql`trash_count` : sql`bookmark_count`);
  if (given.length > 1 || trash === true) return null;
  if (filters.favorite !== undefined) {
    return ofSpace(filters.favorite ? sql`favorite_count` : sql`bookmark_count - favorite_count`);
  }
  if (filters.collection !== undefined) {
    return sql`(select bookmark_count from collections
      where account_id = ${accountId} and id = ${filters.collection})`;
  }
  if (filters.uncollected !== undefined) {
    const uncollectedCount = countUncollected({ accountId, spaceId });
    return filters.uncollected
      ? uncollectedCount
      : sql`${ofSpace(sql`bookmark_count`)} - ${uncollectedCount}`;
  }
  if (filters.tag === undefined) return null;
  return sql`coalesce((select bookmark_count from tags
    where space_id = ${spaceId} and key = mw_tag_key(${filters.tag})), 0)`;
}

/**
 * Counts bookmarks that are only in the default collection. Bookmarks that are in others too are found from the side
 * with fewer links.
 */
const countUncollected = ({ accountId, spaceId }: CurrentSpace): SQL => sql`(
  select case when others.count < d.bookmark_count
    then d.bookmark_count - (
      select count(distinct o.bookmark_id) from collections c
        join bookmark_collections o on o.account_id = c.account_id and o.collection_id = c.id and o.live
        join bookmark_collections l
          on l.account_id = o.account_id and l.bookmark_id = o.bookmark_id and l.collection_id = d.id
      where c.account_id = d.account_id and c.space_id = d.space_id and not c.is_default)
    else (
      select count(*) from bookmark_collections l
      where l.account_id = d.account_id and l.collection_id = d.id and l.live and not exists (
        select 1 from bookmark_collections o
        where o.account_id = l.account_id and o.bookmark_id = l.bookmark_id and o.collection_id <> d.id))
    end
  from collections d cross join lateral (
    select coalesce(sum(c.bookmark_count), 0) as count from collections c
    where c.account_id = d.account_id and c.space_id = d.space_id and not c.is_default) others
  where d.account_id = ${accountId} and d.space_id = ${spaceId} and d.is_default)::integer`;
