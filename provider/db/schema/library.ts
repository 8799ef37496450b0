import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  foreignKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { byteOrderedText, descending, searchVector, time } from './columns';
import type { StoredCover } from './covers';

/**
 * [Note: Counters] Counts that are shown beside a list (bookmarks of a space, of a collection, of a tag) are maintained
 * by statement triggers: counting 100,000 rows for every page would cost more than the page. A trigger receives every
 * change, and a bulk change costs one update per counter. Counters are locked in one order: space, tags, collections. A
 * change of counted rows locks the row of the space first (`lockSpace`), so that writers of one space are serialized
 * and cannot deadlock. An import would hold those rows for as long as it writes: it sets `markwell.counting` to `later`
 * for its transaction and counts all of its rows at the end, with `mw_count_import`.
 *
 * [Note: Plans of triggers] A function caches the plan of its first run, whether that was for one row or for twenty
 * thousand. Therefore no trigger joins the old rows with the new rows, which would be quadratic with a plan for one
 * row; rows are passed to other tables as arrays, which are looked up by index.
 *
 * [Note: Revision] `revision` increases with every change of a space that can affect a query: of its bookmarks, of
 * their collections, of the names of collections. A smart collection stores its count (`smartCount`), the revision at
 * which it was counted, and the day if its query depends on the day; a read counts again when one of them differs, see
 * provider/modules/collections/list.ts. A change of counted rows writes the row of the space anyway, so a trigger of
 * that row increments the revision. Changes without that lock (visits, broken links) do not increment it: a query that
 * depends on them is counted at every read.
 *
 * [Note: Revision once] One transaction increments the revision of a space once. Every update of a row of `spaces`
 * increments it, so a row that this transaction has written already has a new revision, which no other transaction can
 * have read.
 *
 * [Note: Storage quota] Each bookmark stores its size, so that a list can end a page at a byte budget without reading
 * the texts first, and each space stores the sum of its rows; files count as well ([Note: Blobs]). Triggers reject
 * writes that would exceed the quota of an account. The quota is the setting `markwell.storage_quota` of the connection,
 * in bytes; without it there is no limit. A writer locks the row of its space, so concurrent writes to one space cannot
 * exceed the quota; those to several spaces can, by what each of them adds. Writes that only shrink or move always pass.
 */
