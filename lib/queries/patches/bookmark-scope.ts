import type { Input } from '@/lib/contract';
import type { Bookmark, BookmarkSortField } from '@/lib/contract/schemas/bookmark';
import { tagKey } from '@/lib/domain/tag-key';

/** What a list of bookmarks holds and in which order, as far as a browser can tell. */
export interface BookmarkScope {
  /** Whether a bookmark stands in the list; null where only the service can tell. */
  readonly holds: (bookmark: Bookmark) => boolean | null;
  /** The order of two rows; null where only the service knows it (relevance). */
  readonly compare: ((a: Bookmark, b: Bookmark) => number) | null;
  /** People put the rows in order themselves. */
  readonly isManual: boolean;
}

type ListQuery = NonNullable<Input<'bookmarks.list'>['query']>;
type Sort = Pick<ListQuery, 'sortField' | 'sortOrder'>;

const isManual = ({ sortField, sortOrder }: Sort): boolean => sortField === 'order' && sortOrder === 'ASC';
const isOn = (flag: boolean | 'true' | 'false' | undefined): boolean => flag === true || flag === 'true';
const isLive = (bookmark: Bookmark): boolean => bookmark.deletedAt === null;
const isIn = (bookmark: Bookmark, collection: string): boolean =>
  bookmark.collections.some((one) => one.uuid === collection);

export const listScope = (query: ListQuery = {}): BookmarkScope => ({
  compare: comparator(query),
  isManual: isManual(query),
  holds: (bookmark) => {
    if (isLive(bookmark) === isOn(query.trash)) return false;
    if (isOn(query.favorite) && !bookmark.favorite) return false;
    if (isOn(query.highlighted) && !bookmark.highlighted) return false;
    if (query.encrypted !== undefined && isOn(query.encrypted) !== bookmark.encrypted) return false;
    if (isOn(query.broken) && !bookmark.broken) return false;
    if (query.collection !== undefined && !isIn(bookmark, query.collection)) return false;
    if (query.domain !== undefined && bookmark.domain !== query.domain) return false;
    if (query.tag !== undefined && !hasTag(bookmark, query.tag)) return false;
    // Which collection is the default one does not stand in the row; several are never just that one.
    return isOn(query.uncollected) ? (bookmark.collections.length > 1 ? false : null) : true;
  },
});

export const collectionScope = (uuid: string, sort: Sort = {}): BookmarkScope => ({
  compare: comparator(sort),
  isManual: isManual(sort),
  holds: (bookmark) => isLive(bookmark) && isIn(bookmark, uuid),
});

/** A smart collection: only the service can tell what it gathers. */
export const gatheredScope = (sort: Sort = {}): BookmarkScope => ({
  compare: comparator(sort),
  isManual: false,
  holds: (bookmark) => (isLive(bookmark) ? null : false),
});

export const searchScope: BookmarkScope = {
  compare: null,
  isManual: false,
  holds: (bookmark) => (isLive(bookmark) ? null : false),
};

const hasTag = (bookmark: Bookmark, tag: string): boolean =>
  bookmark.tags.split(',').some((one) => tagKey(one.trim()) === tagKey(tag));

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const ascending: Record<BookmarkSortField, (a: Bookmark, b: Bookmark) => number> = {
  created_at: (a, b) => byCodeUnit(a.createdAt, b.createdAt),
  title: (a, b) => (a.title ?? '').localeCompare(b.title ?? ''),
  last_accessed: (a, b) => byCodeUnit(a.lastAccessedAt ?? '', b.lastAccessedAt ?? ''),
  order: (a, b) => byCodeUnit(a.order, b.order),
};

function comparator({ sortField = 'created_at', sortOrder = 'DESC' }: Sort) {
  const compare = ascending[sortField];
  // What has no title that the service could read stands behind all others, in either direction.
  const behind = (a: Bookmark, b: Bookmark) =>
    sortField === 'title' ? Number(a.encrypted) - Number(b.encrypted) : 0;
  return (a: Bookmark, b: Bookmark) => behind(a, b) || (sortOrder === 'ASC' ? compare(a, b) : compare(b, a));
}
