import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const spaces = pgTable('spaces', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  isDefault: boolean('is_default').notNull(),
  bookmarkCount: integer('bookmark_count').notNull().default(0),
  favoriteCount: integer('favorite_count').notNull().default(0),
  trashCount: integer('trash_count').notNull().default(0),
  collectionCount: integer('collection_count').notNull().default(0),
  /** Of its bookmarks. See [Note: Storage quota]. */
  storedBytes: bigint('stored_bytes', { mode: 'number' }).notNull().default(0),
  /** See [Note: Revision]. */
  revision: bigint('revision', { mode: 'number' }).notNull().default(0),
  createdAt: time('created_at').notNull(),
  lastActivityAt: time('last_activity_at').notNull(),
});
export type SpaceRow = typeof spaces.$inferSelect;

/** Attributes of an imported bookmark or folder that only an export needs again. */
export type ImportedExtra = Record<string, string>;

export const collections = pgTable('collections', {
  id: uuid('id').primaryKey(),
  spaceId: uuid('space_id').notNull(),
  accountId: uuid('account_id').notNull(),
  name: text('name').notNull(),
  nameKey: text('name_key').generatedAlwaysAs('mw_fold(left(name, 200))'),
  description: text('description').notNull(),
  color: text('color').notNull(),
  security: smallint('security').notNull().$type<0 | 1>(),
  isDefault: boolean('is_default').notNull(),
  slug: text('slug').notNull(),
  smart: jsonb('smart').$type<{ query: string }>(),
  smartCount: integer('smart_count').notNull().default(0),
  smartRevision: bigint('smart_revision', { mode: 'number' }),
  smartCountedFor: text('smart_counted_for'),
  /** Search engines may list it; false unless it is public. */
  listed: boolean('listed').notNull().default(false),
  /** See [Note: What is shown]. */
  shownCount: integer('shown_count'),
  shownAt: time('shown_at'),
  /** Folders of the imported file that this collection stands for, outermost first. */
  sourcePath: text('source_path').array(),
  extra: jsonb('extra').$type<ImportedExtra>(),
  bookmarkCount: integer('bookmark_count').notNull().default(0),
  orderKey: text('order_key').notNull(),
  importId: uuid('import_id'),
  lastAccessedAt: time('last_accessed_at'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});
export type CollectionRow = typeof collections.$inferSelect;

export const bookmarks = pgTable('bookmarks', {
  id: uuid('id').primaryKey(),
  spaceId: uuid('space_id').notNull(),
  accountId: uuid('account_id').notNull(),
  title: text('title'),
  url: text('url'),
  /** Hash of the normalised url: equal for links that lead to the same page. */
  urlKey: uuid('url_key'),
  domain: text('domain'),
  path: text('path'),
  description: text('description'),
  tags: text('tags').array().notNull(),
  encrypted: boolean('encrypted').notNull(),
  cipher: text('cipher'),
  hint: text('hint'),
  favorite: boolean('favorite').notNull(),
  highlighted: boolean('highlighted').notNull(),
  broken: boolean('broken').notNull().default(false),
  orderKey: text('order_key').notNull(),
  visits: integer('visits').notNull().default(0),
  extra: jsonb('extra').$type<ImportedExtra>(),
  importId: uuid('import_id'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  lastAccessedAt: time('last_accessed_at'),
  deletedAt: time('deleted_at'),
  /** With `search`, written by `searchColumns`: see [Note: Search columns]. */
  titleKey: text('title_key').notNull(),
  search: searchVector('search'),
  type: text('type'),
  indexVersion: smallint('index_version').notNull().default(0),
  /** See [Note: Storage quota]. */
  storedBytes: integer('stored_bytes')
    .notNull()
    .generatedAlwaysAs(sql`400 + octet_length(title)`),
});
export type BookmarkRow = typeof bookmarks.$inferSelect;

export const bookmarkCollections = pgTable(
  'bookmark_collections',
  {
    bookmarkId: uuid('bookmark_id').notNull(),
    collectionId: uuid('collection_id').notNull(),
    spaceId: uuid('space_id').notNull(),
    /** False while the bookmark is in the trash. */
    live: boolean('live').notNull(),
    /** The bookmark's own creation time, so that a collection is listed from this index alone. */
    createdAt: time('created_at').notNull(),
    importId: uuid('import_id'),
  },
  (table) => [primaryKey({ columns: [table.bookmarkId, table.collectionId] })],
);

export const tags = pgTable(
  'tags',
  {
    spaceId: uuid('space_id').notNull(),
    /** Equal for spellings that are the same tag. */
    key: text('key').notNull(),
    name: text('name').notNull(),
    /** Folded words, each after a space. */
    words: text('words').generatedAlwaysAs('mw_fold(name)'),
    bookmarkCount: integer('bookmark_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.key] })],
);
