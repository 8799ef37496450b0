import type { z } from 'zod';
import type { BillingCycle, Checkout, Currency, StartedCheckout } from '@/lib/contract/billing';
import type { Actor, RequestContext } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import type { BillingRow, CheckoutRow } from '@/provider/db/schema/billing';
import type { ProviderDeps } from '@/provider/deps';
import type { Payments } from '@/provider/integrations/stripe/payments';
import {
  ensureBilling,
  findCheckout,
  insertCheckout,
  lockBilling,
  recordSession,
  updateBilling,
} from '@/provider/modules/billing/queries';
import { currencyOf, hasSubscription, requirePayments } from '@/provider/modules/billing/service';
import { isFinal, syncBilling } from '@/provider/modules/billing/sync';
import { Problem } from '@/provider/problem';
import { getAccount } from '@/provider/modules/account/queries';
import { newId } from '@/provider/db/client';

type Started = z.infer<typeof StartedCheckout>;

interface Buyer {
  accountId: string;
  cycle: BillingCycle;
  currency: Currency;
  context: RequestContext;
}

/**
 * Starts a checkout. An account has at most one that can be paid: an earlier one is expired, unless it has been paid in
 * the meantime. Throws ALREADY_SUBSCRIBED, PAYMENT_PENDING, EMAIL_NOT_VERIFIED, OUTDATED or PAYMENTS_UNAVAILABLE.
 */
export async function startCheckout(
  deps: ProviderDeps,
  { accountId }: Actor,
  cycle: BillingCycle,
  context: RequestContext,
): Promise<Started> {
  const { db, clock } = deps;
  const payments = requirePayments(deps);
  const account = await getAccount(db, accountId);
  if (account.emailVerifiedAt === null) throw new Problem('EMAIL_NOT_VERIFIED');
  await ensureBilling(db, accountId);
  const row = await requireNoSubscription(deps, payments, accountId);
  const buyer: Buyer = { accountId, cycle, currency: currencyOf(row, context.locale), context };

  const id = newId();
  const previous = await inTransaction(db, async (tx) => {
    const locked = await lockBilling(tx, accountId);
    await insertCheckout(tx, { accountId, id, cycle, createdAt: clock() });
    await updateBilling(tx, accountId, { checkoutId: id });
    return findCheckout(tx, accountId, locked?.checkoutId ?? null);
  });
  if (previous?.sessionId && !isFinal(previous)) {
    await payments.expireCheckout(previous.sessionId);
    await syncBilling(deps, payments, accountId, { checkoutId: previous.id });
    await requireNoSubscription(deps, payments, accountId);
  }

  const session =
    (row.customerId && (await openSession(payments, buyer, id, row.customerId))) ||
    (await openSession(payments, buyer, id, await createCustomer(deps, payments, buyer, row.customerId)));
  if (!session) throw new Error('a newly created customer does not exist');
  if (!(await recordSession(db, { accountId, id, sessionId: session.sessionId }))) {
    await payments.expireCheckout(session.sessionId);
    throw new Problem('OUTDATED');
  }
  return { uuid: id, url: session.url };
}

async function requireNoSubscription(
  deps: ProviderDeps,
  payments: Payments,
  accountId: string,
): Promise<BillingRow> {
  await syncBilling(deps, payments, accountId);
  const row = await ensureBilling(deps.db, accountId);
  if (hasSubscription(row)) throw new Problem('ALREADY_SUBSCRIBED');
  if (row.status === 'incomplete') throw new Problem('PAYMENT_PENDING');
  return row;
}

const openSession = (payments: Payments, buyer: Buyer, checkoutId: string, customerId: string) => {
  const { accountId, cycle, currency, context } = buyer;
  return payments.startCheckout({
    accountId,
    checkoutId,
    customerId,
    cycle,
    currency,
    locale: context.locale,
  });
};

async function createCustomer(
  { db }: ProviderDeps,
  payments: Payments,
  { accountId, context }: Buyer,
  replaces: string | null,
): Promise<string> {
  const { email, firstName, lastName } = await getAccount(db, accountId);
  const customerId = await payments.createCustomer({
    accountId,
    email,
    name: `${firstName} ${lastName}`.trim(),
    locale: context.locale,
    replaces,
  });
  if (await updateBilling(db, accountId, { customerId })) return customerId;
  // The account was deleted concurrently, before there was a customer to delete with it.
  await payments.deleteCustomer(customerId);
  throw new Problem('UNAUTHENTICATED');
}

const present = ({ id, cycle, state, createdAt }: CheckoutRow): Checkout => ({
  uuid: id,
  cycle,
  state,
  createdAt: createdAt.toISOString(),
});

async function getCheckout({ db }: ProviderDeps, { accountId }: Actor, id: string): Promise<CheckoutRow> {
  const row = await findCheckout(db, accountId, id);
  if (!row) throw new Problem('NOT_FOUND');
  return row;
}

/** Returns the state of a checkout, read from Stripe while it is open. Throws NOT_FOUND. */
export async function readCheckout(deps: ProviderDeps, actor: Actor, id: string): Promise<Checkout> {
  const row = await getCheckout(deps, actor, id);
  if (isFinal(row) || deps.payments === null) return present(row);
  try {
    await syncBilling(deps, deps.payments, actor.accountId, { checkoutId: id });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return present({ ...row, state: 'verifying' });
  }
  return present(await getCheckout(deps, actor, id));
}

/** Cancels a checkout. Throws NOT_FOUND, BILLING_DISABLED or PAYMENTS_UNAVAILABLE. */
export async function cancelCheckout(deps: ProviderDeps, actor: Actor, id: string): Promise<Checkout> {
  const row = await getCheckout(deps, actor, id);
  if (isFinal(row)) return present(row);
  const payments = requirePayments(deps);
  if (row.sessionId !== null) await payments.expireCheckout(row.sessionId);
  await syncBilling(deps, payments, actor.accountId, { checkoutId: id });
  return present(await getCheckout(deps, actor, id));
}
