import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { byteOrderedText, time } from './columns';
import { fetchesTable, progressTable } from './fetch-queue';

// Like the tables of pages, these have no foreign keys: see provider/db/schema/pages.ts. Triggers delete the rows of a
// bookmark that is deleted or encrypted.

/**
 * [Note: Copies] A saved copy of a page is one version of it, identified by the hash of its content. A page with the same
 * content again gets no new row, only a later `seen_at`. The document is the blob `copy/<id>`, and each picture of a
 * reader copy the blob `copy/<id>/<beginning of its hash>`. The document of a reader copy names its pictures by these
 * hashes, so that its own hash covers them. Copies stay when the url of the bookmark changes: each has its own.
 */
export const copies = pgTable(
  'copies',
  {
    accountId: uuid('account_id').notNull(),
    id: uuid('id').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
    kind: text('kind', { enum: ['reader', 'full', 'browser'] }).notNull(),
    /** SHA-256 of the document, in hexadecimal. */
    hash: byteOrderedText('hash').notNull(),
    url: text('url').notNull(),
    title: text('title').notNull(),
    byline: text('byline').notNull(),
    language: text('language'),
    /** The words, to count what the next version changes. */
    text: text('text').notNull(),
    wordCount: integer('word_count').notNull(),
    pictures: integer('pictures').notNull(),
    /** With its pictures. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Words that the previous version does not have, and words that only that one has; null without one. */
    added: integer('added'),
    removed: integer('removed'),
    createdAt: time('created_at').notNull(),
    /** When the page last had this content. */
    seenAt: time('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'copies_pkey', columns: [table.accountId, table.id] }),
    uniqueIndex('copies_hash_idx').on(table.accountId, table.bookmarkId, table.kind, table.hash),
    check('copies_kind_check', sql`kind in ('reader', 'full', 'browser')`),
  ],
);

/** Pages that are copied when they are due. A row stays, so that the page is copied again some months later. */
export const copyFetches = fetchesTable('copy');

/** Position of the scan for bookmarks without a copy. */
export const copyProgress = progressTable('copy');
