/** The objects of a Stripe account that the product uses, and the events that change them. */

export interface FakePrice {
  id: string;
  object: 'price';
  currency: string;
  unit_amount: number;
  recurring: { interval: 'month' | 'year' };
  currency_options: Record<string, { unit_amount: number }>;
}

export interface FakeCustomer {
  id: string;
  object: 'customer';
  email: string;
  currency: string | null;
  deleted: boolean;
  metadata: Record<string, string>;
}

export interface FakeSession {
  id: string;
  object: 'checkout.session';
  customer: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  subscription: string | null;
  currency: string;
  locale: string;
  success_url: string;
  cancel_url: string;
  client_reference_id: string;
  metadata: Record<string, string>;
  url: string | null;
  price: string;
  subscriptionMetadata: Record<string, string>;
}

export interface FakeSubscription {
  id: string;
  object: 'subscription';
  customer: string;
  status: 'active' | 'past_due' | 'paused' | 'unpaid' | 'incomplete' | 'incomplete_expired' | 'canceled';
  currency: string;
  metadata: Record<string, string>;
  pause_collection: { behavior: string; resumes_at: null } | null;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  latest_invoice: string | null;
  items: { object: 'list'; data: { id: string; price: FakePrice; current_period_end: number }[] };
}

export interface FakeInvoice {
  id: string;
  object: 'invoice';
  customer: string;
  subscription: string;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  created: number;
  currency: string;
  total: number;
  amount_paid: number;
  hosted_invoice_url: string;
  status_transitions: { paid_at: number | null };
  intent: string;
}

export interface FakeCharge {
  id: string;
  object: 'charge';
  customer: string;
  payment_intent: string;
  status: 'succeeded' | 'pending' | 'failed';
  refunded: boolean;
  amount_refunded: number;
}

export type FakeObject = FakeCustomer | FakeSession | FakeSubscription | FakeInvoice | FakeCharge;

/** Result of a payment: succeeded, declined, or pending for days. */
export type Outcome = 'paid' | 'declined' | 'pending';

const monthSeconds = 30 * 24 * 60 * 60;

let made = 0;
export const fakeId = (prefix: string): string =>
  `${prefix}_${(made += 1)}${Math.random().toString(36).slice(2, 10)}`;

const last = <T>(all: readonly T[]): T | undefined => all[all.length - 1];

/** A fake Stripe account. Objects are stored oldest first. `onEvent` is called after each change. */
export class StripeAccount {
  readonly customers: FakeCustomer[] = [];
  readonly sessions: FakeSession[] = [];
  readonly subscriptions: FakeSubscription[] = [];
  readonly invoices: FakeInvoice[] = [];
  readonly charges: FakeCharge[] = [];
  readonly prices: FakePrice[] = [
    priceOf('price_monthly', 'month', { usd: 500, brl: 1900 }),
    priceOf('price_yearly', 'year', { usd: 4800, brl: 18_000 }),
  ];

  constructor(
    private readonly now: () => number,
    private readonly onEvent: (type: string, object: FakeObject) => void,
  ) {}

  find<T extends { id: string }>(all: readonly T[], id: string): T {
    const found = all.find((one) => one.id === id);
    if (!found) throw new Error(`no such object: ${id}`);
    return found;
  }

  /** Returns the newest subscription of a customer. */
  subscriptionOf(customer: string): FakeSubscription {
    const found = last(this.subscriptions.filter((one) => one.customer === customer));
    if (!found) throw new Error(`${customer} has no subscription`);
    return found;
  }

  /** Completes the hosted checkout page. A declined payment leaves it open. */
  pay(sessionId: string, outcome: Outcome = 'paid'): void {
    const session = this.find(this.sessions, sessionId);
    if (session.status !== 'open') throw new Error(`the session is ${session.status}`);
    if (outcome === 'declined') return;
    const price = this.find(this.prices, session.price);
    const subscription: FakeSubscription = {
      id: fakeId('sub'),
      object: 'subscription',
      customer: session.customer,
      status: outcome === 'paid' ? 'active' : 'incomplete',
      currency: session.currency,
      metadata: session.subscriptionMetadata,
      pause_collection: null,
      cancel_at_period_end: false,
      cancel_at: null,
      latest_invoice: null,
      items: {
        object: 'list',
        data: [{ id: fakeId('si'), price, current_period_end: this.periodEnd(price) }],
      },
    };
    this.subscriptions.push(subscription);
    this.find(this.customers, session.customer).currency = session.currency;
    Object.assign(session, {
      status: 'complete',
      payment_status: outcome === 'paid' ? 'paid' : 'unpaid',
      subscription: subscription.id,
      url: null,
    });
    this.onEvent('customer.subscription.created', subscription);
    this.charge(this.invoice(subscription), outcome);
    this.onEvent('checkout.session.completed', session);
  }

  /** Completes or fails a pending payment. */
  settle(sessionId: string, outcome: 'paid' | 'declined'): void {
    const session = this.find(this.sessions, sessionId);
    const subscription = this.find(this.subscriptions, session.subscription ?? '');
    const invoice = this.find(this.invoices, subscription.latest_invoice ?? '');
    subscription.status = outcome === 'paid' ? 'active' : 'incomplete_expired';
    if (outcome === 'paid') session.payment_status = 'paid';
    this.charge(invoice, outcome);
    if (outcome === 'declined') invoice.status = 'void';
    this.onEvent('customer.subscription.updated', subscription);
    this.onEvent(`checkout.session.async_payment_${outcome === 'paid' ? 'succeeded' : 'failed'}`, session);
  }

