import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';
import { isoTime } from '@/provider/services/listing/iso-time';

/** A bookmark as its owner sees it. */
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
