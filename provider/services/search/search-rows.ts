import type { Parameters } from '@/provider/services/listing/parameters';
import type { Place } from '@/provider/services/search/hit';
import { isBehind, keyExpressions, orderBy, type Ordering } from '@/provider/services/search/ordering';
import type { SearchScope } from '@/provider/services/search/search-scope';

/** What narrows a scope beside what its rows are read from, after an `and` each. */
function bounds(
  { marks, from, before, collectionIds }: SearchScope,
  created: string,
  walkedId: string | null,
  parameters: Parameters,
): string {
  const conditions = [
    ...collectionIds
      .filter((id) => id !== walkedId)
      .map(
        (id) =>
          `b.id in (select bookmark_id from bookmark_collections where collection_id = ${parameters.add(id)})`,
      ),
    ...marks.map((mark) => `b.${mark}`),
    ...(from === null ? [] : [`${created} >= ${parameters.add(from)}::timestamptz`]),
    ...(before === null ? [] : [`${created} < ${parameters.add(before)}::timestamptz`]),
  ];
  return conditions.map((condition) => ` and ${condition}`).join('');
}

/** A scope's first bookmarks behind a place, read from an index that has them in that order. */
export function firstRows(
  scope: SearchScope,
  ordering: Ordering,
  limit: number,
  place: Place,
  parameters: Parameters,
): string {
  const keys = keyExpressions(ordering);
  const onwards = (columns: readonly string[], id: string): string =>
    place === null ? '' : ` and ${isBehind(place, { keys: columns, id }, ordering, parameters)}`;
  if (scope.walkedId !== null) {
    return `select b.* from bookmark_collections l join bookmarks b on b.id = l.bookmark_id
      where l.collection_id = ${parameters.add(scope.walkedId)} and l.live
        ${bounds(scope, 'l.created_at', scope.walkedId, parameters)}${onwards(['l.created_at'], 'l.bookmark_id')}
      order by ${orderBy(['l.created_at'], 'l.bookmark_id', ordering)} limit ${limit}`;
  }
  const ofSpace = (space: string): string => `select b.* from bookmarks b
    where b.space_id = ${space} and b.deleted_at is null
      ${bounds(scope, 'b.created_at', null, parameters)}${onwards(keys, 'b.id')}
    order by ${orderBy(keys, 'b.id', ordering)} limit ${limit}`;
  if (scope.spaceIds.length === 1) return ofSpace(parameters.add(scope.spaceIds[0]));
  return `select b.* from unnest(${parameters.add(scope.spaceIds)}::uuid[]) s (id)
    cross join lateral (${ofSpace('s.id')}) b order by ${orderBy(keys, 'b.id', ordering)} limit ${limit}`;
}

export interface Wanted {
  /** Over `bookmarks b`. */
  columns: string;
  /** What is read beside the bookmarks, before the condition; `space` is the space that is read. */
  from?: (space: string) => string;
  condition: string;
}

/**
 * Favorites are many, and so may the bookmarks be that have a word. The database brings two indexes together only where
 * no condition is common to both, so one index has them by account.
 */
function besideWords({ marks, spaceIds }: SearchScope, parameters: Parameters): string {
  if (!marks.includes('favorite')) return '';
  return ` and b.account_id = (select account_id from spaces where id = ${parameters.add(spaceIds[0])}::uuid)`;
}

/** The bookmarks of a scope that fulfil a condition, in no order. */
export function matchingRows(
  scope: SearchScope,
  { columns, from = () => '', condition }: Wanted,
  parameters: Parameters,
): string {
  const narrowed = bounds(scope, 'b.created_at', null, parameters) + besideWords(scope, parameters);
  const ofSpace = (space: string): string => `select ${columns} from bookmarks b ${from(space)}
    where b.space_id = ${space} and b.deleted_at is null and ${condition}${narrowed}`;
  if (scope.spaceIds.length === 1) return ofSpace(parameters.add(scope.spaceIds[0]));
  return `select m.* from unnest(${parameters.add(scope.spaceIds)}::uuid[]) s (id)
    cross join lateral (${ofSpace('s.id')}) m`;
}
