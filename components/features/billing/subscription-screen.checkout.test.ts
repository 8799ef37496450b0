import { expect, test } from 'vitest';
import {
  paymentView,
  pollInterval,
  type PaymentView,
} from '@/components/features/billing/subscription-screen';
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

test.each<[CheckoutState | undefined, boolean, number | false]>([
  ['processing', false, 2_000],
  ['verifying', false, 2_000],
  ['processing', true, 15_000],
  ['verifying', true, 15_000],
  ['delayed', false, 15_000],
  ['delayed', true, 15_000],
  ['complete', false, false],
  ['failed', true, false],
  ['canceled', false, false],
  [undefined, false, false],
])('a payment that is %s (overdue: %s) is read again after %s', (state, isOverdue, expected) => {
  expect(pollInterval(state, isOverdue)).toBe(expected);
});
