import fs from 'node:fs';
import path from 'node:path';
import type { APIResponse, Page, Response } from '@playwright/test';
import { makeShelf } from '../fixtures/shelf';
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

/** Pages that only ever show that nothing is there. */
const missingPaths = ['/public', '/public/[...path]'];

/** On whatever this origin answers. */
const everywhere = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  'cross-origin-resource-policy': 'same-origin',
};

/** On what the framework answers: pages, redirects and files. */
const ofTheApp = {
  ...everywhere,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const directives = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/** Sources by directive. */
const parsePolicy = (policy: string): Record<string, string[]> =>
  Object.fromEntries(
    policy.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      return [name, sources];
    }),
  );

/** Checks the headers of a document, and answers the nonce of its scripts. */
function expectGuarded(document: Response | APIResponse | null): string {
  const headers = document?.headers() ?? {};
  expect(headers).toMatchObject({
    ...ofTheApp,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': expect.stringContaining('no-store'),
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  const policy = parsePolicy(headers['content-security-policy'] ?? '');
  expect(policy).toMatchObject(directives);
  const scripts = policy['script-src'] ?? [];
  const nonce = expect.stringMatching(/^'nonce-[\w+/]{22}=='$/);
  expect(scripts).toEqual(["'self'", nonce, "'strict-dynamic'"]);
  return scripts[1] ?? '';
}

/** Visits a page, lets it come up, and asks for it once more. */
async function expectGuardedPage(page: Page, address: string): Promise<void> {
  const nonce = expectGuarded(await page.goto(address));
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await page.waitForLoadState('networkidle');
  expect(new URL(page.url()).pathname).toBe(pathOf(address));
  expect(expectGuarded(await page.request.get(address))).not.toBe(nonce);
}

const pathOf = (address: string): string => address.split('?', 1)[0] ?? '';

test.describe('a visitor', () => {
  test.use({ visitor: 'guest' });

  for (const address of guestPaths) {
    test(`is guarded on ${address}`, async ({ page }) => {
      await expectGuardedPage(page, address);
    });
  }

  for (const address of ['/not/there', ...missingPaths]) {
    test(`is guarded on a page that is not there, ${address}`, async ({ page, allowConsole }) => {
      allowConsole(/status of 404/);
      await expectGuardedPage(page, address.replace('[...path]', 'x/y/z'));
    });
  }
});

test(`everybody is guarded on ${publicPage}`, async ({ page, api }) => {
  await expectGuardedPage(page, (await makeShelf(api, 'Guarded', 1)).path);
});

for (const address of memberPaths) {
  test(`a member is guarded on ${address}`, async ({ page, api }) => {
    const { content } = await api.call('collections.simplified');
    await expectGuardedPage(page, address.replace('[uuid]', content[0]?.uuid ?? ''));
  });
}

test('a member is guarded on a page that is not there', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/);
  await expectGuardedPage(page, '/not/there');
});

// Guarantee: a page that is added is visited here too.
test('every page there is has its visit', () => {
  const pages = fs
    .globSync('app/**/page.tsx')
    .map((file) => `/${path.dirname(path.relative('app', file)).replaceAll(/\([^)]*\)(?:\/|$)|^\.$/g, '')}`);
  expect(
    [...new Set([...guestPaths, ...memberPaths, publicPage, ...missingPaths].map(pathOf))].sort(),
  ).toEqual(pages.sort());
});

test('what is no page cannot be framed or sniffed either', async ({ baseURL }) => {
  const guest = await newGuestRequest(baseURL ?? '');
  for (const [address, status, headers] of [
    ['/settings/security', 307, ofTheApp],
    ['/session', 200, ofTheApp],
    ['/icon.svg', 200, ofTheApp],
    ['/_next/static/not-there.js', 404, ofTheApp],
    ['/v1/account', 401, everywhere],
    ['/v1/not-there', 404, everywhere],
    ['/v1/..%2fsession', 400, everywhere],
  ] as const) {
    const answer = await guest.get(address, { maxRedirects: 0 });
    expect([address, answer.status()]).toEqual([address, status]);
    expect(answer.headers(), address).toMatchObject(headers);
  }
  await guest.dispose();
});
