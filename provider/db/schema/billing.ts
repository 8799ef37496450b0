import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type {
  BillingCycle,
  CheckoutState,
  Currency,
  PaymentStatus,
  SubscriptionStatus,
} from '@/lib/contract/billing';
import { accounts } from './accounts';
import { descending, time } from './columns';

/**
 * The subscription of an account as last read from Stripe.
 *
 * [Note: Order of readings] Stripe delivers events more than once and in any order, so no event is applied: each one
 * triggers a new read of the state. `reads` numbers the reads when they start, `appliedRead` is the last applied one,
 * and an older read that finishes later is discarded.
 */
export const billing = pgTable(
  'billing',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    customerId: text('customer_id'),
    subscriptionId: text('subscription_id'),
    status: text('status').$type<SubscriptionStatus>().notNull().default('none'),
    cycle: text('cycle').$type<BillingCycle>(),
    /** Currency of the Stripe customer, which cannot change. */
    currency: text('currency').$type<Currency>(),
    /** Whether the subscription currently grants Pro. */
    entitled: boolean('entitled').notNull().default(false),
    periodEnd: time('period_end'),
    cancelsAt: time('cancels_at'),
    /** The only checkout that can still be paid. */
    checkoutId: uuid('checkout_id'),
    reads: bigint('reads', { mode: 'number' }).notNull().default(0),
    appliedRead: bigint('applied_read', { mode: 'number' }).notNull().default(0),
    appliedAt: time('applied_at'),
  },
  (table) => [
    index('billing_customer_idx').on(table.customerId),
    index('billing_period_idx')
      .on(table.periodEnd)
      .where(sql`entitled`),
    check(
      'billing_status_check',
      sql`status in ('none', 'incomplete', 'active', 'past_due', 'paused', 'unpaid', 'canceled')`,
    ),
    check('billing_cycle_check', sql`cycle in ('monthly', 'yearly')`),
  ],
);
export type BillingRow = typeof billing.$inferSelect;

export const billingEvents = pgTable(
  'billing_events',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    eventId: text('event_id').notNull(),
    receivedAt: time('received_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'billing_events_pkey', columns: [table.accountId, table.eventId] }),
    index('billing_events_received_idx').on(table.receivedAt),
  ],
);

export const billingCheckouts = pgTable(
  'billing_checkouts',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    /** Null until Stripe has created the session. */
    sessionId: text('session_id'),
    cycle: text('cycle').$type<BillingCycle>().notNull(),
    state: text('state').$type<CheckoutState>().notNull().default('processing'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'billing_checkouts_pkey', columns: [table.accountId, table.id] }),
    index('billing_checkouts_created_idx').on(table.createdAt),
    check('billing_checkouts_cycle_check', sql`cycle in ('monthly', 'yearly')`),
    check(
      'billing_checkouts_state_check',
      sql`state in ('processing', 'verifying', 'complete', 'canceled', 'delayed', 'failed')`,
    ),
  ],
);
export type CheckoutRow = typeof billingCheckouts.$inferSelect;

export const payments = pgTable(
  'payments',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    invoiceId: text('invoice_id').notNull(),
    id: uuid('id').notNull(),
    paidAt: time('paid_at').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    status: text('status').$type<PaymentStatus>().notNull(),
    invoiceUrl: text('invoice_url'),
  },
  (table) => [
    primaryKey({ name: 'payments_pkey', columns: [table.accountId, table.invoiceId] }),
    index('payments_paid_idx').on(table.accountId, descending(table.paidAt)),
    check(
      'payments_status_check',
      sql`status in ('completed', 'succeeded', 'refunded', 'failed', 'pending', 'canceled')`,
    ),
  ],
);

/** Stripe customers of deleted accounts: they are deleted at Stripe as well, which cancels their subscriptions. */
export const billingClosures = pgTable(
  'billing_closures',
  {
    accountId: uuid('account_id').notNull(),
    customerId: text('customer_id').notNull(),
    attempts: integer('attempts').notNull().default(0),
    dueAt: time('due_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'billing_closures_pkey', columns: [table.accountId, table.customerId] }),
    index('billing_closures_due_idx').on(table.dueAt),
  ],
);
