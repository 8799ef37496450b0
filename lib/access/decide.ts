import { safeRedirect } from '@/lib/access/safe-redirect';

/** Audience of a page. Guests are visitors without a session; `always` marks guest pages open to members as well. */
export type PageAudience = 'public' | 'guest' | 'always' | 'member' | 'admin';

interface Rule {
  readonly audience: PageAudience;
  /** A path, or with `/*` that path and everything below it. */
  readonly path: string;
  /** Where a guest page redirects members to; by default home. */
  readonly memberPath?: string;
}

/**
 * Access rules of all pages; the first match wins. A test compares them with the existing pages, so that no page lacks
 * a rule. A path without a page is public: it shows only the not-found screen.
 */
export const rules: readonly Rule[] = [
  { path: '/signin', audience: 'guest' },
  { path: '/register', audience: 'guest' },
  { path: '/import', audience: 'guest', memberPath: '/settings/data' },
  { path: '/oauth-callback', audience: 'always' },
  { path: '/auth/verify-email', audience: 'always' },
  // Sends visitors to sign-in itself; its last page, with the answer for the program, is shown as it is.
  { path: '/connect/*', audience: 'always' },
  // Open to members too: accounts that sign in with Google set their first password here.
  { path: '/forgot-password', audience: 'always' },
  { path: '/terms', audience: 'public' },
  { path: '/privacy', audience: 'public' },
  { path: '/public/*', audience: 'public' },
  // Shows the offline copy; must load without a network and without a session.
  { path: '/offline', audience: 'public' },
  { path: '/admin/*', audience: 'admin' },
  { path: '/', audience: 'member' },
  { path: '/bookmarks/*', audience: 'member' },
  { path: '/collections/*', audience: 'member' },
  { path: '/tags/*', audience: 'member' },
  { path: '/read/*', audience: 'member' },
  { path: '/annotations', audience: 'member' },
  { path: '/duplicates', audience: 'member' },
  { path: '/spaces/*', audience: 'member' },
  { path: '/search', audience: 'member' },
  { path: '/help/*', audience: 'member' },
  { path: '/settings/*', audience: 'member' },
];

function matches({ path }: Rule, pathname: string): boolean {
  if (!path.endsWith('/*')) return path === pathname;
  const parent = path.slice(0, -2);
  return pathname === parent || pathname.startsWith(`${parent}/`);
}

const pathWithId = /^\/(?:collections|read|admin\/users)\/([^/]+)\/?$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a path matches a detail page but its identifier is not a uuid. */
function hasInvalidId(pathname: string): boolean {
  const id = pathWithId.exec(decode(pathname) ?? '')?.[1];
  return id !== undefined && !uuid.test(id);
}

/** Returns the audience of a URL path; null for a path without a page. */
export const findAudience = (pathname: string): PageAudience | null => findRule(pathname)?.audience ?? null;

function findRule(pathname: string): Rule | undefined {
  const decoded = decode(pathname);
  if (decoded === null) return undefined;
  const path = decoded.length > 1 ? decoded.replace(/\/+$/, '') || '/' : decoded;
  return rules.find((rule) => matches(rule, path));
}

/** Decodes escapes exactly once, like the router: `/%73ettings` is a member page, `/%2573ettings` is not. */
function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

export interface Visit {
  pathname: string;
  /** Includes the question mark; may be empty. */
  search: string;
  /** Null for a visitor without a valid session. */
  viewer: {
    isAdmin: boolean;
    /** The access token has expired: the session must be renewed before a page can be rendered. */
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
 * Decides whether a visit is allowed or redirected; pure and total. This only saves users from empty pages: layouts and
 * the service check access to all private data again.
 */
export function decide({ pathname, search, viewer }: Visit): Decision {
  const { audience = 'public', memberPath = '/' } = findRule(pathname) ?? {};
  if (audience === 'public' || audience === 'always') return allow;
  if (audience === 'guest') {
    if (!viewer) return allow;
    return { action: 'redirect', to: wantsPro(search) ? subscription : memberPath, reason: 'signed-in' };
  }
  if (!viewer) return { action: 'redirect', to: signInPath(pathname, search), reason: 'signed-out' };
  if (audience === 'admin' && !viewer.isAdmin) return { action: 'redirect', to: '/', reason: 'not-admin' };
  if (viewer.isStale) return { action: 'redirect', to: renewPath(pathname, search), reason: 'stale' };
  return hasInvalidId(pathname) ? { action: 'not-found' } : allow;
}

/** Path of the route that renews or ends the session and then redirects back. */
export function renewPath(pathname: string, search: string): string {
  return `/session/renew?redirect=${encodeURIComponent(`${pathname}${search}`)}`;
}

/** Path of the sign-in page that returns to the requested page. */
export function signInPath(pathname: string, search: string): string {
  const redirect = encodeURIComponent(`${pathname}${search}`);
  return wantsPro(search) ? `/signin?plan=pro&redirect=${redirect}` : `/signin?redirect=${redirect}`;
}

/** Path of the sign-in page that redirects to `destination`; `afterSignIn` parses it. */
export function signInTo(destination: string): string {
  if (destination === '/') return '/signin';
  const { pathname, search, hash } = new URL(destination, 'http://same-origin.invalid');
  return `${signInPath(pathname, search)}${encodeURIComponent(hash)}`;
}

/** Returns the path to open after signing in, from the query of the sign-in page. */
export function afterSignIn(search: string): string {
  const requested = safeRedirect(new URLSearchParams(search).get('redirect'));
  if (requested !== null) return requested;
  return wantsPro(search) ? subscription : '/';
}
