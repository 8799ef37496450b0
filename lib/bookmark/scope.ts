import type { Input } from '@/lib/contract';
import type { Bookmark, BookmarkSortField } from '@/lib/contract/bookmarks';
import type { SortOrder } from '@/lib/contract/primitives';
import type { QuerySort } from '@/lib/domain/query/query';
import { encryptedTitleKey, titleKey } from '@/lib/domain/search-words';
import { tagKey } from '@/lib/domain/tag-key';
import { parseTags } from '@/lib/domain/tags';

/** What bookmarks are sorted by, in lists and in search results. */
export interface SortKeys {
  readonly id: string;
  /** In milliseconds, like `lastVisitedAt`. */
  readonly createdAt: number;
  readonly lastVisitedAt: number | null;
  readonly visits: number;
  /** Of the decrypted title, if the bookmark is unlocked. */
  readonly titleKey: string;
  /** The place in the manual order. */
  readonly order: string;
}

/** Comparator: less than 0 if the first comes before the second, never 0 for two bookmarks. */
export type Order<Keys = SortKeys> = (one: Keys, other: Keys) => number;

const keysOfRows = new WeakMap<Bookmark, SortKeys>();

/** Returns the sort keys of a row; cached, because folding a title takes longer than comparing two. */
export function sortKeysOf(row: Bookmark): SortKeys {
  const cached = keysOfRows.get(row);
  if (cached) return cached;
  const { title, domain, path } = row;
  const keys = {
    id: row.uuid,
    createdAt: Date.parse(row.createdAt),
    lastVisitedAt: row.lastAccessedAt === null ? null : Date.parse(row.lastAccessedAt),
    visits: row.visits,
    titleKey:
      row.encrypted && title === null
        ? encryptedTitleKey
        : titleKey({ title: title ?? '', domain: domain ?? '', path: path ?? '' }),
    order: row.order,
  };
  keysOfRows.set(row, keys);
  return keys;
}

/** Compares texts like the database with `collate "C"`: by code points instead of UTF-16 code units. */
function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    if (one.charCodeAt(at) === other.charCodeAt(at)) continue;
    return rankOfUnit(one.charCodeAt(at)) - rankOfUnit(other.charCodeAt(at));
  }
  return one.length - other.length;
}

/** Sorts surrogates after all other UTF-16 code units, to match the order of code points. */
const rankOfUnit = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);

// Earlier than any date.
const never = -8.64e15;

const ascending: Readonly<Record<BookmarkSortField | 'visits', Order>> = {
  created_at: (one, other) => one.createdAt - other.createdAt,
  title: (one, other) => compareCodePoints(one.titleKey, other.titleKey),
  last_accessed: (one, other) => (one.lastVisitedAt ?? never) - (other.lastVisitedAt ?? never),
  order: (one, other) => compareCodePoints(one.order, other.order),
  visits: (one, other) => one.visits - other.visits || one.createdAt - other.createdAt,
};

const isUnreadable = (keys: SortKeys): boolean => keys.titleKey === encryptedTitleKey;

/** Returns the order by a field. Ties are sorted by id; titles that cannot be read come last in both directions. */
export function orderBy(field: keyof typeof ascending, direction: SortOrder): Order {
  const compare = ascending[field];
  const sign = direction === 'ASC' ? 1 : -1;
  return (one, other) => {
    const readableFirst = field === 'title' ? Number(isUnreadable(one)) - Number(isUnreadable(other)) : 0;
    return readableFirst || sign * (compare(one, other) || compareCodePoints(one.id, other.id));
  };
}

type ListQuery = NonNullable<Input<'bookmarks.list'>['query']>;
type Sort = Pick<ListQuery, 'sortField' | 'sortOrder'>;
type Filter = Omit<ListQuery, keyof Sort | 'page' | 'cursor' | 'size'>;

/** Membership and order of a list of bookmarks, as far as they can be computed without the service. */
export interface BookmarkScope {
  /** Whether a bookmark is in the list; null if only the service can decide. */
  readonly holds: (bookmark: Bookmark) => boolean | null;
  /** Compares two rows; null if only the service can order them (relevance). */
  readonly compare: Order<Bookmark> | null;
  /** Whether the user orders the rows manually. */
  readonly isManual: boolean;
}

