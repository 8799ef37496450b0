import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { BillingCycle, Currency, Prices } from '@/lib/contract/billing';
import { savedPercent } from '@/lib/domain/plans';
import type { Log } from '@/provider/deps';
import { describeCustomer, unknownCustomer } from '@/provider/integrations/stripe/customer-state';
import type { PaymentEvent, Payments } from '@/provider/integrations/stripe/payments';
import { Problem } from '@/provider/problem';

export interface PaymentSettings {
  readonly secretKey: string;
  /** Secrets of the webhook; two during a rotation. */
  readonly webhookSecrets: readonly string[];
  readonly prices: Readonly<Record<BillingCycle, string>>;
  readonly apiBase: string;
  /** URL to which Stripe redirects the browser. */
  readonly returnUrl: string;
}

const timeoutMs = 10_000;
const signatureToleranceSeconds = 300;
const pricesLifetimeMs = 10 * 60_000;
const pricesRetryMs = 30_000;

/** Creates the Stripe client. The library is loaded with the first call. */
export function createPayments(settings: PaymentSettings, log: Log): Payments {
  const { prices, returnUrl } = settings;
  let loaded: Promise<Stripe> | undefined;
  const client = (): Promise<Stripe> => (loaded ??= loadClient(settings));

  async function callStripe<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await client();
    try {
      return await work(stripe);
    } catch (error) {
      throw toProblem(error, log);
    }
  }

  return {
    readPrices: createPriceReader(async (currency) => {
      const options = { timeout: 5_000, maxNetworkRetries: 0 };
      const [monthly, yearly] = await callStripe((stripe) =>
        Promise.all(
          [prices.monthly, prices.yearly].map((id) =>
            stripe.prices.retrieve(id, { expand: ['currency_options'] }, options),
          ),
        ),
      );
      return comparePrices(monthly, yearly, currency);
    }),

    createCustomer: ({ accountId, email, name, locale, replaces }) =>
      callStripe(async (stripe) => {
        const customer = await stripe.customers.create(
          { email, name, preferred_locales: [locale], metadata: { account: accountId } },
          { idempotencyKey: keyOf('customer', accountId, email, name, locale, replaces ?? '') },
        );
        return customer.id;
      }),

    startCheckout: ({ accountId, checkoutId, customerId, cycle, currency, locale }) =>
      callStripe(async (stripe) => {
        const resultUrl = `${returnUrl}?checkout=${checkoutId}`;
        const metadata = { account: accountId, checkout: checkoutId };
        const session = await stripe.checkout.sessions
          .create(
            {
              mode: 'subscription',
              customer: customerId,
              client_reference_id: accountId,
              line_items: [{ price: prices[cycle], quantity: 1 }],
              currency: currency.toLowerCase(),
              locale,
              metadata,
              subscription_data: { metadata },
              success_url: resultUrl,
              cancel_url: `${resultUrl}&canceled=true`,
            },
            { idempotencyKey: keyOf('checkout', checkoutId, customerId) },
          )
          .catch((error: unknown) => (isMissing(error, 'customer') ? null : Promise.reject(asError(error))));
        if (session === null) return null;
        if (session.url === null) throw new Error('a checkout session has no URL');
        return { sessionId: session.id, url: session.url };
      }),

    expireCheckout: (sessionId) =>
      callStripe(async (stripe) => {
        const { status } = await stripe.checkout.sessions.retrieve(sessionId);
        if (status !== 'open') return status === 'expired';
        return expireOpen(stripe, sessionId);
      }),

    openPortal: (customer, locale) =>
      callStripe(async (stripe) => {
        const session = await stripe.billingPortal.sessions.create({
          customer,
          locale,
          return_url: returnUrl,
        });
        return session.url;
      }),

    readCustomer: ({ accountId, customerId: customer, sessionId }) =>
      callStripe(async (stripe) => {
        const read = Promise.all([
          stripe.subscriptions.list({
            customer,
            status: 'all',
            limit: 100,
            expand: ['data.latest_invoice'],
          }),
          stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] }),
          stripe.charges.list({ customer, limit: 100 }),
          sessionId === null ? null : stripe.checkout.sessions.retrieve(sessionId),
        ]);
        const found = await read.catch((error: unknown) =>
          isMissing(error, 'customer') ? null : Promise.reject(asError(error)),
        );
        if (found === null) return unknownCustomer;
        const [subscriptions, invoices, charges, session] = found;
        return describeCustomer(
          { subscriptions: subscriptions.data, invoices: invoices.data, charges: charges.data, session },
          accountId,
        );
      }),

    pause: (id) =>
      callStripe(async (stripe) => {
        await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } });
      }),

    resume: (id) => callStripe((stripe) => resumeSubscription(stripe, id)),

    cancelAtPeriodEnd: (id) =>
      callStripe(async (stripe) => {
        await stripe.subscriptions.update(id, { cancel_at_period_end: true });
      }),

    deleteCustomer: (customer) =>
      callStripe(async (stripe) => {
        try {
          const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
          for (const { id } of open.data) await expireOpen(stripe, id);
          await stripe.customers.del(customer);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),

    readEvent: async (body, signature, now) => readEvent(await client(), settings, { body, signature, now }),
  };
}

