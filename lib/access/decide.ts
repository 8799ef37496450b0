import { findAudience, isImpossible } from '@/lib/access/route-access';
import { safeRedirect } from '@/lib/access/safe-redirect';

export interface Visit {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  /** Null for a visitor without a valid session. */
  viewer: {
    isAdmin: boolean;
    /** The access token has run out: the session has to be renewed before a page can be rendered from it. */
    isStale: boolean;
  } | null;
}

export type Decision =
  | { action: 'allow' }
  | { action: 'not-found' }
  | { action: 'redirect'; to: string; reason: 'signed-out' | 'signed-in' | 'not-admin' | 'stale' };

const allow: Decision = { action: 'allow' };
const subscription = '/settings/subscription?plan=pro';

const wantsPro = (search: string): boolean => new URLSearchParams(search).get('plan') === 'pro';

/**
 * What becomes of a visit to a page: pure and total. It is a convenience that spares people empty pages; layouts and
 * the service decide again over everything that is private.
 */
export function decide({ pathname, search, viewer }: Visit): Decision {
  const audience = findAudience(pathname);
  if (audience === null || audience === 'public' || audience === 'always') return allow;
  if (audience === 'guest') {
    if (!viewer) return allow;
    return { action: 'redirect', to: wantsPro(search) ? subscription : '/', reason: 'signed-in' };
  }
  if (!viewer) return { action: 'redirect', to: signInPath(pathname, search), reason: 'signed-out' };
  if (audience === 'admin' && !viewer.isAdmin) return { action: 'redirect', to: '/', reason: 'not-admin' };
  if (viewer.isStale) return { action: 'redirect', to: renewPath(pathname, search), reason: 'stale' };
  return isImpossible(pathname) ? { action: 'not-found' } : allow;
}

/** The place that renews the session, or ends it, and then leads back. */
export function renewPath(pathname: string, search: string): string {
  return `/session/renew?redirect=${encodeURIComponent(`${pathname}${search}`)}`;
}

/** The sign-in page that leads back to where the visitor wanted to go. */
export function signInPath(pathname: string, search: string): string {
  const redirect = encodeURIComponent(`${pathname}${search}`);
  return wantsPro(search) ? `/signin?plan=pro&redirect=${redirect}` : `/signin?redirect=${redirect}`;
}

/** The sign-in page that leads to `destination`: what `afterSignIn` reads from it again. */
export function signInTo(destination: string): string {
  if (destination === '/') return '/signin';
  const { pathname, search, hash } = new URL(destination, 'http://same-origin.invalid');
  return `${signInPath(pathname, search)}${encodeURIComponent(hash)}`;
}

/** Where a person goes after signing in, from the query of the sign-in page. */
export function afterSignIn(search: string): string {
  const asked = safeRedirect(new URLSearchParams(search).get('redirect'));
  if (asked !== null) return asked;
  return wantsPro(search) ? subscription : '/';
}