  expire(sessionId: string): FakeSession {
    const session = this.find(this.sessions, sessionId);
    session.status = 'expired';
    session.url = null;
    this.onEvent('checkout.session.expired', session);
    return session;
  }

  /** Starts the next period. While collection is paused, its invoice is void. */
  renew(subscriptionId: string, outcome: Outcome = 'paid'): void {
    const subscription = this.find(this.subscriptions, subscriptionId);
    const [item] = subscription.items.data;
    if (item) item.current_period_end = this.periodEnd(item.price, item.current_period_end);
    if (subscription.cancel_at_period_end) {
      this.cancelNow(subscriptionId);
      return;
    }
    const invoice = this.invoice(subscription);
    if (subscription.pause_collection) {
      invoice.status = 'void';
      this.onEvent('invoice.voided', invoice);
    } else {
      subscription.status = outcome === 'declined' ? 'past_due' : 'active';
      this.charge(invoice, outcome);
    }
    this.onEvent('customer.subscription.updated', subscription);
  }

  /** Retries the payment of an invoice that failed, with success or for the last time. */
  retry(subscriptionId: string, outcome: 'paid' | 'given up'): void {
    const subscription = this.find(this.subscriptions, subscriptionId);
    const invoice = this.find(this.invoices, subscription.latest_invoice ?? '');
    subscription.status = outcome === 'paid' ? 'active' : 'unpaid';
    this.charge(invoice, outcome === 'paid' ? 'paid' : 'declined');
    this.onEvent('customer.subscription.updated', subscription);
  }

  refund(invoiceId: string): void {
    const invoice = this.find(this.invoices, invoiceId);
    const charge = this.charges.find(({ payment_intent }) => payment_intent === invoice.intent);
    if (!charge) throw new Error('the invoice was not paid');
    Object.assign(charge, { refunded: true, amount_refunded: invoice.total });
    this.onEvent('charge.refunded', charge);
  }

  cancelNow(subscriptionId: string): void {
    const subscription = this.find(this.subscriptions, subscriptionId);
    subscription.status = 'canceled';
    this.onEvent('customer.subscription.deleted', subscription);
  }

  deleteCustomer(customerId: string): void {
    const customer = this.find(this.customers, customerId);
    const ended = ['canceled', 'incomplete_expired'];
    for (const { id, customer: owner, status } of this.subscriptions) {
      if (owner === customerId && !ended.includes(status)) this.cancelNow(id);
    }
    customer.deleted = true;
    this.onEvent('customer.deleted', customer);
  }

  /** Applies changes like `POST /v1/subscriptions/{id}`. */
  update(subscriptionId: string, changes: Record<string, unknown>): FakeSubscription {
    const subscription = this.find(this.subscriptions, subscriptionId);
    const pause = changes['pause_collection'];
    if (pause === '') subscription.pause_collection = null;
    if (typeof pause === 'object' && pause !== null) {
      subscription.pause_collection = { behavior: 'void', resumes_at: null, ...pause };
    }
    if ('cancel_at_period_end' in changes) {
      subscription.cancel_at_period_end = changes['cancel_at_period_end'] === 'true';
      subscription.cancel_at = subscription.cancel_at_period_end
        ? (subscription.items.data[0]?.current_period_end ?? null)
        : null;
    }
    if (changes['cancel_at'] === '') subscription.cancel_at = null;
    if (changes['billing_cycle_anchor'] === 'now') {
      const [item] = subscription.items.data;
      if (item) item.current_period_end = this.periodEnd(item.price);
      this.charge(this.invoice(subscription), 'paid');
    }
    this.onEvent('customer.subscription.updated', subscription);
    return subscription;
  }

  private periodEnd(price: FakePrice, from = this.now()): number {
    return from + monthSeconds * (price.recurring.interval === 'year' ? 12 : 1);
  }

  private invoice(subscription: FakeSubscription): FakeInvoice {
    const price = subscription.items.data[0]?.price;
    const invoice: FakeInvoice = {
      id: fakeId('in'),
      object: 'invoice',
      customer: subscription.customer,
      subscription: subscription.id,
      status: 'open',
      created: this.now(),
      currency: subscription.currency,
      total: price?.currency_options[subscription.currency]?.unit_amount ?? 0,
      amount_paid: 0,
      hosted_invoice_url: `https://invoice.stripe.test/${subscription.id}`,
      status_transitions: { paid_at: null },
      intent: fakeId('pi'),
    };
    this.invoices.push(invoice);
    subscription.latest_invoice = invoice.id;
    return invoice;
  }

  private charge(invoice: FakeInvoice, outcome: Outcome): void {
    const status = { paid: 'succeeded', declined: 'failed', pending: 'pending' } as const;
    this.charges.push({
      id: fakeId('ch'),
      object: 'charge',
      customer: invoice.customer,
      payment_intent: invoice.intent,
      status: status[outcome],
      refunded: false,
      amount_refunded: 0,
    });
    if (outcome === 'paid') {
      Object.assign(invoice, {
        status: 'paid',
        amount_paid: invoice.total,
        status_transitions: { paid_at: this.now() },
      });
    }
    if (outcome !== 'pending')
      this.onEvent(`invoice.${outcome === 'paid' ? 'paid' : 'payment_failed'}`, invoice);
  }
}

function priceOf(id: string, interval: 'month' | 'year', amounts: { usd: number; brl: number }): FakePrice {
  return {
    id,
    object: 'price',
    currency: 'usd',
    unit_amount: amounts.usd,
    recurring: { interval },
    currency_options: { usd: { unit_amount: amounts.usd }, brl: { unit_amount: amounts.brl } },
  };
}
