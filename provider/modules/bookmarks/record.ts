import { sql, type SQL } from 'drizzle-orm';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { CollectionRef } from '@/lib/contract/collections';
import { bookmarks, type BookmarkRow } from '@/provider/db/schema/library';
import { isoTime } from '@/provider/pagination';

/** Converts a bookmark to the response for its owner. */
export const presentBookmark = (record: BookmarkRecord): Bookmark => ({
  uuid: record.id,
  title: record.title,
  url: record.url,
  domain: record.domain,
  path: record.path,
  description: record.description,
  tags: record.tags,
  encrypted: record.encrypted,
  cipher: record.cipher,
  hint: record.hint,
  favorite: record.favorite,
  highlighted: record.highlighted,
  broken: record.broken,
  collections: record.collections ?? [],
  order: record.orderKey,
  visits: record.visits,
  createdAt: isoTime(record.createdAt),
  updatedAt: isoTime(record.updatedAt),
  lastAccessedAt: record.lastAccessedAt === null ? null : isoTime(record.lastAccessedAt),
  deletedAt: record.deletedAt === null ? null : isoTime(record.deletedAt),
});

/** A bookmark with its collections, as returned by every read. Times are UTC texts. */
export interface BookmarkRecord extends Pick<
  BookmarkRow,
  | 'id'
  | 'spaceId'
  | 'title'
  | 'url'
  | 'domain'
  | 'path'
  | 'description'
  | 'encrypted'
  | 'cipher'
  | 'hint'
  | 'favorite'
  | 'highlighted'
  | 'broken'
  | 'orderKey'
  | 'visits'
> {
  /** Comma-separated. */
  tags: string;
  createdAt: string;
  updatedAt: string;
  lastAccessedAt: string | null;
  deletedAt: string | null;
  collections: CollectionRef[] | null;
}

const utc = (column: 'createdAt' | 'updatedAt' | 'lastAccessedAt' | 'deletedAt'): SQL =>
  sql`(b.${sql.identifier(bookmarks[column].name)} at time zone 'UTC')::text as ${sql.identifier(column)}`;

/**
 * The path of `bookmarks b`, limited to the indexed length, which is far longer than a row displays. The full path is
 * part of the url, which a record also includes.
 */
export const shownPath = sql`left(b.path, 1000)`;

/**
 * The select list of a record over `bookmarks b`. Its collections are selected by a look-up in two primary keys, so
 * that a page of any size is one statement. Tags cannot contain commas: joining them here avoids parsing arrays in the
 * driver.
 */
export const recordColumns = sql`
  b.id, b.space_id as "spaceId", b.title, b.url, b.domain, ${shownPath} as path, b.description,
  array_to_string(b.tags, ',') as tags, b.encrypted, b.cipher, b.hint, b.favorite, b.highlighted, b.broken,
  b.order_key as "orderKey", b.visits, ${utc('createdAt')}, ${utc('updatedAt')},
  ${utc('lastAccessedAt')}, ${utc('deletedAt')},
  (select json_agg(json_build_object('uuid', c.id, 'name', c.name, 'color', c.color, 'security', c.security)
      order by c.natural_key, c.id)
    from bookmark_collections bc join collections c on c.account_id = bc.account_id and c.id = bc.collection_id
    where bc.account_id = b.account_id and bc.bookmark_id = b.id) as collections`;
