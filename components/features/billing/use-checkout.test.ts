import { expect, test } from 'vitest';
import { paymentView, type PaymentView } from '@/components/features/billing/subscription-screen';
import { CheckoutState } from '@/lib/contract/billing';

const inTime = { hasFailed: false, isOverdue: false };

test.each(CheckoutState.options)('a payment that is %s is shown as that', (state) => {
  expect(paymentView(state, inTime)).toBe(state);
});

test.each<[CheckoutState | undefined, { hasFailed?: boolean; isOverdue?: boolean }, PaymentView]>([
  [undefined, {}, 'verifying'],
  [undefined, { hasFailed: true }, 'error'],
  ['processing', { isOverdue: true }, 'delayed'],
  ['verifying', { isOverdue: true }, 'delayed'],
  ['complete', { isOverdue: true }, 'complete'],
  ['failed', { isOverdue: true }, 'failed'],
  ['canceled', { isOverdue: true }, 'canceled'],
  // A single failed request changes nothing.
  ['verifying', { hasFailed: true }, 'verifying'],
])('a payment that is %s, %j, is shown as %s', (state, changes, expected) => {
  expect(paymentView(state, { ...inTime, ...changes })).toBe(expected);
});
