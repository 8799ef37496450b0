import { expect, test } from 'vitest';
import { planInForce } from '@/provider/policies/plan';

test('the plan in force is the account’s own, unless the installation gives everybody the same', () => {
  expect(planInForce('free', {})).toBe('free');
  expect(planInForce('pro', {})).toBe('pro');
  expect(planInForce('free', { selfHostedPlan: 'pro' })).toBe('pro');
  expect(planInForce('pro', { selfHostedPlan: 'free' })).toBe('free');
});