export const spaces = pgTable(
  'spaces',
  {
    id: uuid('id').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    isDefault: boolean('is_default').notNull().default(false),
    bookmarkCount: integer('bookmark_count').notNull().default(0),
    favoriteCount: integer('favorite_count').notNull().default(0),
    trashCount: integer('trash_count').notNull().default(0),
    collectionCount: integer('collection_count').notNull().default(0),
    /** Sum over its bookmarks. */
    storedBytes: bigint('stored_bytes', { mode: 'number' }).notNull().default(0),
    revision: bigint('revision', { mode: 'number' }).notNull().default(0),
    createdAt: time('created_at').notNull(),
    lastActivityAt: time('last_activity_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'spaces_pkey', columns: [table.accountId, table.id] }),
    index('spaces_id_idx').on(table.id),
    index('spaces_account_idx').on(table.accountId, table.createdAt),
    uniqueIndex('spaces_default_idx')
      .on(table.accountId)
      .where(sql`is_default`),
  ],
);
export type SpaceRow = typeof spaces.$inferSelect;

/** Attributes of an imported bookmark or folder that only an export uses. */
export type ImportedExtra = Record<string, string>;

/**
 * A smart collection selects bookmarks by a query and has no rows in `bookmark_collections`.
 *
 * [Note: What is shown] For a public collection, `shownAt` is the time of the last change of its public list, and
 * `shownCount` is the length of that list: null after a change until the list is read, see provider/modules/public.
 * Statement triggers mark the collections whose list has changed. They count nothing, so counts cannot drift, and a
 * bulk change writes each collection once. Encrypted bookmarks change neither, because their existence must not be
 * visible from outside. A smart collection is counted at every read.
 *
 * [Note: Natural order] Names sort naturally: "Part 2" before "Part 10". Runs of digits are compared by value: each run
 * of up to 19 digits is padded to 20. The result is stored, because padding takes longer than the rest of a list, and
 * compared byte by byte like `nameKey`, so an index serves the order, and a cursor contains the padded name.
 */
export const collections = pgTable(
  'collections',
  {
    id: uuid('id').notNull(),
    spaceId: uuid('space_id').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    nameKey: byteOrderedText('name_key')
      .notNull()
      .generatedAlwaysAs(sql`mw_fold(left(name, 200))`),
    naturalKey: byteOrderedText('natural_key')
      .notNull()
      .generatedAlwaysAs(sql`mw_natural(mw_fold(left(name, 200)))`),
    description: text('description').notNull().default(''),
    color: text('color').notNull(),
    /** An emoji, or a name of `collectionIcons`; null shows the dot in its color. */
    icon: text('icon'),
    /** What lists show of an uploaded picture. */
    cover: jsonb('cover').$type<StoredCover>(),
    /** Bookmark whose picture is shown if there is no uploaded one. It may be gone. */
    coverBookmarkId: uuid('cover_bookmark_id'),
    /** Whether it comes first in the sidebar. */
    pinned: boolean('pinned').notNull().default(false),
    security: smallint('security').notNull().default(0).$type<0 | 1>(),
    isDefault: boolean('is_default').notNull().default(false),
    slug: text('slug').notNull(),
    smart: jsonb('smart').$type<{ query: string }>(),
    smartCount: integer('smart_count').notNull().default(0),
    smartRevision: bigint('smart_revision', { mode: 'number' }),
    smartCountedFor: text('smart_counted_for'),
    /** Whether pages of its bookmarks are copied; null follows the plan. */
    keepsCopies: boolean('keeps_copies'),
    /** Whether search engines may list it; false unless it is public. */
    listed: boolean('listed').notNull().default(false),
    shownCount: integer('shown_count'),
    shownAt: time('shown_at'),
    /** Path of the imported folder that this collection was created from, outermost first. */
    sourcePath: text('source_path').array(),
    extra: jsonb('extra').$type<ImportedExtra>(),
    bookmarkCount: integer('bookmark_count').notNull().default(0),
    orderKey: byteOrderedText('order_key').notNull(),
    importId: uuid('import_id'),
    lastAccessedAt: time('last_accessed_at'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'collections_pkey', columns: [table.accountId, table.id] }),
    foreignKey({
      name: 'collections_space_fkey',
      columns: [table.accountId, table.spaceId],
      foreignColumns: [spaces.accountId, spaces.id],
    }).onDelete('cascade'),
    index('collections_id_idx').on(table.id),
    index('collections_space_created_idx').on(
      table.spaceId,
      descending(table.createdAt),
      descending(table.id),
    ),
    index('collections_space_name_idx').on(table.spaceId, table.nameKey, table.id),
    index('collections_space_natural_idx').on(table.spaceId, table.naturalKey, table.id),
    index('collections_order_idx').on(table.spaceId, table.orderKey, table.id),
    uniqueIndex('collections_default_idx')
      .on(table.accountId, table.spaceId)
      .where(sql`is_default`),
    index('collections_public_idx')
      .on(table.spaceId)
      .where(sql`security = 1`),
    index('collections_listed_idx')
      .on(table.id)
      .where(sql`listed`),
    check('collections_security_check', sql`security in (0, 1)`),
    // The services also reject this before they write anything.
    check('collections_smart_check', sql`smart is null or (bookmark_count = 0 and not is_default)`),
    check('collections_listed_check', sql`not listed or security = 1`),
  ],
);
export type CollectionRow = typeof collections.$inferSelect;

