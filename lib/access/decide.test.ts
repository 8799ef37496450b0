import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterSignIn, decide, signInTo, type Visit } from '@/lib/access/decide';
import { rules } from '@/lib/access/decide';

const viewers = {
  visitor: null,
  member: { isAdmin: false, isStale: false },
  admin: { isAdmin: true, isStale: false },
} as const;

const go = (path: string, viewer: Visit['viewer']): string => {
  const [pathname = '', query] = path.split('?');
  const decision = decide({ pathname, search: query === undefined ? '' : `?${query}`, viewer });
  if (decision.action === 'not-found') return 'not found';
  return decision.action === 'allow' ? 'allow' : decision.to;
};

// path, visitor, member, admin
test.each([
  ['/signin', 'allow', '/', '/'],
  ['/signin?redirect=%2Fcollections', 'allow', '/', '/'],
  ['/signin?plan=pro', 'allow', '/settings/subscription?plan=pro', '/settings/subscription?plan=pro'],
  ['/register', 'allow', '/', '/'],
  ['/register?plan=pro', 'allow', '/settings/subscription?plan=pro', '/settings/subscription?plan=pro'],
  ['/import', 'allow', '/settings/data', '/settings/data'],
  ['/oauth-callback', 'allow', 'allow', 'allow'],
  ['/auth/verify-email', 'allow', 'allow', 'allow'],
  ['/forgot-password', 'allow', 'allow', 'allow'],
  ['/terms', 'allow', 'allow', 'allow'],
  ['/privacy', 'allow', 'allow', 'allow'],
  ['/public/0190/trains', 'allow', 'allow', 'allow'],
  ['/', '/signin?redirect=%2F', 'allow', 'allow'],
  ['/bookmarks', '/signin?redirect=%2Fbookmarks', 'allow', 'allow'],
  ['/bookmarks/', '/signin?redirect=%2Fbookmarks%2F', 'allow', 'allow'],
  ['/collections/0190', '/signin?redirect=%2Fcollections%2F0190', 'not found', 'not found'],
  ['/collections/x.png', '/signin?redirect=%2Fcollections%2Fx.png', 'not found', 'not found'],
  [
    '/collections/01980000-0000-7000-8000-0000000000ff',
    '/signin?redirect=%2Fcollections%2F01980000-0000-7000-8000-0000000000ff',
    'allow',
    'allow',
  ],
  ['/search?q=a%26b', '/signin?redirect=%2Fsearch%3Fq%3Da%2526b', 'allow', 'allow'],
  ['/help/search', '/signin?redirect=%2Fhelp%2Fsearch', 'allow', 'allow'],
  ['/settings/data', '/signin?redirect=%2Fsettings%2Fdata', 'allow', 'allow'],
  [
    '/settings/subscription?plan=pro',
    '/signin?plan=pro&redirect=%2Fsettings%2Fsubscription%3Fplan%3Dpro',
    'allow',
    'allow',
  ],
  ['/admin', '/signin?redirect=%2Fadmin', '/', 'allow'],
  ['/admin/users/1', '/signin?redirect=%2Fadmin%2Fusers%2F1', '/', 'not found'],
  [
    '/admin/users/01980000-0000-7000-8000-0000000000ff',
    '/signin?redirect=%2Fadmin%2Fusers%2F01980000-0000-7000-8000-0000000000ff',
    '/',
    'allow',
  ],
  ['/%73ettings/data', '/signin?redirect=%2F%2573ettings%2Fdata', 'allow', 'allow'],
  ['/%61dmin', '/signin?redirect=%2F%2561dmin', '/', 'allow'],
  ['/%2561dmin', 'allow', 'allow', 'allow'],
  ['/%E0%A4%A', 'allow', 'allow', 'allow'],
  ['/v1/account', 'allow', 'allow', 'allow'],
  ['/nowhere', 'allow', 'allow', 'allow'],
  ['/signin-not', 'allow', 'allow', 'allow'],
])('%s: visitor %s, member %s, admin %s', (path, visitor, member, admin) => {
  expect(go(path, viewers.visitor)).toBe(visitor);
  expect(go(path, viewers.member)).toBe(member);
  expect(go(path, viewers.admin)).toBe(admin);
});

test('after signing in, the requested page takes precedence over the plan, and the plan over home', () => {
  expect(afterSignIn('?redirect=%2Fsearch%3Fq%3Da&plan=pro')).toBe('/search?q=a');
  expect(afterSignIn('?plan=pro')).toBe('/settings/subscription?plan=pro');
  expect(afterSignIn('?redirect=%2F%2Fevil.example')).toBe('/');
  expect(afterSignIn('')).toBe('/');
});

test.each([
  ['/', '/session/renew?redirect=%2F'],
  ['/search?q=a&plan=pro', '/session/renew?redirect=%2Fsearch%3Fq%3Da%26plan%3Dpro'],
  ['/admin', '/'],
  ['/signin', '/'],
  ['/oauth-callback', 'allow'],
  ['/public/0190/trains', 'allow'],
])('%s with a stale session: %s', (path, expected) => {
  expect(go(path, { isAdmin: false, isStale: true })).toBe(expected);
});

test('every visit has a decision, and redirects never loop', () => {
  const path = fc.oneof(fc.webPath(), fc.constantFrom(...rules.map((rule) => rule.path.replace('*', 'x'))));
  const query = fc.oneof(fc.constant(''), fc.webQueryParameters(), fc.constant('plan=pro'));
  fc.assert(
    fc.property(path, query, fc.constantFrom(...Object.values(viewers)), (pathname, search, viewer) => {
      const decision = decide({ pathname, search: search && `?${search}`, viewer });
      if (decision.action !== 'redirect') return;
      const next = new URL(decision.to, 'http://here');
      expect(decide({ pathname: next.pathname, search: next.search, viewer })).toEqual({ action: 'allow' });
    }),
  );
});

test.each([
  ['/', '/signin'],
  ['/collections#create', '/signin?redirect=%2Fcollections%23create'],
  ['/settings/subscription?plan=pro', '/signin?plan=pro&redirect=%2Fsettings%2Fsubscription%3Fplan%3Dpro'],
])('the sign-in page for %s is %s, and leads there', (destination, path) => {
  expect(signInTo(destination)).toBe(path);
  expect(afterSignIn(path.slice('/signin'.length))).toBe(destination);
});
