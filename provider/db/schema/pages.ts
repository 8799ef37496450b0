import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, descending, searchVector, time } from './columns';

// Tables of bookmarks here have no foreign key: see [Note: No foreign keys on bulk tables]. A bookmark whose url changes
// or that becomes encrypted loses its rows in the same statement, by triggers. A writer of such a row holds the row of the
// bookmark (`for share`), so that none is inserted after that.

/** The text of pages for reading. A row has the space of its bookmark, and follows it. */
export const pageContents = pgTable(
  'page_contents',
  {
    accountId: uuid('account_id').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
    status: text('status', {
      enum: ['ready', 'refused', 'unreachable', 'unsupported', 'empty'],
    }).notNull(),
    title: text('title').notNull(),
    byline: text('byline').notNull(),
    excerpt: text('excerpt').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    wordCount: integer('word_count').notNull(),
    fetchedAt: time('fetched_at').notNull(),
    spaceId: uuid('space_id').notNull(),
    /** The folded words without field codes, see `pageVector`; null until the job has added them. */
    search: searchVector('search'),
  },
  (table) => [
    primaryKey({ name: 'page_contents_pkey', columns: [table.accountId, table.bookmarkId] }),
    index('page_contents_search_idx')
      .using('gin', table.spaceId, table.search)
      .where(sql`search is not null`),
    index('page_contents_unread_idx')
      .on(table.bookmarkId)
      .where(sql`status = 'ready' and search is null`),
    check(
      'page_contents_status_check',
      sql`status in ('ready', 'refused', 'unreachable', 'unsupported', 'empty')`,
    ),
  ],
);

/** Pages whose text is fetched in the background once they are due; a row is deleted when its text is stored. */
export const pageFetches = pgTable(
  'page_fetches',
  {
    accountId: uuid('account_id').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
    host: text('host').notNull(),
    /** In a row. */
    failures: smallint('failures').notNull().default(0),
    dueAt: time('due_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'page_fetches_pkey', columns: [table.accountId, table.bookmarkId] }),
    index('page_fetches_due_idx').on(table.dueAt, descending(table.bookmarkId)),
  ],
);

/**
 * The position of the search for bookmarks without a text. Ids are in the order of time: it goes from the newest to the
 * oldest and starts again, and looks first at those that came after `newest`.
 */
export const pageProgress = pgTable(
  'page_progress',
  {
    id: boolean('id').primaryKey().default(true),
    newest: uuid('newest').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
  },
  () => [check('page_progress_id_check', sql`id`)],
);

/**
 * Bookmarks that were saved without a title: what their pages say of themselves is fetched in the background. A row is
 * deleted when the page was read, after the last attempt, and with the bookmark.
 */
export const metadataFetches = pgTable(
  'metadata_fetches',
  {
    accountId: uuid('account_id').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
  },
  (table) => [primaryKey({ name: 'metadata_fetches_pkey', columns: [table.accountId, table.bookmarkId] })],
);

/** Pages whose existence is checked from time to time. */
export const linkChecks = pgTable(
  'link_checks',
  {
    accountId: uuid('account_id').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
    host: text('host').notNull(),
    /** Days on which the page did not exist. */
    failures: smallint('failures').notNull().default(0),
    /** The site does not answer HEAD. */
    byGet: boolean('by_get').notNull().default(false),
    dueAt: time('due_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'link_checks_pkey', columns: [table.accountId, table.bookmarkId] }),
    index('link_checks_due_idx').on(table.dueAt),
  ],
);

/** When the next request to a host is allowed; a row is of use for seconds. */
export const linkHosts = pgTable(
  'link_hosts',
  {
    host: text('host').primaryKey(),
    freeAt: time('free_at').notNull(),
  },
  (table) => [index('link_hosts_free_idx').on(table.freeAt)],
);

/**
 * The position of the search for bookmarks that are not checked yet: it goes round in the order of ids, a few thousand at
 * a time. A row inserted with each bookmark would make every import slower.
 */
export const linkProgress = pgTable(
  'link_progress',
  {
    id: boolean('id').primaryKey().default(true),
    bookmarkId: uuid('bookmark_id').notNull(),
  },
  () => [check('link_progress_id_check', sql`id`)],
);

export const favicons = pgTable('favicons', {
  host: text('host').primaryKey(),
  contentType: text('content_type').$type<'image/png' | 'image/svg+xml'>(),
  bytes: bytes('bytes'),
  etag: text('etag'),
  fetchedAt: time('fetched_at').notNull(),
});
