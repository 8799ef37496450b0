import { check, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { time } from './columns';
import { fetchesTable, progressTable } from './fetch-queue';

// Like the tables of pages, these have no foreign keys: see provider/db/schema/pages.ts. Triggers delete the rows of a
// bookmark that is deleted or encrypted, and what the job found when its url changes.

/**
 * [Note: Covers] The picture of a bookmark is two blobs, `cover-320` and `cover-640`, and the column `cover` of
 * `bookmarks`, which lists read: its version, size and placeholder. A row here says where it comes from: `automatic` from
 * the page, by a job; `chosen` from the pictures of the page; `uploaded`; `removed` by the user; `none` if the page has
 * none. The job writes only where there is no row, or `none` after a month.
 */
export const covers = pgTable(
  'covers',
  {
    accountId: uuid('account_id').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
    kind: text('kind', { enum: ['automatic', 'chosen', 'uploaded', 'removed', 'none'] }).notNull(),
    /** URL of the picture; null if it was uploaded, and without one. */
    sourceUrl: text('source_url'),
    storedAt: time('stored_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'covers_pkey', columns: [table.accountId, table.bookmarkId] }),
    check('covers_kind_check', sql`kind in ('automatic', 'chosen', 'uploaded', 'removed', 'none')`),
  ],
);

/** Pages whose picture is fetched in the background when they are due; a row is deleted once there is a cover. */
export const coverFetches = fetchesTable('cover');

/** Position of the scan for bookmarks without a cover. */
export const coverProgress = progressTable('cover');

/** What a list shows of a cover. */
export interface StoredCover {
  /** The beginning of the hash of its larger file. */
  version: string;
  /** Base64. */
  thumbhash: string;
  /** Pixels of the larger file. */
  width: number;
  height: number;
}
