import type { Route } from 'next';
import { afterSignIn } from '@/lib/access/decide';

type GuestPath = '/signin' | '/register' | '/forgot-password' | '/auth/verify-email';
type Query = Record<string, string | string[] | undefined>;

const first = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** What the guest screens read from their address: the plan, where to go afterwards, and how to reach the others with both. */
export function readGuestQuery(query: Query): {
  plan: 'free' | 'pro';
  destination: string;
  link: (path: GuestPath) => Route;
} {
  const plan = first(query['plan']);
  const redirect = first(query['redirect']);
  const kept = new URLSearchParams();
  if (plan !== undefined) kept.set('plan', plan);
  if (redirect !== undefined) kept.set('redirect', redirect);
  const search = kept.toString();
  return {
    plan: plan === 'pro' ? 'pro' : 'free',
    destination: afterSignIn(`?${search}`),
    link: (path) => (search === '' ? path : (`${path}?${search}` as const)),
  };
}
