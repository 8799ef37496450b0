import type { BookmarkSortField } from '@/lib/contract/schemas/bookmark';
import { encryptedTitleKey } from '@/lib/domain/search-vector';
import type { BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';
import { filterConditions, type BookmarkFilters } from '@/provider/services/bookmarks/list-filters';
import type { CursorValues } from '@/provider/services/listing/cursor';
import type { Parameters } from '@/provider/services/listing/parameters';

export interface BookmarkSorting {
  sortField: BookmarkSortField;
  sortOrder: 'ASC' | 'DESC';
}

/** The rows of a list in SQL: where they come from, which of them, and the two expressions that order them. */
export interface ListSource {
  from: string;
  conditions: string[];
  /** Sort expression and tie-break; both run in the same direction. */
  keys: readonly [string, string];
}

const time = (place: string): string => `(${place}::timestamp at time zone 'UTC')`;
const text = (place: string): string => place;

interface Sort {
  key: string;
  /** Reads a value of a cursor back. */
  read: (place: string) => string;
  /** The value of a row, for the cursor that goes on behind it. */
  valueOf: (row: SortedRow) => string;
}

/** A row of a list; its title key is there when the list is sorted by it. */
export type SortedRow = BookmarkRecord & { titleKey?: string };

const sorts: Record<BookmarkSortField, Sort> = {
  created_at: { key: 'b.created_at', read: time, valueOf: (row) => row.createdAt },
  title: { key: 'b.title_key', read: text, valueOf: (row) => row.titleKey ?? '' },
  last_accessed: {
    key: `coalesce(b.last_accessed_at, '-infinity'::timestamptz)`,
    read: time,
    valueOf: (row) => row.lastAccessedAt ?? '-infinity',
  },
  order: { key: 'b.order_key', read: text, valueOf: (row) => row.orderKey },
};

/** The collection whose links already lie in the order of creation: a list of it by date is read from them alone. */
function drivingCollection(filters: BookmarkFilters, { sortField }: BookmarkSorting): boolean {
  if (sortField !== 'created_at' || filters.gathered !== undefined) return false;
  return filters.collection !== undefined || filters.uncollected === true;
}

export function listSource(
  spaceId: string,
  filters: BookmarkFilters,
  sorting: BookmarkSorting,
  parameters: Parameters,
): ListSource {
  if (!drivingCollection(filters, sorting)) {
    return {
      from: 'bookmarks b',
      conditions: filterConditions(spaceId, filters, parameters),
      keys: [sorts[sorting.sortField].key, 'b.id'],
    };
  }
  const { collection, ...others } = filters;
  const conditions = filterConditions(spaceId, collection === undefined ? filters : others, parameters);
  const driver =
    collection === undefined
      ? `(select id from collections where space_id = $1 and is_default)`
      : parameters.add(collection);
  return {
    from: 'bookmark_collections bc join bookmarks b on b.id = bc.bookmark_id',
    conditions: [
      ...conditions,
      `bc.collection_id = ${driver}`,
      filters.trash === true ? 'not bc.live' : 'bc.live',
    ],
    keys: ['bc.created_at', 'bc.bookmark_id'],
  };
}

/**
 * A title that nobody can read has no place among the others, so it stands behind them from Z to A too. Its key is the
 * greatest, so such a list is read in two parts of one index, one behind the other: these are their conditions, of which
 * those that lie in front of the cursor, or can hold nothing, are left out. Every other list is one part.
 */
export function partsOf(
  { encrypted, tag, domain, broken }: BookmarkFilters,
  { sortField, sortOrder }: BookmarkSorting,
  place: CursorValues | null,
): readonly [readonly string[], ...(readonly string[])[]] {
  // What these ask for is known of none that is encrypted.
  const isOneKind = [encrypted, tag, domain].some((filter) => filter !== undefined) || broken === true;
  if (sortField !== 'title' || sortOrder === 'ASC' || isOneKind) return [[]];
  const locked = [`b.title_key >= '${encryptedTitleKey}'`];
  if (place === null) return [[`b.title_key < '${encryptedTitleKey}'`], locked];
  // Behind a title are titles. To say so again would have the index read from the last title on instead of from there.
  return String(place[0]).startsWith(encryptedTitleKey) ? [locked] : [[], locked];
}

/** What a list reads of its rows beside the record. */
export const sortColumn = ({ sortField }: BookmarkSorting): string =>
  sortField === 'title' ? 'b.title_key as "titleKey", ' : '';

export const sortValue = ({ sortField }: BookmarkSorting, row: SortedRow): string =>
  sorts[sortField].valueOf(row);

/** Rows behind the cursor, in the direction of the sort. */
export function behind(
  { keys }: ListSource,
  { sortField, sortOrder }: BookmarkSorting,
  [value, id]: CursorValues,
  parameters: Parameters,
): string {
  const sign = sortOrder === 'ASC' ? '>' : '<';
  const place = sorts[sortField].read(parameters.add(value));
  return `(${keys.join(', ')}) ${sign} (${place}, ${parameters.add(id)})`;
}

/** The keys of a list once its rows are found. */
export const rowKeys = ({ sortField }: BookmarkSorting): ListSource['keys'] => [sorts[sortField].key, 'b.id'];

export const orderBy = (keys: ListSource['keys'], { sortOrder }: BookmarkSorting): string =>
  keys.map((key) => `${key} ${sortOrder}`).join(', ');
