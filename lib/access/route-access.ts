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
export function isImpossible(pathname: string): boolean {
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
