import type { Output } from '@/lib/contract/index';

/** Returns the plan that a visitor signs up for, and the messages that introduce it. */
export function registerOffer(
  installation: Pick<Output<'auth.methods'>, 'plan' | 'billing'>,
  requestedPlan: 'free' | 'pro',
) {
  const isAllPro = installation.plan === 'pro';
  // Pro can only be chosen if it is sold and not already included for everyone.
  if (requestedPlan === 'pro' && installation.billing && !isAllPro) {
    return { plan: 'pro', title: 'registerTitlePro', text: 'registerTextPro' } as const;
  }
  const text = isAllPro ? 'registerTextAllPro' : 'registerText';
  return { plan: 'free', title: 'registerTitle', text } as const;
}
