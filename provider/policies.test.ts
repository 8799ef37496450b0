import { describe, expect, test } from 'vitest';
import {
  emailKey,
  isAccountAdministrator,
  isAdministrator,
  planInForce,
  requireFeature,
  requireRoomForSpace,
} from '@/provider/policies';

test.each([
  [' Victim@Example.TEST ', 'victim@example.test'],
  ['ｖｉｃｔｉｍ@example.test', 'victim@example.test'],
  ['victim+tag@example.test', 'victim+tag@example.test'],
  ['v.i.c.tim@example.test', 'v.i.c.tim@example.test'],
  ['e\u0301@example.test', 'é@example.test'],
])('%j has the key %s', (email, key) => {
  expect(emailKey(email)).toBe(key);
  expect(emailKey(emailKey(email))).toBe(key);
});

const nobody = { isAdmin: false, emailKey: 'ada@example.test', emailVerified: false };

describe('an administrator', () => {
  test.each([
    ['is an account that is marked as one', { ...nobody, isAdmin: true }, undefined, true],
    ['is no other account', nobody, undefined, false],
    ['is not an unverified claim of the configured address', nobody, 'ada@example.test', false],
    [
      'is who has proved the configured address',
      { ...nobody, emailVerified: true },
      'Ada@Example.test',
      true,
    ],
    ['is not who has proved another address', { ...nobody, emailVerified: true }, 'bob@example.test', false],
    ['stays one when an address is configured later', { ...nobody, isAdmin: true }, 'bob@example.test', true],
  ])('%s', (_, facts, adminEmail, expected) => {
    expect(isAdministrator(facts, { adminEmail })).toBe(expected);
    const { isAdmin, emailKey, emailVerified } = facts;
    const account = { isAdmin, emailKey, emailVerifiedAt: emailVerified ? new Date(0) : null };
    expect(isAccountAdministrator(account, { adminEmail })).toBe(expected);
  });
});

test('the effective plan is that of the account, unless the installation sets one for all', () => {
  expect(planInForce('free', {})).toBe('free');
  expect(planInForce('pro', {})).toBe('pro');
  expect(planInForce('free', { selfHostedPlan: 'pro' })).toBe('pro');
  expect(planInForce('pro', { selfHostedPlan: 'free' })).toBe('free');
});

test.each(['smart', 'ask', 'pageText', 'suggestions', 'support'] as const)('%s requires pro', (feature) => {
  expect(() => requireFeature({ plan: 'pro' }, feature)).not.toThrow();
  expect(() => requireFeature({ plan: 'free' }, feature)).toThrow(
    expect.objectContaining({ code: 'PLAN_REQUIRED', detail: { data: { feature } } }),
  );
});

test('free allows two spaces, pro any number', () => {
  expect(() => requireRoomForSpace({ plan: 'free' }, 1)).not.toThrow();
  expect(() => requireRoomForSpace({ plan: 'free' }, 2)).toThrow(
    expect.objectContaining({ code: 'PLAN_REQUIRED', detail: { data: { feature: 'spaces' } } }),
  );
  expect(() => requireRoomForSpace({ plan: 'pro' }, 10_000)).not.toThrow();
});
