import { expect, test } from 'vitest';
import { registerOffer } from '@/components/features/auth/register-offer';

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