/**
 * [Note: Search columns] `titleKey` and `search` are written with the row, by `searchColumns` of
 * lib/domain/search-words.ts: the browser folds the text of unlocked bookmarks with the same code, and the meaning of a
 * query does not depend on the server's locale or dictionaries. The checks reject a plain row without them and an
 * encrypted row with them, so a bookmark that becomes encrypted loses its search words in the same statement.
 *
 * [Note: No foreign keys on bulk tables] A foreign key costs a look-up and a row lock for every inserted row, a third
 * of the time of an import. Bookmarks and their links to collections have none: they are written under the lock of
 * their space, which proves that it exists, and statement triggers delete them with their parents. Where the lock is
 * missing, the counters enforce it: a row whose space or collection cannot be counted is rejected, and counting locks
 * the parent row until the transaction ends.
 */
export const bookmarks = pgTable(
  'bookmarks',
  {
    id: uuid('id').notNull(),
    spaceId: uuid('space_id').notNull(),
    accountId: uuid('account_id').notNull(),
    title: text('title'),
    url: text('url'),
    /** Hash of the normalized url: equal for links to the same page. */
    urlKey: uuid('url_key'),
    domain: text('domain'),
    path: text('path'),
    description: text('description'),
    notes: text('notes'),
    tags: text('tags').array().notNull().default([]),
    encrypted: boolean('encrypted').notNull().default(false),
    cipher: text('cipher'),
    hint: text('hint'),
    favorite: boolean('favorite').notNull().default(false),
    highlighted: boolean('highlighted').notNull().default(false),
    orderKey: byteOrderedText('order_key').notNull(),
    visits: integer('visits').notNull().default(0),
    extra: jsonb('extra').$type<ImportedExtra>(),
    importId: uuid('import_id'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    lastAccessedAt: time('last_accessed_at'),
    deletedAt: time('deleted_at'),
    /** Whether it is in the list "Read later". */
    later: boolean('later').notNull().default(false),
    readAt: time('read_at'),
    titleKey: byteOrderedText('title_key').notNull(),
    search: searchVector('search'),
    /** Whether the page no longer exists. */
    broken: boolean('broken').notNull().default(false),
    type: text('type'),
    /** See [Note: Covers]. */
    cover: jsonb('cover').$type<StoredCover>(),
    /** Version of the rules that produced `search`. */
    indexVersion: smallint('index_version').notNull().default(0),
    /** 400 bytes account for columns of fixed length and indexes, and 64 for a tag: see [Note: Storage quota]. */
    storedBytes: integer('stored_bytes')
      .notNull()
      .generatedAlwaysAs(
        sql`400 + coalesce(octet_length(title), 0) + coalesce(octet_length(url), 0) + coalesce(octet_length(path), 0)
    + coalesce(octet_length(description), 0) + coalesce(octet_length(notes), 0) + coalesce(octet_length(cipher), 0) + coalesce(octet_length(hint), 0)
    + coalesce(octet_length(extra::text), 0) + 64 * cardinality(tags)`,
      ),
  },
  (table) => {
    // A function, because an index consumes the sort settings of its columns.
    const newestFirst = () => [descending(table.createdAt), descending(table.id)] as const;
    return [
      primaryKey({ name: 'bookmarks_pkey', columns: [table.accountId, table.id] }),
      // Jobs process all bookmarks in this order, and an id that a client chose may belong to another account.
      index('bookmarks_id_idx').on(table.id),
      index('bookmarks_created_idx')
        .on(table.spaceId, ...newestFirst())
        .where(sql`deleted_at is null`),
      index('bookmarks_title_idx')
        .on(table.spaceId, table.titleKey, table.id)
        .where(sql`deleted_at is null`),
      index('bookmarks_accessed_idx')
        .on(
          table.spaceId,
          sql`coalesce(last_accessed_at, '-infinity'::timestamptz) desc`,
          descending(table.id),
        )
        .where(sql`deleted_at is null`),
      index('bookmarks_order_idx')
        .on(table.spaceId, table.orderKey, table.id)
        .where(sql`deleted_at is null`),
      index('bookmarks_visits_idx')
        .on(table.spaceId, descending(table.visits), ...newestFirst())
        .where(sql`deleted_at is null`),
      index('bookmarks_domain_idx')
        .on(table.spaceId, table.domain, ...newestFirst())
        .where(sql`deleted_at is null`),
      // Groups of the same page are read with an index-only scan.
      index('bookmarks_page_idx')
        .on(table.spaceId, table.urlKey)
        .where(sql`deleted_at is null and url_key is not null`),
      index('bookmarks_favorite_idx')
        .on(table.spaceId, ...newestFirst())
        .where(sql`favorite and deleted_at is null`),
      // PostgreSQL does not combine two indexes with the same condition. This one is combined with the search index, so
      // it has no condition on the trash and does not include the space.
      index('bookmarks_favorite_words_idx')
        .on(table.accountId)
        .where(sql`favorite`),
      index('bookmarks_highlighted_idx')
        .on(table.spaceId, ...newestFirst())
        .where(sql`highlighted and deleted_at is null`),
      index('bookmarks_later_idx')
        .on(table.spaceId, ...newestFirst())
        .where(sql`later and deleted_at is null`),
      index('bookmarks_read_idx')
        .on(table.spaceId, ...newestFirst())
        .where(sql`read_at is not null and deleted_at is null`),
      index('bookmarks_broken_idx')
        .on(table.spaceId, ...newestFirst())
        .where(sql`broken and deleted_at is null`),
      index('bookmarks_encrypted_idx')
        .on(table.spaceId, ...newestFirst())
        .where(sql`encrypted and deleted_at is null`),
      index('bookmarks_encrypted_date_idx')
        .on(table.accountId, ...newestFirst())
        .where(sql`encrypted`),
      // An envelope begins with an identifier of its key, so bookmarks of one key are found without a separate column.
      index('bookmarks_key_idx')
        .on(table.accountId, sql`mw_key_id(cipher)`, ...newestFirst())
        .where(sql`encrypted`),
      index('bookmarks_trash_idx')
        .on(table.spaceId, ...newestFirst())
        .where(sql`deleted_at is not null`),
      index('bookmarks_purge_idx')
        .on(table.deletedAt)
        .where(sql`deleted_at is not null`),
      index('bookmarks_import_idx')
        .on(table.importId)
        .where(sql`import_id is not null`),
      index('bookmarks_search_idx')
        .using('gin', table.spaceId, table.search)
        .where(sql`deleted_at is null`),
      // Rows whose search columns must be rewritten with the current rules.
      index('bookmarks_reindex_idx')
        .on(table.spaceId, table.id)
        .where(sql`index_version < 3 and not encrypted`),
      check(
        'bookmarks_encrypted_check',
        sql`not encrypted or (title is null and url is null and url_key is null and domain is null and path is null
    and description is null and notes is null and tags = '{}' and extra is null and cipher is not null
    and title_key = U&'\\+10FFFF' and search is null and type is null and cover is null)`,
      ),
      check(
        'bookmarks_plain_check',
        sql`encrypted or (title is not null and url is not null and cipher is null and search is not null)`,
      ),
    ];
  },
);
export type BookmarkRow = typeof bookmarks.$inferSelect;

export const bookmarkCollections = pgTable(
  'bookmark_collections',
  {
    accountId: uuid('account_id').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
    collectionId: uuid('collection_id').notNull(),
    spaceId: uuid('space_id').notNull(),
    /**
     * False while the bookmark is in the trash, so that a collection is counted and listed without reading its
     * bookmarks.
     */
    live: boolean('live').notNull(),
    /** Copy of the bookmark's creation time, so that a collection is listed from this index alone. */
    createdAt: time('created_at').notNull(),
    importId: uuid('import_id'),
  },
  (table) => [
    primaryKey({
      name: 'bookmark_collections_pkey',
      columns: [table.accountId, table.bookmarkId, table.collectionId],
    }),
    index('bookmark_collections_list_idx').on(
      table.collectionId,
      table.live,
      descending(table.createdAt),
      descending(table.bookmarkId),
    ),
    index('bookmark_collections_import_idx')
      .on(table.importId)
      .where(sql`import_id is not null`),
  ],
);
