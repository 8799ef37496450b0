import fs from 'node:fs';
import path from 'node:path';
import {
  adminPaths,
  appHeaders,
  commonHeaders,
  expectGuardedDocument,
  expectGuardedNotFound,
  expectGuardedPage,
  pathOf,
} from '../fixtures/guarded-page';
import { publishCollection } from '../fixtures/shelf';
import { newGuestRequest, expect, test } from '../fixtures/test';

const guestPaths = [
  '/signin',
  '/register',
  '/register?plan=pro',
  '/forgot-password',
  '/auth/verify-email',
  '/import',
  '/terms',
  '/privacy',
  '/oauth-callback',
  '/connect/done',
];

const memberPaths = [
  '/',
  '/bookmarks',
  '/?view=trash',
  '/collections',
  '/collections/[uuid]',
  '/tags',
  '/annotations',
  '/duplicates',
  '/search?q=x',
  '/spaces',
  '/help/search',
  '/settings',
  '/settings/account',
  '/settings/preferences',
  '/settings/security',
  '/settings/integration',
  '/settings/integration/api',
  '/settings/data',
  '/settings/subscription',
  '/connect',
];

const readerPage = '/read/[uuid]';
const publicPage = '/public/[uuid]/[domain]';
const offlinePage = '/offline';

/** Pages that always return 404. */
const missingPaths = ['/public', '/public/[...path]'];

test.describe('a visitor', () => {
  test.use({ visitor: 'guest' });

  test('is guarded on every page that is open to guests', async ({ request }) => {
    for (const address of guestPaths) await expectGuardedPage(request, address);
  });

  test('is guarded on missing pages', async ({ page, allowConsole }) => {
    allowConsole(/status of 404/);
    for (const address of ['/not/there', ...missingPaths]) {
      await expectGuardedNotFound(page, address.replace('[...path]', 'x/y/z'));
    }
  });
});

test('a member is guarded on every page of the app and on a public one', async ({
  api,
  context: { request },
}) => {
  const { content } = await api.call('collections.simplified');
  for (const address of memberPaths) {
    await expectGuardedPage(request, address.replace('[uuid]', content[0]?.uuid ?? ''));
  }
  await expectGuardedPage(request, (await publishCollection(api, 'Guarded', 1)).path);
  const [bookmark] = (await api.call('bookmarks.list')).content;
  await expectGuardedPage(request, readerPage.replace('[uuid]', bookmark?.uuid ?? ''));
  // Rendered by its scripts; in a browser it redirects to the app while the server is reachable.
  await expectGuardedDocument(request, offlinePage);
});

test('a member is guarded on a missing page', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/);
  await expectGuardedNotFound(page, '/not/there');
});

// Guarantee: new pages are requested here too.
test('every page of the app is requested', () => {
  const pages = fs
    .globSync('app/**/page.tsx')
    .map((file) => `/${path.dirname(path.relative('app', file)).replaceAll(/\([^)]*\)(?:\/|$)|^\.$/g, '')}`);
  expect(
    [
      ...new Set(
        [
          ...guestPaths,
          ...memberPaths,
          ...adminPaths,
          readerPage,
          publicPage,
          offlinePage,
          ...missingPaths,
        ].map(pathOf),
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
