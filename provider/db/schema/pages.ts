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
import { bytes, searchVector, time } from './columns';
import { fetchesTable, progressTable } from './fetch-queue';

// The tables of bookmarks in this file have no foreign keys: see [Note: No foreign keys on bulk tables]. Triggers
// delete the rows of a bookmark in the statement that changes its url or encrypts it. A writer of such a row locks the
// row of the bookmark (`for share`), so that none is inserted after that.

/** Extracted page texts for the reader. A row always has the space of its bookmark. */
export const pageContents = pgTable(
  'page_contents',
  {
    accountId: uuid('account_id').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
    status: text('status', {
      enum: ['ready', 'refused', 'missing', 'failing', 'unreachable', 'unsupported', 'empty'],
    }).notNull(),
    title: text('title').notNull(),
    byline: text('byline').notNull(),
    excerpt: text('excerpt').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    wordCount: integer('word_count').notNull(),
    fetchedAt: time('fetched_at').notNull(),
    /** Whether a browser of the user sent it; it is then never fetched again. */
    sent: boolean('sent').notNull().default(false),
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
      sql`status in ('ready', 'refused', 'missing', 'failing', 'unreachable', 'unsupported', 'empty')`,
    ),
  ],
);

/** Pages whose text is fetched in the background when they are due; a row is deleted once its text is stored. */
export const pageFetches = fetchesTable('page');

/** Position of the scan for bookmarks without a text. */
export const pageProgress = progressTable('page');

/**
 * Bookmarks that were saved without a title: their page metadata is fetched in the background. A row is deleted when
 * the page was read, after the last attempt, and with the bookmark.
 */
export const metadataFetches = pgTable(
  'metadata_fetches',
  {
    accountId: uuid('account_id').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
  },
  (table) => [primaryKey({ name: 'metadata_fetches_pkey', columns: [table.accountId, table.bookmarkId] })],
);

/** Pages whose existence is checked periodically. */
export const linkChecks = pgTable(
  'link_checks',
  {
    accountId: uuid('account_id').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
    host: text('host').notNull(),
    /** Number of days on which the page did not exist. */
    failures: smallint('failures').notNull().default(0),
    /** Whether the site does not support HEAD. */
    byGet: boolean('by_get').notNull().default(false),
    dueAt: time('due_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'link_checks_pkey', columns: [table.accountId, table.bookmarkId] }),
    index('link_checks_due_idx').on(table.dueAt),
  ],
);

/** When the next request to a host is allowed; a row is needed for seconds only. */
export const linkHosts = pgTable(
  'link_hosts',
  {
    host: text('host').primaryKey(),
    freeAt: time('free_at').notNull(),
  },
  (table) => [index('link_hosts_free_idx').on(table.freeAt)],
);

/**
 * Position of the scan for bookmarks that are not checked yet: it cycles through them in the order of ids, a few
 * thousand at a time. Inserting a row with each bookmark would make every import slower.
 */
export const linkProgress = pgTable(
  'link_progress',
  {
    id: boolean('id').primaryKey().default(true),
    bookmarkId: uuid('bookmark_id').notNull(),
  },
  () => [check('link_progress_id_check', sql`id`)],
);

/** Icons of sites, for all accounts. */
export const favicons = pgTable(
  'favicons',
  {
    host: text('host').notNull(),
    contentType: text('content_type').$type<'image/png' | 'image/svg+xml'>(),
    bytes: bytes('bytes'),
    etag: text('etag'),
    fetchedAt: time('fetched_at').notNull(),
    scheme: text('scheme', { enum: ['http', 'https'] })
      .notNull()
      .default('https'),
    /** Number of consecutive failures; the icon of an earlier success stays. */
    failures: smallint('failures').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'favicons_pkey', columns: [table.host, table.scheme] }),
    check('favicons_scheme_check', sql`scheme in ('http', 'https')`),
  ],
);
