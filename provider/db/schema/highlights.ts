import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { descending, searchVector, time } from './columns';

/**
 * [Note: Annotations] A passage that the user has marked in the text of a page, with a color, a note and tags:
 * "annotation" on the screen, because a highlighted bookmark is something else. It is anchored by its quote with the
 * text around it; the position is only where to look first, and holds as long as the text has the hash. A passage that
 * the text has lost keeps its row. It has no foreign key, like the tables of pages (provider/db/schema/pages.ts):
 * triggers delete it with its bookmark, and when the bookmark is encrypted. A writer holds the lock of the space.
 *
 * Triggers count its bytes like those of files, see [Note: Storage quota], and report it as a change of its bookmark.
 */
export const highlights = pgTable(
  'highlights',
  {
    accountId: uuid('account_id').notNull(),
    id: uuid('id').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
    quote: text('quote').notNull(),
    prefix: text('prefix').notNull().default(''),
    suffix: text('suffix').notNull().default(''),
    /** UTF-16 offsets in the text; null if only the quote is known, as after an import. */
    startAt: integer('start_at'),
    endAt: integer('end_at'),
    /** Hash of the text that the offsets refer to. */
    textHash: text('text_hash'),
    color: text('color', { enum: ['yellow', 'green', 'blue', 'red'] }).notNull(),
    note: text('note').notNull().default(''),
    /** Separated by commas, like those of a bookmark in the contract. */
    tags: text('tags').notNull().default(''),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    /** The import that added it, as long as that can be undone and the user has not changed the annotation. */
    importId: uuid('import_id'),
    /** The folded words of quote, note and tags, see `highlightVector`; null until the job has added them. */
    search: searchVector('search'),
    /** 200 bytes account for columns of fixed length and indexes. */
    storedBytes: integer('stored_bytes')
      .notNull()
      .generatedAlwaysAs(
        sql`200 + octet_length(quote) + octet_length(prefix) + octet_length(suffix) + octet_length(note) + octet_length(tags)`,
      ),
  },
  (table) => [
    primaryKey({ name: 'highlights_pkey', columns: [table.accountId, table.id] }),
    index('highlights_bookmark_idx').on(table.accountId, table.bookmarkId),
    index('highlights_created_idx').on(table.accountId, descending(table.createdAt), descending(table.id)),
    index('highlights_search_idx')
      .using('gin', table.accountId, table.search)
      .where(sql`search is not null`),
    index('highlights_unread_idx')
      .on(table.accountId, table.id)
      .where(sql`search is null`),
    check('highlights_color_check', sql`color in ('yellow', 'green', 'blue', 'red')`),
    check('highlights_position_check', sql`(start_at is null) = (end_at is null) and start_at < end_at`),
  ],
);
