import { eq } from 'drizzle-orm';
import { afterAll, beforeEach } from 'vitest';
import type { BillingCycle } from '@/lib/contract/billing';
import { accounts } from '@/provider/db/schema/accounts';
import type { PaymentSettings } from '@/provider/integrations/stripe/create-payments';
import type { Outcome } from '@/provider/integrations/stripe/testing/stripe-account';
import {
  startStripeServer,
  type SignedEvent,
  type StripeServer,
} from '@/provider/integrations/stripe/testing/stripe-server';
import {
  createTestProvider,
  type TestAccount,
  type TestProvider,
  type TestProviderOptions,
} from '@/provider/testing/test-provider';

export interface Billed extends TestProvider {
  stripe: StripeServer;
  /** Payment settings of the provider for this server. */
  settings: PaymentSettings;
  /** Creates an account with a verified address. */
  buyer: () => Promise<TestAccount>;
  /** Starts a checkout, and returns the session created at Stripe. */
  begin: (person: TestAccount, cycle?: BillingCycle) => Promise<{ uuid: string; sessionId: string }>;
  /** Creates an account that has paid, and whose events have all been delivered. */
  subscriber: (cycle?: BillingCycle) => Promise<TestAccount & { customerId: string; subscriptionId: string }>;
  /** Sends an event to the webhook. */
  send: (event: SignedEvent) => Promise<Response>;
  /** Sends all undelivered events in order, or as rearranged by `arrange`; returns the response statuses. */
  sendNew: (arrange?: (events: SignedEvent[]) => SignedEvent[]) => Promise<number[]>;
  planOf: (person: TestAccount) => Promise<string | undefined>;
  billingOf: (
    person: TestAccount,
    headers?: Record<string, string>,
  ) => Promise<Awaited<ReturnType<typeof billingCall>>>;
  /** Returns a checkout session at Stripe. */
  sessionOf: (id: string) => StripeServer['account']['sessions'][number];
  /** Returns the end of the paid period in ISO 8601. */
  periodEndOf: (subscriptionId: string) => string;
}

const billingCall = async ({ call }: TestProvider, person: TestAccount, headers: Record<string, string>) =>
  (await call('billing.get', {}, { ...person, headers })).body;

/** Creates a provider that takes payments through its own Stripe server. */
export async function createBilledProvider(options: TestProviderOptions = {}): Promise<Billed> {
  const stripe = await startStripeServer();
  afterAll(() => stripe.close());
  beforeEach(() => {
    stripe.outage = null;
  });
  const { env } = stripe;
  const settings = {
    secretKey: env['STRIPE_SECRET_KEY'] ?? '',
    webhookSecrets: [env['STRIPE_WEBHOOK_SECRET'] ?? '', 'whsec_next'],
    prices: { monthly: env['STRIPE_PRICE_MONTHLY'] ?? '', yearly: env['STRIPE_PRICE_YEARLY'] ?? '' },
    apiBase: stripe.url,
    returnUrl: 'https://markwell.test/settings/subscription',
  };
  const tested = await createTestProvider({ payments: settings, ...options });
  const { call, db, signUp, request } = tested;
  let sent = 0;

  const send: Billed['send'] = ({ body, signature }) =>
    request('/v1/billing/webhook', { method: 'POST', body, headers: { 'stripe-signature': signature } });
  const sendNew: Billed['sendNew'] = async (arrange = (events) => events) => {
    const newEvents = arrange(stripe.events.slice(sent));
    sent = stripe.events.length;
    const statuses: number[] = [];
    for (const event of newEvents) statuses.push((await send(event)).status);
    return statuses;
  };
  const buyer = async (): Promise<TestAccount> => {
    const person = await signUp();
    await db.update(accounts).set({ emailVerifiedAt: new Date() }).where(eq(accounts.id, person.accountId));
    return person;
  };
  const begin: Billed['begin'] = async (person, cycle = 'monthly') => {
    const { uuid, url } = (await call('billing.startCheckout', { body: { cycle } }, person)).body;
    return { uuid, sessionId: url.slice(url.lastIndexOf('/') + 1) };
  };
  return {
    ...tested,
    stripe,
    settings,
    buyer,
    begin,
    send,
    sendNew,
    subscriber: async (cycle) => {
      const person = await buyer();
      const { sessionId } = await begin(person, cycle);
      stripe.account.pay(sessionId);
      await sendNew();
      const { customer, subscription } = stripe.account.find(stripe.account.sessions, sessionId);
      return { ...person, customerId: customer, subscriptionId: subscription ?? '' };
    },
    planOf: async (person) => (await call('account.get', {}, person)).body.plan,
    billingOf: (person, headers = {}) => billingCall(tested, person, headers),
    sessionOf: (id) => stripe.account.find(stripe.account.sessions, id),
    periodEndOf: (subscriptionId) => {
      const [item] = stripe.account.find(stripe.account.subscriptions, subscriptionId).items.data;
      return new Date((item?.current_period_end ?? 0) * 1000).toISOString();
    },
  };
}

export type { Outcome };
