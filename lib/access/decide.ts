import { safeRedirect } from '@/lib/access/safe-redirect';

/** Who a page is for. Guests are visitors without a session; `always` marks guest pages that members may open too. */
export type PageAudience = 'public' | 'guest' | 'always' | 'member' | 'admin';

interface Rule {
  readonly audience: PageAudience;
  /** A path, or with `/*` that path and everything below it. */
  readonly path: string;
}

/**
 * Every page of the application; the first match wins. A test compares it with the pages that exist, so a page
 * without a rule does not get in. A path that is no page is public: all that is there is the not-found screen.
 */
export const rules: readonly Rule[] = [
  { path: '/signin', audience: 'guest' },
  { path: '/register', audience: 'guest' },
  { path: '/oauth-callback', audience: 'always' },
  { path: '/auth/verify-email', audience: 'always' },
  // Open to members too: accounts that sign in with Google set their first password here.
  { path: '/forgot-password', audience: 'always' },
  { path: '/terms', audience: 'public' },
  { path: '/privacy', audience: 'public' },
  { path: '/public/*', audience: 'public' },
  // Shows the copy that is on the device; it is loaded without a network and a session.
  { path: '/offline', audience: 'public' },
  { path: '/admin/*', audience: 'admin' },
  { path: '/', audience: 'member' },
  { path: '/bookmarks/*', audience: 'member' },
  { path: '/collections/*', audience: 'member' },
  { path: '/tags/*', audience: 'member' },
  { path: '/duplicates', audience: 'member' },
  { path: '/spaces/*', audience: 'member' },
  { path: '/search', audience: 'member' },
  { path: '/settings/*', audience: 'member' },
];

function matches({ path }: Rule, pathname: string): boolean {
  if (!path.endsWith('/*')) return path === pathname;
  const parent = path.slice(0, -2);
  return pathname === parent || pathname.startsWith(`${parent}/`);
}

const pathWithId = /^\/(?:collections|admin\/users)\/([^/]+)\/?$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a path has the form of a page whose identifier nothing can have. */
function isImpossible(pathname: string): boolean {
  const id = pathWithId.exec(decode(pathname) ?? '')?.[1];
  return id !== undefined && !uuid.test(id);
}

/** The audience of a path as in a URL, or null for a path without a page. */
export function findAudience(pathname: string): PageAudience | null {
  const decoded = decode(pathname);
  if (decoded === null) return null;
  const path = decoded.length > 1 ? decoded.replace(/\/+$/, '') || '/' : decoded;
  return rules.find((rule) => matches(rule, path))?.audience ?? null;
}

/** Escapes are undone exactly once, as the router does it: `/%73ettings` is a page of members, `/%2573ettings` none. */
function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

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
