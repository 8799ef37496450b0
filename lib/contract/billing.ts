import { z } from 'zod';
import { Plan } from '@/lib/contract/account';
import type { Definition } from '@/lib/contract/endpoint';
import { serviceLimits } from '@/lib/contract/service-limits';
import { Timestamp, Uuid } from '@/lib/contract/primitives';

export const BillingCycle = z.enum(['monthly', 'yearly']);
export type BillingCycle = z.infer<typeof BillingCycle>;

export const Currency = z.enum(['USD', 'BRL']);
export type Currency = z.infer<typeof Currency>;

const Cents = z.int().meta({ description: 'Amount in cents.' });

export const SubscriptionStatus = z
  .enum(['none', 'incomplete', 'active', 'past_due', 'paused', 'unpaid', 'canceled'])
  .meta({
    description:
      '`past_due`: the last payment failed and will be retried; Pro stays on. `unpaid`: all retries failed; Pro is off. `incomplete`: waiting for the first payment.',
  });
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

export const PaymentStatus = z
  .enum(['completed', 'succeeded', 'refunded', 'failed', 'pending', 'canceled'])
  .meta({ description: '`completed`: nothing was due. `succeeded`: paid.' });
export type PaymentStatus = z.infer<typeof PaymentStatus>;

export const Payment = z
  .object({
    uuid: Uuid,
    date: Timestamp,
    amount: Cents,
    currency: Currency,
    status: PaymentStatus,
    invoiceUrl: z.string().nullable(),
  })
  .meta({ id: 'Payment' });
export type Payment = z.infer<typeof Payment>;

const StoppedFeature = z.object({
  feature: z.enum(['spaces', 'smart', 'ask', 'pageText', 'suggestions', 'support']),
  count: z.int().nullable().meta({ description: 'Number in use. Null if the feature isn’t counted.' }),
  limit: z
    .int()
    .nullable()
    .meta({ description: 'Limit of the Free plan. Null if the feature isn’t included.' }),
});

export const Downgrade = z
  .object({
    stops: z.array(StoppedFeature).meta({
      description:
        'Features lost on cancellation. Saved data stays usable. Includes `spaces` if the account has more spaces than the Free plan includes.',
    }),
  })
  .meta({ id: 'Downgrade' });
export type Downgrade = z.infer<typeof Downgrade>;

export const Prices = z.object({
  monthly: Cents,
  yearly: Cents,
  currency: Currency.meta({
    description:
      'Currency of earlier payments. Without payments, the currency for the language of the request.',
  }),
  savedPercent: z.int().meta({ description: 'Percentage saved by paying yearly instead of monthly.' }),
});
export type Prices = z.infer<typeof Prices>;

export const Billing = z
  .object({
    enabled: z.boolean().meta({ description: 'Whether payments are set up on this installation.' }),
    plan: Plan.meta({ description: 'Plan currently in effect.' }),
    cycle: BillingCycle.nullable().meta({ description: 'Billing cycle. Null without a subscription.' }),
    status: SubscriptionStatus,
    nextBillingDate: Timestamp.nullable().meta({
      description: 'Date of the next charge. Null if there is none.',
    }),
    endsAt: Timestamp.nullable().meta({
      description: 'End of the paid period of a canceled or paused subscription.',
    }),
    paused: z.boolean(),
    cancelAtPeriodEnd: z.boolean(),
    portal: z.boolean().meta({ description: 'Whether the customer portal is available.' }),
    prices: Prices.nullable().meta({ description: 'Prices of Pro. Null if they can’t be loaded.' }),
    history: z.array(Payment).meta({ description: 'Payments, newest first, up to 100.' }),
    downgrade: Downgrade,
  })
  .meta({ id: 'Billing' });
export type Billing = z.infer<typeof Billing>;

const CheckoutInput = z.strictObject({ cycle: BillingCycle });

