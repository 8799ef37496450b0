import type { QueryOf } from '@/provider/middleware/handler';
import { quoteLexeme, tagLexeme } from '@/lib/domain/search-words';
import type { Place } from '@/provider/actor';
import type { SqlParameters } from '@/provider/db/client';

/** What a smart collection matches, as SQL over `bookmarks b`. */
export interface SmartMatches {
  readonly condition: (parameters: SqlParameters) => string;
}

type NotFilters = 'sortField' | 'sortOrder' | 'page' | 'cursor' | 'size';

/** The filters of a list. A `collection` must be known to be in the space. */
export interface BookmarkFilters extends Omit<QueryOf<'bookmarks.list'>, NotFilters> {
  /** What `collection` matches where it is a smart one, which holds nothing by itself: see `resolveFilters`. */
  matches?: SmartMatches | undefined;
}

/** Parameters of a statement that hold the account and the space. */
interface PlaceParameters {
  account: string;
  space: string;
}

export const addPlace = ({ accountId, spaceId }: Place, parameters: SqlParameters): PlaceParameters => ({
  space: parameters.add(spaceId),
  account: parameters.add(accountId),
});

const defaultCollection = ({ account, space }: PlaceParameters): string =>
  `(select id from collections where account_id = ${account} and space_id = ${space} and is_default)`;

const flag = (column: string, wanted: boolean | undefined): string[] =>
  wanted === undefined ? [] : [wanted ? `b.${column}` : `not b.${column}`];

const inCollection = (account: string, collection: string): string =>
  `b.id in (select bookmark_id from bookmark_collections
    where account_id = ${account} and collection_id = ${collection})`;

const inAnother = (collection: string): string =>
  `exists (select 1 from bookmark_collections o
    where o.account_id = b.account_id and o.bookmark_id = b.id and o.collection_id <> ${collection})`;

function uncollected(place: PlaceParameters, wanted: boolean): string[] {
  const collection = defaultCollection(place);
  return wanted
    ? [inCollection(place.account, collection), `not ${inAnother(collection)}`]
    : [inAnother(collection)];
}

const bareHost = (domain: string): string =>
  domain
    .trim()
    .toLowerCase()
    .replace(/^www\./, '');

/** The conditions on `bookmarks b` that a list's filters stand for; the account and the space are the first of them. */
export function filterConditions(
  place: Place,
  filters: BookmarkFilters,
  parameters: SqlParameters,
): string[] {
  const placed = addPlace(place, parameters);
  const { collection, matches, domain, tag } = filters;
  return [
    `b.account_id = ${placed.account}`,
    `b.space_id = ${placed.space}`,
    filters.trash === true ? 'b.deleted_at is not null' : 'b.deleted_at is null',
    ...flag('favorite', filters.favorite),
    ...flag('highlighted', filters.highlighted),
    ...flag('encrypted', filters.encrypted),
    ...flag('broken', filters.broken),
    ...(filters.uncollected === undefined ? [] : uncollected(placed, filters.uncollected)),
    ...(matches === undefined ? [] : [matches.condition(parameters)]),
    ...(collection === undefined || matches
      ? []
      : [inCollection(placed.account, parameters.add(collection))]),
    ...(domain === undefined ? [] : [`b.domain = ${parameters.add(bareHost(domain))}`]),
    ...(tag === undefined ? [] : [`b.search @@ ${parameters.add(quoteLexeme(tagLexeme(tag)))}::tsquery`]),
  ];
}

/**
 * Where the database keeps the number of rows that the filters let through, as an expression; null where it has to
 * count them. One counter answers one filter: two at once have none.
 */
export function counterOf(place: Place, filters: BookmarkFilters, parameters: SqlParameters): string | null {
  const { trash, ...rest } = filters;
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  // A parameter that no counter needs would have no type.
  let added: PlaceParameters | undefined;
  const placed = (): PlaceParameters => (added ??= addPlace(place, parameters));
  const ofSpace = (expression: string): string =>
    `(select ${expression} from spaces where account_id = ${placed().account} and id = ${placed().space})`;
  if (given.length === 0) return ofSpace(trash === true ? 'trash_count' : 'bookmark_count');
  if (given.length > 1 || trash === true) return null;
  if (filters.favorite !== undefined) {
    return ofSpace(filters.favorite ? 'favorite_count' : 'bookmark_count - favorite_count');
  }
  if (filters.collection !== undefined) {
    return `(select bookmark_count from collections
      where account_id = ${parameters.add(place.accountId)} and id = ${parameters.add(filters.collection)})`;
  }
  if (filters.uncollected !== undefined) {
    const uncollectedCount = countUncollected(placed());
    return filters.uncollected ? uncollectedCount : `${ofSpace('bookmark_count')} - ${uncollectedCount}`;
  }
  if (filters.tag === undefined) return null;
  const key = `mw_tag_key(${parameters.add(filters.tag)})`;
  return `coalesce((select bookmark_count from tags where space_id = ${parameters.add(place.spaceId)} and key = ${key}), 0)`;
}

/**
 * Bookmarks that are in the default collection only. Those that are in others too are looked for from whichever side has
 * fewer links.
 */
const countUncollected = ({ account, space }: PlaceParameters): string => `(
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
  where d.account_id = ${account} and d.space_id = ${space} and d.is_default)::integer`;
