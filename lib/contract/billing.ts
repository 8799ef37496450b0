import { z } from 'zod';
import { Plan } from '@/lib/contract/account';
import type { Definition } from '@/lib/contract/endpoint';
import { serviceLimits } from '@/lib/contract/service-limits';
import { Timestamp, Uuid } from '@/lib/contract/primitives';

export const BillingCycle = z.enum(['monthly', 'yearly']);
export type BillingCycle = z.infer<typeof BillingCycle>;

export const Currency = z.enum(['USD', 'BRL']);
export type Currency = z.infer<typeof Currency>;

const Cents = z.int().meta({ description: 'In cents of the currency.' });

export const SubscriptionStatus = z
  .enum(['none', 'incomplete', 'active', 'past_due', 'paused', 'unpaid', 'canceled'])
  .meta({
    description:
      'past_due: the last payment failed and is tried again, Pro goes on. unpaid: it was tried often enough, Pro has ' +
      'stopped. incomplete: the first payment has not arrived.',
  });
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

export const PaymentStatus = z
  .enum(['completed', 'succeeded', 'refunded', 'failed', 'pending', 'canceled'])
  .meta({ description: 'completed: there was nothing to pay. succeeded: paid.' });
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
  count: z.int().nullable().meta({ description: 'How much of it is in use; null where it is not counted.' }),
  limit: z.int().nullable().meta({ description: 'What the free plan allows; null where it allows none.' }),
});

export const Downgrade = z
  .object({
    stops: z.array(StoppedFeature).meta({
      description:
        'What stops. Everything saved stays usable; `spaces` is included if the account has more than the free plan allows to create.',
    }),
  })
  .meta({ id: 'Downgrade' });
export type Downgrade = z.infer<typeof Downgrade>;

export const Prices = z.object({
  monthly: Cents,
  yearly: Cents,
  currency: Currency.meta({
    description: 'Of the language of the request, or of the payments of the account where it has any.',
  }),
  savedPercent: z.int().meta({ description: 'What a year saves against twelve months.' }),
});
export type Prices = z.infer<typeof Prices>;

export const Billing = z
  .object({
    enabled: z.boolean().meta({ description: 'False where payments are not set up.' }),
    plan: Plan.meta({ description: 'The plan in force.' }),
    cycle: BillingCycle.nullable().meta({ description: 'Null without a subscription.' }),
    status: SubscriptionStatus,
    nextBillingDate: Timestamp.nullable().meta({ description: 'Null where nothing more will be charged.' }),
    endsAt: Timestamp.nullable().meta({
      description: 'When Pro stops: it was canceled or paused, and is paid until then.',
    }),
    paused: z.boolean(),
    cancelAtPeriodEnd: z.boolean(),
    portal: z.boolean().meta({ description: 'Whether there is a customer portal to open.' }),
    prices: Prices.nullable().meta({ description: 'Null while they cannot be read.' }),
    history: z.array(Payment).meta({ description: 'Newest first, at most 100.' }),
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
        'Where to send the browser. It comes back to /settings/subscription?checkout={uuid}, with &canceled=true when ' +
        'the checkout was closed.',
    }),
  })
  .meta({ id: 'StartedCheckout' });

export const CheckoutState = z
  .enum(['processing', 'verifying', 'complete', 'canceled', 'delayed', 'failed'])
  .meta({
    description:
      'processing: the checkout is not finished. verifying: it is finished, and the payment is being checked. complete: ' +
      'paid, and Pro is on. canceled: closed or expired without a payment. delayed: the means of payment takes days. ' +
      'failed: the payment was refused.',
  });
export type CheckoutState = z.infer<typeof CheckoutState>;

export const Checkout = z
  .object({ uuid: Uuid, cycle: BillingCycle, state: CheckoutState, createdAt: Timestamp })
  .meta({ id: 'Checkout' });
export type Checkout = z.infer<typeof Checkout>;

const PortalSession = z.object({
  url: z
    .string()
    .meta({ description: 'Where to send the browser. It comes back to /settings/subscription.' }),
});

const byUuid = z.object({ uuid: Uuid });

export const billing = {
  'billing.get': {
    summary: 'Get the plan, subscription, prices and payments of the account.',
    sessionOnly: true,
    responses: { 200: Billing },
  },
  'billing.startCheckout': {
    summary: 'Start paying for Pro. Any earlier open checkout of the account is closed.',
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
