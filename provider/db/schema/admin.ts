import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AuditAction, AuditEntry } from '@/lib/contract/admin';
import { accounts } from './accounts';
import { bytes, descending, time } from './columns';

/**
 * [Note: Account activity] The counters by which accounts are sorted have a separate table: they change often, and each
 * change would update all indexes of `accounts`. A job updates them. Writes of bookmarks do not touch them.
 */
export const accountActivity = pgTable(
  'account_activity',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    lastActiveAt: time('last_active_at').notNull(),
    bookmarkCount: integer('bookmark_count').notNull().default(0),
  },
  (table) => [
    index('account_activity_active_idx').on(table.lastActiveAt, table.accountId),
    index('account_activity_bookmarks_idx').on(table.bookmarkCount, table.accountId),
  ],
);

/** Has no foreign keys: an entry outlives the accounts that it references, whose last addresses it then contains. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid('id').primaryKey(),
    actorId: uuid('actor_id').notNull(),
    /** Address of a deleted actor; null while the account exists. */
    actorEmail: text('actor_email'),
    /** Null if the action does not concern an account. */
    targetId: uuid('target_id'),
    /** Address of a deleted account; null while it exists. */
    targetEmail: text('target_email'),
    action: text('action').$type<AuditAction>().notNull(),
    before: jsonb('before').$type<AuditEntry['before']>().notNull(),
    after: jsonb('after').$type<AuditEntry['after']>().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('audit_log_created_idx').on(descending(table.createdAt), descending(table.id)),
    index('audit_log_target_idx')
      .on(table.targetId, descending(table.createdAt), descending(table.id))
      .where(sql`target_id is not null`),
    index('audit_log_actor_idx').on(table.actorId, descending(table.createdAt), descending(table.id)),
  ],
);

/** The time up to which a job has deleted expired rows. See [Note: Retention clock]. */
export const cleanupRuns = pgTable('cleanup_runs', {
  job: text('job').primaryKey(),
  reachedAt: time('reached_at').notNull(),
});

export const errorCounts = pgTable(
  'error_counts',
  {
    day: date('day').notNull(),
    kind: text('kind', { enum: ['response', 'job'] }).notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ name: 'error_counts_pkey', columns: [table.day, table.kind] }),
    check('error_counts_kind_check', sql`kind in ('response', 'job')`),
  ],
);

/** Processes that run jobs, or did within a day. */
export const workers = pgTable('workers', {
  id: uuid('id').primaryKey(),
  /** Host name. */
  machine: text('machine').notNull(),
  isRunning: boolean('is_running').notNull(),
  startedAt: time('started_at').notNull(),
  /** Time of the last heartbeat. */
  seenAt: time('seen_at').notNull(),
});

/** Bug reports. */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid('id').primaryKey(),
    /** Null for a guest. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    message: text('message').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    url: text('url').notNull(),
    source: text('source').notNull(),
    /** Identifier of the reported error event. */
    eventId: text('event_id'),
    tags: jsonb('tags').$type<Record<string, string>>().notNull(),
    userAgent: text('user_agent').notNull(),
    /** A PNG as uploaded; the server never decodes it. */
    screenshot: bytes('screenshot'),
    createdAt: time('created_at').notNull(),
    /** Null while the report is open. */
    doneAt: time('done_at'),
  },
  (table) => [
    index('feedback_created_idx').on(descending(table.createdAt), descending(table.id)),
    index('feedback_account_idx')
      .on(table.accountId)
      .where(sql`account_id is not null`),
  ],
);
