import { and, asc, eq, lt, sql } from 'drizzle-orm';
import { describeError } from '@/lib/observability/describe-error';
import { billing, billingClosures } from '@/provider/db/schema/billing';
import type { ProviderDeps } from '@/provider/deps';
import type { MakeJob } from '@/provider/jobs/queues';
import { deleteOldBilling } from '@/provider/modules/billing/queries';
import { syncBilling } from '@/provider/modules/billing/sync';

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'log' | 'payments'>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Longer than Stripe retries an event. */
const retentionMs = 90 * dayMs;
const overdueMax = 50;

/** Deletes the customers of deleted accounts, and reads subscriptions whose events did not arrive. */
export const billingJob: MakeJob = (deps) => ({
  name: 'billing',
  cron: '* * * * *',
  run: async () => {
    await closeCustomers(deps);
    await readOverdue(deps);
  },
});

// A claimed closure is postponed, so that no other process claims it, and it becomes due again if this one fails.
const claimClosure = (now: Date) => sql`
  update billing_closures set attempts = attempts + 1,
    due_at = ${now}::timestamptz + least(2 ^ least(attempts, 10), 360) * interval '1 minute'
  where (account_id, customer_id) =
    (select account_id, customer_id from billing_closures where due_at <= ${now} order by due_at limit 1 for update skip locked)
  returning account_id as "accountId", customer_id as "customerId"`;

/** Deletes customers at Stripe, which cancels their subscriptions. Failures are retried with increasing delays. */
export async function closeCustomers({ db, clock, log, payments }: Deps): Promise<void> {
  if (payments === null) return;
  const claim = async () => {
    const { rows } = await db.execute<{ accountId: string; customerId: string }>(claimClosure(clock()));
    return rows[0];
  };
  for (let row = await claim(); row; row = await claim()) {
    try {
      await payments.deleteCustomer(row.customerId);
      await db
        .delete(billingClosures)
        .where(
          and(eq(billingClosures.accountId, row.accountId), eq(billingClosures.customerId, row.customerId)),
        );
    } catch (error) {
      log.warn({ error: describeError(error) }, 'a customer could not be deleted, will retry');
    }
  }
}

/** Reads subscriptions whose period has ended without an event. */
export async function readOverdue(deps: Deps): Promise<void> {
  const { db, clock, log, payments } = deps;
  if (payments === null) return;
  const now = clock().getTime();
  const overdue = await db
    .select({ accountId: billing.accountId })
    .from(billing)
    .where(
      and(
        eq(billing.entitled, true),
        lt(billing.periodEnd, new Date(now - hourMs)),
        lt(billing.appliedAt, new Date(now - hourMs)),
      ),
    )
    .orderBy(asc(billing.periodEnd))
    .limit(overdueMax);
  for (const { accountId } of overdue) {
    await syncBilling(deps, payments, accountId).catch((error: unknown) => {
      log.warn({ error: describeError(error) }, 'a subscription could not be read, will retry');
    });
  }
}

/** Deletes events that Stripe no longer retries, and old checkouts. */
export const purgeBilling = ({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>): Promise<void> =>
  deleteOldBilling(db, new Date(clock().getTime() - retentionMs));
