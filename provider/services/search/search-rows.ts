import type { Parameters } from '@/provider/services/listing/parameters';
import type { Place } from '@/provider/services/search/hit';
import type { SearchScope } from '@/provider/services/search/search-scope';

/** `h.created_at` as a hit carries it. */
export const printedTime = `(h.created_at at time zone 'UTC')::text as "createdAt"`;

/** Rows behind a place in the order of date, as a further condition. */
export function behind(place: Place, keys: string, parameters: Parameters): string {
  if (place === null) return '';
  const time = `(${parameters.add(place.createdAt)}::timestamp at time zone 'UTC')`;
  return ` and (${keys}) < (${time}, ${parameters.add(place.id)})`;
}

const columns = 'b.id, b.created_at, b.search';

/** A scope's newest bookmarks behind a place, read from an index that has them in that order. */
export function newestRows(scope: SearchScope, limit: number, place: Place, parameters: Parameters): string {
  if (scope.collectionId !== null) {
    return `select ${columns} from bookmark_collections l join bookmarks b on b.id = l.bookmark_id
      where l.collection_id = ${parameters.add(scope.collectionId)} and l.live
        ${behind(place, 'l.created_at, l.bookmark_id', parameters)}
      order by l.created_at desc, l.bookmark_id desc limit ${limit}`;
  }
  const ofSpace = (space: string): string => `select ${columns} from bookmarks b
    where b.space_id = ${space} and b.deleted_at is null ${behind(place, 'b.created_at, b.id', parameters)}
    order by b.created_at desc, b.id desc limit ${limit}`;
  if (scope.spaceIds.length === 1) return ofSpace(parameters.add(scope.spaceIds[0]));
  return `select ${columns} from unnest(${parameters.add(scope.spaceIds)}::uuid[]) s (id)
    cross join lateral (${ofSpace('s.id')}) b order by b.created_at desc, b.id desc limit ${limit}`;
}

/** The bookmarks of a scope that fulfil a condition, found by the index of words. */
export function matchingRows(scope: SearchScope, condition: string, parameters: Parameters): string {
  const inCollection =
    scope.collectionId === null
      ? ''
      : ` and b.id in (select bookmark_id from bookmark_collections where collection_id = ${parameters.add(scope.collectionId)})`;
  const ofSpace = (space: string): string => `select ${columns} from bookmarks b
    where b.space_id = ${space} and b.deleted_at is null and ${condition}${inCollection}`;
  if (scope.spaceIds.length === 1) return ofSpace(parameters.add(scope.spaceIds[0]));
  return `select b.* from unnest(${parameters.add(scope.spaceIds)}::uuid[]) s (id)
    cross join lateral (${ofSpace('s.id')}) b`;
}
