import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { BillingCycle, CheckoutState, Payment } from '@/lib/contract/billing';
import type { Usage } from '@/lib/domain/plans';
import { inTransaction } from '@/provider/db/transaction';
import { newId, type Database, type Executor } from '@/provider/db/client';
import { accounts } from '@/provider/db/schema/accounts';
import {
  billing,
  billingCheckouts,
  billingEvents,
  payments,
  type BillingRow,
  type CheckoutRow,
} from '@/provider/db/schema/billing';
import type { PaymentState } from '@/provider/integrations/stripe/payments';

const historyMax = 100;

export async function findBilling(db: Executor, accountId: string): Promise<BillingRow | null> {
  const [row] = await db.select().from(billing).where(eq(billing.accountId, accountId));
  return row ?? null;
}

/** Returns the billing row of an account, which is created on first use. */
export async function ensureBilling(db: Executor, accountId: string): Promise<BillingRow> {
  await db.insert(billing).values({ accountId }).onConflictDoNothing();
  const row = await findBilling(db, accountId);
  if (!row) throw new Error('a billing row was deleted while it was created');
  return row;
}

export async function lockBilling(tx: Executor, accountId: string): Promise<BillingRow | null> {
  const [row] = await tx.select().from(billing).where(eq(billing.accountId, accountId)).for('update');
  return row ?? null;
}

export async function updateBilling(
  db: Executor,
  accountId: string,
  values: Partial<BillingRow>,
): Promise<boolean> {
  const rows = await db
    .update(billing)
    .set(values)
    .where(eq(billing.accountId, accountId))
    .returning({ accountId: billing.accountId });
  return rows.length > 0;
}

export async function findAccountOfCustomer(db: Executor, customerId: string): Promise<string | null> {
  const [row] = await db
    .select({ accountId: billing.accountId })
    .from(billing)
    .where(eq(billing.customerId, customerId));
  return row?.accountId ?? null;
}

/** Numbers a read that starts now. See [Note: Order of readings]. */
export async function beginRead(db: Executor, accountId: string): Promise<BillingRow | null> {
  const [row] = await db
    .update(billing)
    .set({ reads: sql`${billing.reads} + 1` })
    .where(eq(billing.accountId, accountId))
    .returning();
  return row ?? null;
}

export async function hasEvent(db: Executor, accountId: string, eventId: string): Promise<boolean> {
  const isEvent = and(eq(billingEvents.accountId, accountId), eq(billingEvents.eventId, eventId));
  return (await db.$count(billingEvents, isEvent)) > 0;
}

/** Records an event; false if it was applied before. */
export async function insertEvent(
  tx: Executor,
  event: { accountId: string; eventId: string; receivedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .insert(billingEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ eventId: billingEvents.eventId });
  return rows.length > 0;
}

export async function setPlan(tx: Executor, accountId: string, plan: 'free' | 'pro'): Promise<void> {
  await tx.update(accounts).set({ plan }).where(eq(accounts.id, accountId));
}

export async function upsertPayments(tx: Executor, accountId: string, states: PaymentState[]): Promise<void> {
  if (states.length === 0) return;
  await tx
    .insert(payments)
    .values(states.map(({ date, ...state }) => ({ ...state, accountId, id: newId(), paidAt: date })))
    .onConflictDoUpdate({
      target: [payments.accountId, payments.invoiceId],
      set: {
        paidAt: sql`excluded.paid_at`,
        amount: sql`excluded.amount`,
        status: sql`excluded.status`,
        invoiceUrl: sql`excluded.invoice_url`,
      },
    });
}

export async function selectPayments(db: Executor, accountId: string): Promise<Payment[]> {
  const rows = await db
    .select()
    .from(payments)
    .where(eq(payments.accountId, accountId))
    .orderBy(desc(payments.paidAt), desc(payments.id))
    .limit(historyMax);
  return rows.map(({ id, paidAt, amount, currency, status, invoiceUrl }) => ({
    uuid: id,
    date: paidAt.toISOString(),
    amount,
    currency,
    status,
    invoiceUrl,
  }));
}

export async function insertCheckout(
  tx: Executor,
  row: { accountId: string; id: string; cycle: BillingCycle; createdAt: Date },
): Promise<void> {
  await tx.insert(billingCheckouts).values(row);
}

const isCheckout = (accountId: string, id: string) =>
  and(eq(billingCheckouts.accountId, accountId), eq(billingCheckouts.id, id));

export async function findCheckout(
  db: Executor,
  accountId: string,
  id: string | null,
): Promise<CheckoutRow | null> {
  if (id === null) return null;
  const [row] = await db.select().from(billingCheckouts).where(isCheckout(accountId, id));
  return row ?? null;
}

/** Records the session of a checkout, unless another checkout has replaced it. */
export function recordSession(
  db: Database,
  { accountId, id, sessionId }: { accountId: string; id: string; sessionId: string },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await lockBilling(tx, accountId);
    if (row?.checkoutId !== id) return false;
    await tx.update(billingCheckouts).set({ sessionId }).where(isCheckout(accountId, id));
    return true;
  });
}

export async function setCheckoutState(
  tx: Executor,
  { accountId, id }: CheckoutRow,
  state: CheckoutState,
): Promise<void> {
  await tx.update(billingCheckouts).set({ state }).where(isCheckout(accountId, id));
}

/** Returns the usage of the features that are limited by count. */
export async function selectUsage(db: Executor, accountId: string): Promise<Usage> {
  const { rows } = await db.execute<{ spaces: number; smart: number }>(sql`
    select (select count(*)::int from spaces where account_id = ${accountId}) as spaces,
      (select count(*)::int from collections where account_id = ${accountId} and smart is not null) as smart`);
  return rows[0] ?? {};
}

export async function deleteOldBilling(db: Executor, before: Date): Promise<void> {
  await db.delete(billingEvents).where(lt(billingEvents.receivedAt, before));
  await db.delete(billingCheckouts).where(lt(billingCheckouts.createdAt, before));
}
