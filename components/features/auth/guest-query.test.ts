import { expect, test } from 'vitest';
import { readGuestQuery } from '@/components/features/auth/guest-query';

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
