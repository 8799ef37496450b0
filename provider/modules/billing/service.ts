import type { Language } from '@/lib/contract/account';
import type { Billing, Currency, SubscriptionStatus } from '@/lib/contract/billing';
import { describeDowngrade } from '@/lib/domain/plans';
import type { Actor, RequestContext } from '@/provider/actor';
import type { BillingRow } from '@/provider/db/schema/billing';
import type { ProviderDeps } from '@/provider/deps';
import type { Payments } from '@/provider/integrations/stripe/payments';
import { findBilling, selectPayments, selectUsage } from '@/provider/modules/billing/queries';
import { syncBilling } from '@/provider/modules/billing/sync';
import { planInForce } from '@/provider/policies';
import { Problem } from '@/provider/problem';
import { getAccount } from '@/provider/modules/account/queries';

/** Returns the payments client. Throws BILLING_DISABLED, also if the installation sets one plan for all accounts. */
export function requirePayments({ payments, config }: Pick<ProviderDeps, 'payments' | 'config'>): Payments {
  if (payments === null || config.selfHostedPlan !== undefined) throw new Problem('BILLING_DISABLED');
  return payments;
}

const liveStatuses: readonly SubscriptionStatus[] = ['active', 'past_due', 'paused', 'unpaid'];

/** Whether there is a subscription that can be changed. */
export const hasSubscription = ({ status }: BillingRow): boolean => liveStatuses.includes(status);

/** Returns the currency of earlier payments, or that of the request's language. */
export const currencyOf = (row: BillingRow | null, locale: Language): Currency =>
  row?.currency ?? (locale === 'pt-BR' ? 'BRL' : 'USD');

/** Returns the plan, the payments and the available prices of an account. */
export async function readBilling(
  deps: ProviderDeps,
  { accountId }: Actor,
  { locale }: RequestContext,
): Promise<Billing> {
  const { db, payments, config } = deps;
  const row = await findBilling(db, accountId);
  const isEnabled = payments !== null && config.selfHostedPlan === undefined;
  const [account, history, downgrade, prices] = await Promise.all([
    getAccount(db, accountId),
    row ? selectPayments(db, accountId) : [],
    selectUsage(db, accountId).then(describeDowngrade),
    isEnabled ? payments.readPrices(currencyOf(row, locale)) : null,
  ]);
  return {
    enabled: isEnabled,
    plan: planInForce(account.plan, config),
    ...describeSubscription(row),
    portal: isEnabled && Boolean(row?.customerId),
    prices,
    history,
    downgrade,
  };
}

function describeSubscription(row: BillingRow | null) {
  const { status = 'none', cycle = null, periodEnd, cancelsAt, entitled = false } = row ?? {};
  const isPaused = status === 'paused';
  const isCanceled = Boolean(cancelsAt) && status !== 'canceled';
  const isCharged = (status === 'active' || status === 'past_due') && !isCanceled;
  const end = isCanceled ? cancelsAt : isPaused && entitled ? periodEnd : null;
  return {
    cycle,
    status,
    nextBillingDate: isCharged ? (periodEnd?.toISOString() ?? null) : null,
    endsAt: end?.toISOString() ?? null,
    paused: isPaused,
    cancelAtPeriodEnd: isCanceled,
  };
}

/** Returns the URL of the customer portal. Throws BILLING_DISABLED, NO_SUBSCRIPTION or PAYMENTS_UNAVAILABLE. */
export async function openPortal(
  deps: ProviderDeps,
  { accountId }: Actor,
  { locale }: RequestContext,
): Promise<string> {
  const payments = requirePayments(deps);
  const customerId = (await findBilling(deps.db, accountId))?.customerId;
  if (!customerId) throw new Problem('NO_SUBSCRIPTION');
  return payments.openPortal(customerId, locale);
}

type SubscriptionChange = 'pause' | 'resume' | 'cancelAtPeriodEnd';

/**
 * Changes the subscription at Stripe and returns the result. Throws BILLING_DISABLED, NO_SUBSCRIPTION or
 * PAYMENTS_UNAVAILABLE.
 */
export async function changeSubscription(
  deps: ProviderDeps,
  actor: Actor,
  change: SubscriptionChange,
  context: RequestContext,
): Promise<Billing> {
  const payments = requirePayments(deps);
  const row = await findBilling(deps.db, actor.accountId);
  if (!row?.subscriptionId || !hasSubscription(row)) throw new Problem('NO_SUBSCRIPTION');
  await payments[change](row.subscriptionId);
  await syncBilling(deps, payments, actor.accountId);
  return readBilling(deps, actor, context);
}
