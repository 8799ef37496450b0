import fs from 'node:fs';
import path from 'node:path';
import { adminPaths, commonHeaders, expectGuardedPage, appHeaders, pathOf } from '../fixtures/guarded-page';
import { publishCollection } from '../fixtures/shelf';
import { newGuestRequest, expect, test } from '../fixtures/test';

const guestPaths = [
  '/signin',
  '/register',
  '/register?plan=pro',
  '/forgot-password',
  '/auth/verify-email',
  '/terms',
  '/privacy',
  '/oauth-callback',
];

const memberPaths = [
  '/',
  '/bookmarks',
  '/?view=trash',
  '/collections',
  '/collections/[uuid]',
  '/tags',
  '/duplicates',
  '/search?q=x',
  '/spaces',
  '/settings',
  '/settings/account',
  '/settings/preferences',
  '/settings/security',
  '/settings/integration',
  '/settings/integration/api',
  '/settings/data',
  '/settings/subscription',
];

const publicPage = '/public/[uuid]/[domain]';
const offlinePage = '/offline';

/** Pages that always return 404. */
const missingPaths = ['/public', '/public/[...path]'];

test.describe('a visitor', () => {
  test.use({ visitor: 'guest' });

  test('is guarded on every page that is open to guests', async ({ request }) => {
    for (const address of guestPaths) await expectGuardedPage(request, address);
  });

  test('is guarded on missing pages', async ({ request }) => {
    for (const address of ['/not/there', ...missingPaths]) {
      await expectGuardedPage(request, address.replace('[...path]', 'x/y/z'), 404);
    }
  });
});

test('a member is guarded on every page of the app and on a public one', async ({
  api,
  context: { request },
}) => {
  const { content } = await api.call('collections.simplified');
  for (const address of [...memberPaths, offlinePage]) {
    await expectGuardedPage(request, address.replace('[uuid]', content[0]?.uuid ?? ''));
  }
  await expectGuardedPage(request, (await publishCollection(api, 'Guarded', 1)).path);
  await expectGuardedPage(request, '/not/there', 404);
});

// Guarantee: new pages are requested here too.
test('every page of the app is requested', () => {
  const pages = fs
    .globSync('app/**/page.tsx')
    .map((file) => `/${path.dirname(path.relative('app', file)).replaceAll(/\([^)]*\)(?:\/|$)|^\.$/g, '')}`);
  expect(
    [
      ...new Set(
        [...guestPaths, ...memberPaths, ...adminPaths, publicPage, offlinePage, ...missingPaths].map(pathOf),
      ),
    ].sort(),
  ).toEqual(pages.sort());
});

test('responses other than pages cannot be framed or sniffed either', async ({ baseURL }) => {
  const guest = await newGuestRequest(baseURL ?? '');
  for (const [address, status, headers] of [
    ['/settings/security', 307, appHeaders],
    ['/session', 200, appHeaders],
    ['/icon.svg', 200, appHeaders],
    ['/_next/static/not-there.js', 404, appHeaders],
    ['/v1/account', 401, commonHeaders],
    ['/v1/not-there', 404, commonHeaders],
    ['/v1/..%2fsession', 400, commonHeaders],
  ] as const) {
    const response = await guest.get(address, { maxRedirects: 0 });
    expect([address, response.status()]).toEqual([address, status]);
    expect(response.headers(), address).toMatchObject(headers);
  }
  await guest.dispose();
});
