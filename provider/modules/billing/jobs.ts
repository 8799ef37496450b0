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
/** Longer than Stripe sends an event again. */
const keptMs = 90 * dayMs;
const overdueMax = 50;

/** Deletes the customers of deleted accounts, and looks after subscriptions whose events did not arrive. */
export const billingJob: MakeJob = (deps) => ({
  name: 'billing',
  cron: '* * * * *',
  run: async () => {
    await closeCustomers(deps);
    await readOverdue(deps);
  },
});

// A closure that is taken is put off, so that no other process takes it, and it comes back if this one fails.
const takeClosure = (now: Date) => sql`
  update billing_closures set attempts = attempts + 1,
    due_at = ${now}::timestamptz + least(2 ^ least(attempts, 10), 360) * interval '1 minute'
  where (account_id, customer_id) =
    (select account_id, customer_id from billing_closures where due_at <= ${now} order by due_at limit 1 for update skip locked)
  returning account_id as "accountId", customer_id as "customerId"`;

/** Deletes customers at Stripe, which cancels their subscriptions. What fails is tried again, later each time. */
export async function closeCustomers({ db, clock, log, payments }: Deps): Promise<void> {
  if (payments === null) return;
  const take = async () => {
    const { rows } = await db.execute<{ accountId: string; customerId: string }>(takeClosure(clock()));
    return rows[0];
  };
  for (let row = await take(); row; row = await take()) {
    try {
      await payments.deleteCustomer(row.customerId);
      await db
        .delete(billingClosures)
        .where(
          and(eq(billingClosures.accountId, row.accountId), eq(billingClosures.customerId, row.customerId)),
        );
    } catch (error) {
      log.warn({ error: describeError(error) }, 'a customer could not be deleted, it is tried again');
    }
  }
}

/** Reads subscriptions again whose period has ended without an event that says what came of it. */
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
      log.warn({ error: describeError(error) }, 'a subscription could not be read, it is tried again');
    });
  }
}

/** Deletes events that are not sent again, and checkouts that ended long ago. */
export const purgeBilling = ({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>): Promise<void> =>
  deleteOldBilling(db, new Date(clock().getTime() - keptMs));
