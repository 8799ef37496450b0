import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { descending, time } from './columns';

/** Pages that a job requests when they are due, at most one of each host at a time. */
export const fetchesTable = <Name extends string>(name: Name) =>
  pgTable(
    `${name}_fetches`,
    {
      accountId: uuid('account_id').notNull(),
      bookmarkId: uuid('bookmark_id').notNull(),
      host: text('host').notNull(),
      /** Number of consecutive failures. */
      failures: smallint('failures').notNull().default(0),
      dueAt: time('due_at').notNull(),
    },
    (table) => [
      primaryKey({ name: `${name}_fetches_pkey`, columns: [table.accountId, table.bookmarkId] }),
      index(`${name}_fetches_due_idx`).on(table.dueAt, descending(table.bookmarkId)),
    ],
  );

/**
 * Position of the scan for bookmarks that are not in the queue yet. Ids are ordered by time: the scan runs from the newest
 * to the oldest and then restarts, and processes bookmarks created after `newest` first.
 */
export const progressTable = <Name extends string>(name: Name) =>
  pgTable(
    `${name}_progress`,
    {
      id: boolean('id').primaryKey().default(true),
      newest: uuid('newest').notNull(),
      bookmarkId: uuid('bookmark_id').notNull(),
    },
    () => [check(`${name}_progress_id_check`, sql`id`)],
  );
