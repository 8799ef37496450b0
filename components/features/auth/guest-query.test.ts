import { expect, test } from 'vitest';
import { readGuestQuery, registerOffer, secondsUntilResend } from '@/components/features/auth/guest-query';

test('without a query both screens lead to the start page', () => {
  const { plan, destination, link } = readGuestQuery({});
  expect(plan).toBe('free');
  expect(destination).toBe('/');
  expect(link('/register')).toBe('/register');
});

test('the other screen keeps the plan and the destination', () => {
  const { plan, destination, link } = readGuestQuery({ plan: 'pro', redirect: '/collections?sort=name-ASC' });
  expect(plan).toBe('pro');
  expect(destination).toBe('/collections?sort=name-ASC');
  expect(link('/signin')).toBe('/signin?plan=pro&redirect=%2Fcollections%3Fsort%3Dname-ASC');
});

test('a redirect to another site is not followed', () => {
  expect(readGuestQuery({ redirect: '//evil.example' }).destination).toBe('/');
  expect(readGuestQuery({ redirect: ['https://evil.example', '/search'] }).destination).toBe('/');
});

test('plan=pro without a redirect leads to the subscription', () => {
  expect(readGuestQuery({ plan: 'pro' }).destination).toBe('/settings/subscription?plan=pro');
});

const now = Date.parse('2026-03-04T05:06:00.000Z');

test.each([
  ['2026-03-04T05:06:00.000Z', 60],
  ['2026-03-04T05:05:42.000Z', 42],
  ['2026-03-04T05:05:00.000Z', 0],
  ['2025-01-01T00:00:00.000Z', 0],
  // The clocks of two machines may differ.
  ['2026-03-04T05:07:00.000Z', 60],
])('after signing up at %s the wait is %i seconds', (signedUpAt, seconds) => {
  expect(secondsUntilResend(signedUpAt, now)).toBe(seconds);
});

test.each([
  ['free', true, 'free', 'free', 'registerTitle', 'registerText'],
  ['free', true, 'pro', 'pro', 'registerTitlePro', 'registerTextPro'],
  ['free', false, 'free', 'free', 'registerTitle', 'registerText'],
  ['free', false, 'pro', 'free', 'registerTitle', 'registerText'],
  ['pro', true, 'free', 'free', 'registerTitle', 'registerTextAllPro'],
  ['pro', true, 'pro', 'free', 'registerTitle', 'registerTextAllPro'],
  ['pro', false, 'free', 'free', 'registerTitle', 'registerTextAllPro'],
  ['pro', false, 'pro', 'free', 'registerTitle', 'registerTextAllPro'],
] as const)(
  'if everyone has %s and billing is %s, a link for %s signs up for %s with %s and %s',
  (included, billing, requestedPlan, plan, title, text) => {
    expect(registerOffer({ plan: included, billing }, requestedPlan)).toEqual({ plan, title, text });
  },
);
