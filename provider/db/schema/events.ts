import { bigint, index, pgEnum, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { time } from './columns';

/**
 * In the order of precedence: of several changes of a bookmark in one transaction, the last one in this list is
 * recorded. `reset` stands for more changes than are recorded one by one.
 */
export const eventType = pgEnum('event_type', ['changed', 'moved', 'created', 'deleted', 'reset']);

/**
 * [Note: Events] What happens to bookmarks is recorded in the transaction of each change, by statement triggers, so that
 * no writer can omit it: which bookmark, when, and by which session or token. It contains no content. Events are what
 * the change feed reads, and are deleted after 90 days. Visits are not recorded.
 *
 * All events of a transaction have the same number, the next one of their account. The row of `event_streams` stays
 * locked from the first event of a transaction until its end, so transactions of an account are committed in the order
 * of their numbers: a reader that has seen a number cannot find a lower one later. The lock is taken after those of
 * spaces, and a writer of one account takes no other stream.
 *
 * A statement that changes more bookmarks than `mw_add_events` records, such as an import, is a single `reset`, and
 * every number up to it expires: a reader must read all bookmarks again. `expiredThrough` is also the highest number
 * that was deleted. `generation` changes when a backup is restored, after which the numbers of the backup are used
 * again.
 *
 * The index on the time is small (BRIN), because the rows are stored in the order of their time.
 */
export const eventStreams = pgTable('event_streams', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  generation: uuid('generation').notNull().defaultRandom(),
  lastNumber: bigint('last_number', { mode: 'number' }).notNull().default(0),
  expiredThrough: bigint('expired_through', { mode: 'number' }).notNull().default(0),
});

export const events = pgTable(
  'events',
  {
    accountId: uuid('account_id').notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    /** The bookmark; for a reset the account. */
    resourceId: uuid('resource_id').notNull(),
    type: eventType('type').notNull(),
    at: time('at').notNull(),
    /** The session or the personal access token of the caller; null for a job. */
    credentialId: uuid('credential_id'),
  },
  (table) => [
    primaryKey({ name: 'events_pkey', columns: [table.accountId, table.number, table.resourceId] }),
    index('events_at_idx').using('brin', table.at),
  ],
);
