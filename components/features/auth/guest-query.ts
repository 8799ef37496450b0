import type { Route } from 'next';
import { applyTheme } from '@/components/common/theme';
import { forgetTyped } from '@/components/features/auth/typed-text';
import { afterSignIn } from '@/lib/access/decide';
import { announceSessionChange } from '@/lib/api/session';
import type { Account } from '@/lib/contract/account';
import type { Output } from '@/lib/contract/index';
import { limits } from '@/lib/contract/limits';
import { readMailedCode } from '@/lib/domain/mailed-code';
import { eraseOfflineCopy } from '@/lib/offline/erase';

type GuestPath = '/signin' | '/register' | '/forgot-password' | '/auth/verify-email';
type Query = Record<string, string | string[] | undefined>;

const first = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/**
 * Reads the URL of a guest screen: the plan, the destination after signing in, and links to the other screens
 * with both.
 */
export function readGuestQuery(query: Query): {
  plan: 'free' | 'pro';
  destination: string;
  link: (path: GuestPath) => Route;
} {
  const plan = first(query['plan']);
  const redirect = first(query['redirect']);
  const params = new URLSearchParams();
  if (plan !== undefined) params.set('plan', plan);
  if (redirect !== undefined) params.set('redirect', redirect);
  const search = params.toString();
  return {
    plan: plan === 'pro' ? 'pro' : 'free',
    destination: afterSignIn(`?${search}`),
    link: (path) => (search === '' ? path : (`${path}?${search}` as const)),
  };
}

/**
 * Completes a sign-in: other tabs are notified, the offline copy of a previous account and the text typed as a
 * visitor are deleted, the account's theme is applied, and the destination is loaded in full, so that nothing
 * rendered for a visitor stays.
 */
export async function enter(account: Pick<Account, 'preferences'>, destination: string): Promise<void> {
  announceSessionChange();
  applyTheme(account.preferences.theme);
  await eraseOfflineCopy();
  forgetTyped();
  window.location.assign(keepFragment(destination));
}

/**
 * Returns the destination with the fragment of this page. A browser keeps `#add` when it is redirected to the
 * sign-in page, but the server, which chose the destination, never sees it.
 */
export function keepFragment(destination: string): string {
  const { hash } = window.location;
  // A mailed code is for this page only.
  const isKept = !destination.includes('#') && readMailedCode(hash) === null;
  return isKept ? `${destination}${hash}` : destination;
}

/** Returns the seconds until a new code can be requested by a user whose first code was mailed at sign-up. */
export function secondsUntilResend(signedUpAt: string, now = Date.now()): number {
  const since = Math.floor((now - Date.parse(signedUpAt)) / 1000);
  return Math.min(limits.codeResendSeconds, Math.max(0, limits.codeResendSeconds - since));
}

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