/** Scope of a list whose order does not depend on the service. */
export interface ListScope extends BookmarkScope {
  readonly compare: Order<Bookmark>;
}

const sortedScope = (
  { sortField = 'created_at', sortOrder = 'DESC' }: Sort,
  holds: BookmarkScope['holds'],
): ListScope => {
  const order = orderBy(sortField, sortOrder);
  return {
    holds,
    compare: (one, other) => order(sortKeysOf(one), sortKeysOf(other)),
    isManual: sortField === 'order' && sortOrder === 'ASC',
  };
};

/**
 * Scope of a list of the service, with its filters and sort order. Rows do not include which collection is the default
 * one: without `defaultCollection`, only the service can tell which bookmarks are uncategorized.
 */
export const listScope = (query: Filter & Sort = {}, defaultCollection?: string): ListScope =>
  sortedScope(query, (bookmark) => isListed(bookmark, query, defaultCollection));

/** Scope of a smart collection: only the service can decide which bookmarks match. */
export const smartScope = (sort: Sort = {}): ListScope => sortedScope(sort, searchScope.holds);

/** Scope of the results of a search. */
export const searchScope: BookmarkScope = {
  compare: null,
  isManual: false,
  holds: (bookmark) => (isLive(bookmark) ? null : false),
};

const isLive = ({ deletedAt }: Bookmark): boolean => deletedAt === null;
const isOn = (flag: boolean | 'true' | 'false'): boolean => flag === true || flag === 'true';

function isListed(bookmark: Bookmark, query: Filter, defaultCollection?: string): boolean | null {
  const { collection, domain, tag, uncollected, trash = false } = query;
  if (isLive(bookmark) === isOn(trash)) return false;
  // A filter with the name of a flag.
  for (const [name, wanted] of Object.entries(query)) {
    const flag = bookmark[name as keyof Bookmark];
    if (typeof flag === 'boolean' && wanted !== undefined && isOn(wanted as boolean) !== flag) return false;
  }
  if (query.read !== undefined && isOn(query.read) !== (bookmark.readAt !== null)) return false;
  if (collection !== undefined && !bookmark.collections.some(({ uuid }) => uuid === collection)) return false;
  if (domain !== undefined && bookmark.domain !== bareHost(domain)) return false;
  if (tag !== undefined && !parseTags(bookmark.tags).some((one) => tagKey(one) === tagKey(tag))) return false;
  if (uncollected === undefined) return true;
  const isUncollected = isOnlyIn(bookmark, defaultCollection);
  return isUncollected === null ? null : isUncollected === isOn(uncollected);
}

/** Whether a bookmark is in no other collection than the default one; null if that is not known. */
function isOnlyIn({ collections }: Bookmark, defaultCollection: string | undefined): boolean | null {
  if (collections.length > 1) return false;
  return defaultCollection === undefined ? null : collections.every(({ uuid }) => uuid === defaultCollection);
}

/** Returns the host of a filter as bookmarks have it: lower-case, without `www`. */
export const bareHost = (domain: string): string =>
  domain
    .trim()
    .toLowerCase()
    .replace(/^www\./, '');

/** The sort keys of a search hit. */
export interface RankedHit extends SortKeys {
  /** Best is highest. */
  readonly score: number;
}

const orders: Readonly<Record<Exclude<QuerySort, 'relevance'>, Order>> = {
  newest: orderBy('created_at', 'DESC'),
  oldest: orderBy('created_at', 'ASC'),
  title: orderBy('title', 'ASC'),
  visited: orderBy('last_accessed', 'DESC'),
  visits: orderBy('visits', 'DESC'),
};

/** Returns the order of a query's hits: by score, or by the requested sort order, which ignores scores. */
export function orderOfHits(sort: QuerySort | null): Order<RankedHit> {
  if (sort !== null && sort !== 'relevance') return orders[sort];
  return (one, other) => other.score - one.score || orders.newest(one, other);
}
