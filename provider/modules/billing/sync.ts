import type { CheckoutState } from '@/lib/contract/billing';
import type { Executor } from '@/provider/db/client';
import type { BillingRow, CheckoutRow } from '@/provider/db/schema/billing';
import type { ProviderDeps } from '@/provider/deps';
import type { CustomerState, PaymentEvent, Payments } from '@/provider/integrations/stripe/payments';
import {
  beginRead,
  findCheckout,
  insertEvent,
  lockBilling,
  setCheckoutState,
  setPlan,
  updateBilling,
  upsertPayments,
} from '@/provider/modules/billing/queries';
import { inTransaction, lockAccount } from '@/provider/db/transaction';

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'log'>;

const finalStates: readonly CheckoutState[] = ['complete', 'canceled', 'failed'];

export const isFinal = ({ state }: CheckoutRow): boolean => finalStates.includes(state);

interface Reason {
  /** The event that triggered the read. */
  event?: PaymentEvent;
  /** Checkout to read; by default the latest one, while it is open. */
  checkoutId?: string;
}

/**
 * Reads the state of an account from Stripe and stores it, with the resulting plan. An event is applied once: it is
 * recorded in the same transaction. Throws PAYMENTS_UNAVAILABLE.
 */
export async function syncBilling(
  deps: Deps,
  payments: Payments,
  accountId: string,
  { event, checkoutId }: Reason = {},
): Promise<void> {
  const { db, clock, log } = deps;
  const begun = await beginRead(db, accountId);
  if (!begun?.customerId) return;
  const { customerId } = begun;
  const wanted = await findCheckout(db, accountId, checkoutId ?? begun.checkoutId);
  const checkout = wanted && !isFinal(wanted) ? wanted : null;
  const state = await payments.readCustomer({
    accountId,
    customerId,
    sessionId: checkout?.sessionId ?? null,
  });
  if (state.entitledCount > 1) log.error({ accountId }, 'an account pays for more than one subscription');
  await inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const before = await lockBilling(tx, accountId);
    if (before?.customerId !== customerId) return;
    const receivedAt = clock();
    if (event && !(await insertEvent(tx, { accountId, eventId: event.id, receivedAt }))) return;
    // A read that started later has been applied: its state includes everything that this one has read.
    if (before.appliedRead > begun.reads) return;
    await applyState(tx, { before, state, read: begun.reads, now: receivedAt });
    if (checkout && state.checkout) await setCheckoutState(tx, checkout, state.checkout);
  });
}

interface StateChange {
  before: BillingRow;
  state: CustomerState;
  read: number;
  now: Date;
}

async function applyState(tx: Executor, { before, state, read, now }: StateChange): Promise<void> {
  const { accountId } = before;
  const { subscription } = state;
  const entitled = subscription?.isEntitled ?? false;
  await updateBilling(tx, accountId, {
    subscriptionId: subscription?.id ?? null,
    status: subscription?.status ?? 'none',
    cycle: subscription?.cycle ?? null,
    periodEnd: subscription?.periodEnd ?? null,
    cancelsAt: subscription?.cancelsAt ?? null,
    currency: state.currency ?? before.currency,
    entitled,
    appliedRead: read,
    appliedAt: now,
  });
  // Only a change of the entitlement sets the plan, so that a plan set by an administrator is preserved.
  if (entitled !== before.entitled) await setPlan(tx, accountId, entitled ? 'pro' : 'free');
  await upsertPayments(tx, accountId, state.payments);
}