async function loadClient({ secretKey, apiBase }: PaymentSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(apiBase);
  return new StripeClient(secretKey, {
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

async function resumeSubscription(stripe: Stripe, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  if (subscription.status === 'paused') {
    await stripe.subscriptions.resume(id);
    return;
  }
  const { latest_invoice: invoice } = subscription;
  const isUnpaid = invoice !== null && typeof invoice === 'object' && invoice.status === 'void';
  const changes: Stripe.SubscriptionUpdateParams = { pause_collection: '' };
  if (subscription.cancel_at_period_end) changes.cancel_at_period_end = false;
  else if (subscription.cancel_at !== null) changes.cancel_at = '';
  if (isUnpaid) Object.assign(changes, { billing_cycle_anchor: 'now', proration_behavior: 'none' });
  await stripe.subscriptions.update(id, changes);
}

interface SignedBody {
  body: Uint8Array;
  signature: string;
  now: Date;
}

/**
 * Whether a signature was created too far in the future. Stripe's library accepts it, and it would stay valid until then.
 * Like the library, reads the last `t` of the header.
 */
function isFromFuture(signature: string, now: Date): boolean {
  const times = [...signature.matchAll(/(?:^|,)t=([^,]*)/g)];
  const seconds = Number.parseInt(times.at(-1)?.[1] ?? '', 10);
  return !(seconds <= now.getTime() / 1000 + signatureToleranceSeconds);
}

async function readEvent(
  stripe: Stripe,
  { webhookSecrets, secretKey }: PaymentSettings,
  { body, signature, now }: SignedBody,
): Promise<PaymentEvent | null> {
  if (isFromFuture(signature, now)) return null;
  for (const secret of webhookSecrets) {
    try {
      const event = await stripe.webhooks.constructEventAsync(
        Buffer.from(body),
        signature,
        secret,
        signatureToleranceSeconds,
        undefined,
        now.getTime(),
      );
      // Test events must not change live data, and live events must not change test data.
      if (event.livemode !== /^(?:sk|rk)_live_/.test(secretKey)) return null;
      return { id: event.id, type: event.type, customerId: customerOf(event.data.object) };
    } catch {
      // Signed with another secret, too old, or not an event.
    }
  }
  return null;
}

function customerOf(object: Stripe.Event.Data.Object): string | null {
  const {
    object: kind,
    id,
    customer,
  } = object as {
    object?: string;
    id?: string;
    customer?: string | { id: string } | null;
  };
  if (kind === 'customer') return id ?? null;
  return typeof customer === 'string' ? customer : (customer?.id ?? null);
}

/**
 * Caches prices, which rarely change: they are read again after some minutes, and the old ones are used while that
 * fails.
 */
function createPriceReader(
  read: (currency: Currency) => Promise<Prices | null>,
): (currency: Currency) => Promise<Prices | null> {
  const known = new Map<Currency, { prices: Promise<Prices | null>; until: number }>();
  return (currency) => {
    const before = known.get(currency);
    if (before && Date.now() < before.until) return before.prices;
    const entry = {
      until: Date.now() + pricesLifetimeMs,
      prices: read(currency).catch((): Promise<Prices | null> | null => {
        entry.until = Date.now() + pricesRetryMs;
        return before?.prices ?? null;
      }),
    };
    known.set(currency, entry);
    return entry.prices;
  };
}

function comparePrices(
  monthly: Stripe.Price | undefined,
  yearly: Stripe.Price | undefined,
  currency: Currency,
): Prices | null {
  const monthlyAmount = amountIn(monthly, currency);
  const yearlyAmount = amountIn(yearly, currency);
  if (monthlyAmount === null || yearlyAmount === null) return null;
  return {
    monthly: monthlyAmount,
    yearly: yearlyAmount,
    currency,
    savedPercent: savedPercent(monthlyAmount, yearlyAmount),
  };
}

function amountIn(price: Stripe.Price | undefined, currency: Currency): number | null {
  const key = currency.toLowerCase();
  const option = price?.currency_options?.[key]?.unit_amount;
  return option ?? (price?.currency === key ? price.unit_amount : null);
}

/** Idempotency key: Stripe executes requests with the same key once. */
const keyOf = (...facts: string[]): string => createHash('sha256').update(facts.join('\n')).digest('hex');

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Common fields of the library's errors, except the message, which may contain a name. */
interface StripeFailure {
  type?: string;
  code?: string;
  param?: string;
  statusCode?: number;
  requestId?: string;
}

const isMissing = (error: unknown, param?: string): boolean => {
  const failure = error as StripeFailure;
  return failure.code === 'resource_missing' && (param === undefined || failure.param === param);
};

/** Expires an open session; false if it was paid in the meantime. */
async function expireOpen(stripe: Stripe, sessionId: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(sessionId);
    return true;
  } catch (error) {
    if ((error as StripeFailure).statusCode !== 400) throw error;
    return false;
  }
}

function toProblem(error: unknown, log: Log): Error {
  if (error instanceof Problem) return error;
  const { type, code, param, statusCode, requestId } = error as StripeFailure;
  if (type === undefined) return asError(error);
  log.error({ type, code, param, statusCode, stripeRequest: requestId }, 'a request to Stripe failed');
  return new Problem('PAYMENTS_UNAVAILABLE');
}