export const StartedCheckout = z
  .object({
    uuid: Uuid,
    url: z.string().meta({
      description:
        'URL to open in the browser. It redirects to `/settings/subscription?checkout={uuid}`, with `&canceled=true` if the checkout was closed.',
    }),
  })
  .meta({ id: 'StartedCheckout' });

export const CheckoutState = z
  .enum(['processing', 'verifying', 'complete', 'canceled', 'delayed', 'failed'])
  .meta({
    description:
      '`processing`: not finished. `verifying`: finished, and the payment is being verified. `complete`: paid, and Pro is on. `canceled`: closed or expired without payment. `delayed`: the payment method takes days. `failed`: the payment was declined.',
  });
export type CheckoutState = z.infer<typeof CheckoutState>;

export const Checkout = z
  .object({ uuid: Uuid, cycle: BillingCycle, state: CheckoutState, createdAt: Timestamp })
  .meta({ id: 'Checkout' });
export type Checkout = z.infer<typeof Checkout>;

const PortalSession = z.object({
  url: z
    .string()
    .meta({ description: 'URL to open in the browser. It redirects to `/settings/subscription`.' }),
});

const byUuid = z.object({ uuid: Uuid });

export const billing = {
  'billing.get': {
    summary: 'Get the plan, subscription, prices and payments of the account.',
    sessionOnly: true,
    responses: { 200: Billing },
  },
  'billing.startCheckout': {
    summary: 'Start a checkout for Pro. Any earlier open checkout of the account is closed.',
    sessionOnly: true,
    body: CheckoutInput,
    responses: { 200: StartedCheckout },
    problems: [
      'BILLING_DISABLED',
      'ALREADY_SUBSCRIBED',
      'PAYMENT_PENDING',
      'EMAIL_NOT_VERIFIED',
      'OUTDATED',
      'PAYMENTS_UNAVAILABLE',
    ],
  },
  'billing.getCheckout': {
    summary: 'Get the status of a checkout.',
    sessionOnly: true,
    params: byUuid,
    responses: { 200: Checkout },
  },
  'billing.cancelCheckout': {
    summary: 'Close a checkout so that it can no longer be paid. Completed payments stay.',
    sessionOnly: true,
    params: byUuid,
    responses: { 200: Checkout },
    problems: ['BILLING_DISABLED', 'PAYMENTS_UNAVAILABLE'],
  },
  'billing.openPortal': {
    summary: 'Open the customer portal with payment methods, invoices and address.',
    sessionOnly: true,
    responses: { 200: PortalSession },
    problems: ['BILLING_DISABLED', 'NO_SUBSCRIPTION', 'PAYMENTS_UNAVAILABLE'],
  },
  'billing.pause': {
    summary: 'Pause payments. Pro stays on until the end of the paid period.',
    sessionOnly: true,
    responses: { 200: Billing },
    problems: ['BILLING_DISABLED', 'NO_SUBSCRIPTION', 'PAYMENTS_UNAVAILABLE'],
  },
  'billing.resume': {
    summary: 'Resume a paused subscription, or one that is set to cancel.',
    sessionOnly: true,
    responses: { 200: Billing },
    problems: ['BILLING_DISABLED', 'NO_SUBSCRIPTION', 'PAYMENTS_UNAVAILABLE'],
  },
  'billing.cancel': {
    summary: 'Cancel the subscription at the end of the paid period.',
    sessionOnly: true,
    responses: { 200: Billing },
    problems: ['BILLING_DISABLED', 'NO_SUBSCRIPTION', 'PAYMENTS_UNAVAILABLE'],
  },
  'billing.webhook': {
    summary: 'Receive Stripe events, signed by Stripe.',
    body: { bytes: true, contentTypes: ['application/json'], maxBytes: serviceLimits.bodyBytes },
    responses: { 200: null },
    problems: ['BILLING_DISABLED', 'INVALID_SIGNATURE', 'PAYMENTS_UNAVAILABLE'],
  },
} satisfies Record<string, Definition>;
