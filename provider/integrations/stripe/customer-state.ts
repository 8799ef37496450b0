import type Stripe from 'stripe';
import { Currency, type CheckoutState, type PaymentStatus } from '@/lib/contract/billing';
import type { CustomerState, PaymentState, SubscriptionState } from '@/provider/integrations/stripe/payments';

const time = (seconds: number): Date => new Date(seconds * 1000);
const currencyOf = (code: string | undefined): Currency | null =>
  Currency.safeParse(code?.toUpperCase()).data ?? null;
const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Stripe objects of one customer. `subscriptions` include their latest invoice, `invoices` their payments. */
export interface CustomerObjects {
  subscriptions: Stripe.Subscription[];
  invoices: Stripe.Invoice[];
  charges: Stripe.Charge[];
  session: Stripe.Checkout.Session | null;
}

/** State of a customer that the operator has deleted. */
export const unknownCustomer: CustomerState = {
  subscription: null,
  entitledCount: 0,
  currency: null,
  payments: [],
  checkout: null,
};

export function describeCustomer(
  { subscriptions, invoices, charges, session }: CustomerObjects,
  accountId: string,
): CustomerState {
  // The Stripe account may sell other products to the same customer.
  const own = subscriptions.filter(({ metadata }) => metadata['account'] === accountId);
  const states = own.map(describeSubscription);
  const payments = invoices.flatMap((invoice) => describePayment(invoice, charges));
  return {
    // Newest first; the sort is stable.
    subscription: states.sort((a, b) => rankOf(a) - rankOf(b))[0] ?? null,
    entitledCount: states.filter(({ isEntitled }) => isEntitled).length,
    currency: currencyOf(own[0]?.currency ?? invoices[0]?.currency),
    payments,
    checkout: session && describeCheckout(session, own, charges),
  };
}

const ranking: readonly SubscriptionState['status'][] = [
  'active',
  'past_due',
  'paused',
  'unpaid',
  'incomplete',
  'canceled',
];
const rankOf = ({ status }: SubscriptionState): number => ranking.indexOf(status);

function describeSubscription(subscription: Stripe.Subscription): SubscriptionState {
  const [item] = subscription.items.data;
  const status = statusOf(subscription);
  const periodEnd = item ? time(item.current_period_end) : null;
  const cancelsAt = subscription.cancel_at === null ? null : time(subscription.cancel_at);
  return {
    id: subscription.id,
    status,
    cycle: item?.price.recurring?.interval === 'year' ? 'yearly' : 'monthly',
    isEntitled: isEntitled(subscription),
    periodEnd,
    cancelsAt: subscription.cancel_at_period_end ? periodEnd : cancelsAt,
  };
}

function statusOf({ status, pause_collection }: Stripe.Subscription): SubscriptionState['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return pause_collection === null ? 'active' : 'paused';
    case 'past_due':
      return 'past_due';
    case 'paused':
      return 'paused';
    case 'unpaid':
      return 'unpaid';
    case 'incomplete':
      return 'incomplete';
    default:
      return 'canceled';
  }
}

/**
 * A failed payment is retried for some weeks, during which Pro continues. While collection is paused, the invoice of
 * each new period is void: the paid period has then ended.
 */
function isEntitled({ status, latest_invoice }: Stripe.Subscription): boolean {
  if (!['active', 'trialing', 'past_due'].includes(status)) return false;
  return latest_invoice === null || typeof latest_invoice === 'string' || latest_invoice.status !== 'void';
}

function describePayment(invoice: Stripe.Invoice, charges: Stripe.Charge[]): PaymentState[] {
  const status = paymentStatusOf(invoice, charges);
  const currency = currencyOf(invoice.currency);
  if (status === null || currency === null || !invoice.id) return [];
  return [
    {
      invoiceId: invoice.id,
      date: time(invoice.status_transitions.paid_at ?? invoice.created),
      amount: invoice.total,
      currency,
      status,
      invoiceUrl: invoice.hosted_invoice_url ?? null,
    },
  ];
}

/** Null for a draft, which may still change. */
function paymentStatusOf(invoice: Stripe.Invoice, all: Stripe.Charge[]): PaymentStatus | null {
  const intents = invoice.payments?.data.map(({ payment }) => idOf(payment.payment_intent)) ?? [];
  const charges = all.filter(({ payment_intent }) => intents.includes(idOf(payment_intent) ?? ''));
  switch (invoice.status) {
    case 'paid':
      if (charges.some(({ refunded }) => refunded)) return 'refunded';
      return invoice.amount_paid === 0 ? 'completed' : 'succeeded';
    case 'open':
      // The newest attempt comes first.
      return charges[0]?.status === 'failed' ? 'failed' : 'pending';
    case 'uncollectible':
      return 'failed';
    case 'void':
      return 'canceled';
    default:
      return null;
  }
}

function describeCheckout(
  session: Stripe.Checkout.Session,
  subscriptions: Stripe.Subscription[],
  charges: Stripe.Charge[],
): CheckoutState {
  if (session.status === 'expired') return 'canceled';
  if (session.status !== 'complete') return 'processing';
  const subscription = subscriptions.find(({ id }) => id === idOf(session.subscription));
  if (!subscription) return 'verifying';
  if (['canceled', 'incomplete_expired', 'unpaid'].includes(subscription.status)) return 'failed';
  if (session.payment_status !== 'unpaid') return isEntitled(subscription) ? 'complete' : 'verifying';
  return charges[0]?.status === 'failed' ? 'failed' : 'delayed';
}
