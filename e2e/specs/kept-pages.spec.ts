import type { APIRequestContext } from '@playwright/test';
import { expect, newGuestRequest, test } from '../fixtures/test';

let asked = 0;

/** A page: what is seen of it, and the data that it brings along. */
async function visit(request: APIRequestContext, path: string, headers: Record<string, string> = {}) {
  const response = await request.get(path, { headers, maxRedirects: 0 });
  const text = await response.text();
  const nonce = /'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '')?.[1] ?? 'none';
  const states = statesIn(text);
  const seen = text.replaceAll(nonce, 'nonce').replaceAll(/<script.*?<\/script>/gs, '');
  const data = states.map((state) => state.replaceAll(/"(?:dehydrated|dataUpdated)At":\d+/g, '')).sort();
  return {
    status: response.status(),
    nonce,
    // When a page was drawn it says itself: two that say the same were drawn as one.
    drawnAt: states.flatMap((state) => state.match(/"dehydratedAt":\d+/g) ?? []).join(),
    shown: [seen, ...data].join('\n'),
  };
}

/** The states of queries in the scripts of a page. The framework numbers and orders its parts anew each time. */
function statesIn(text: string): string[] {
  const pushed = text.matchAll(/self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)/g);
  const flight = [...pushed].map(([, part = '""']) => JSON.parse(part) as string).join('');
  return [...flight.matchAll(/:T([\da-f]+),(?=\{"mutations")/g)].map((match) => {
    const start = match.index + match[0].length;
    return flight.slice(start, start + Number.parseInt(match[1] ?? '', 16));
  });
}

/** The same page for the same reader, drawn anew: a browser of another name finds none that is kept. */
const visitAnew = (request: APIRequestContext, path: string) =>
  visit(request, path, { 'user-agent': `browser ${(asked += 1)}` });

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount('pro');
});

test('a page that shows the same is drawn once, and never sent with the same nonce', async ({
  context,
  api,
}) => {
  for (let number = 0; number < 60; number += 1) {
    await api.call('bookmarks.create', {
      body: { url: `https://example.com/${number}`, title: `Page ${number}` },
    });
  }
  const visits = [];
  for (let time = 0; time < 6; time += 1) visits.push(await visit(context.request, '/'));
  expect(visits[0]?.drawnAt).toMatch(/\d{13},/);
  expect(new Set(visits.map(({ drawnAt }) => drawnAt)).size).toBe(1);
  expect(new Set(visits.map(({ shown }) => shown)).size).toBe(1);
  expect(new Set(visits.map(({ nonce }) => nonce)).size).toBe(6);
  expect(visits[5]?.shown).toBe((await visitAnew(context.request, '/')).shown);
});

test('every change shows in the next visit, whatever it is and whichever page', async ({ context, api }) => {
  const bookmark = await api.call('bookmarks.create', {
    body: { url: 'https://example.com/a', title: 'First' },
  });
  const collection = await api.call('collections.create', { body: { name: 'Reading', color: '3b6ea8' } });
  const space = await api.call('spaces.create', { body: { name: 'Work' } });
  const { space: home } = await api.call('account.get');
  const params = { uuid: bookmark.uuid };
  const inCollection = { params: { uuid: collection.uuid } };
  const changes: [string, () => Promise<unknown>][] = [
    ['a title', () => api.call('bookmarks.update', { params, body: { title: 'Second' } })],
    ['tags', () => api.call('bookmarks.update', { params, body: { tags: 'one,two' } })],
    [
      'a collection of a bookmark',
      () => api.call('bookmarks.update', { params, body: { collections: [collection.uuid] } }),
    ],
    ['a star', () => api.call('bookmarks.favorite', { params, body: { favorite: true } })],
    ['a visit', () => api.call('bookmarks.visit', { params })],
    [
      'a name of a collection',
      () => api.call('collections.update', { ...inCollection, body: { name: 'Later' } }),
    ],
    [
      'a color of a collection',
      () => api.call('collections.update', { ...inCollection, body: { color: 'aa3355' } }),
    ],
    ['publishing', () => api.call('collections.update', { ...inCollection, body: { security: 1 } })],
    [
      'a smart collection',
      () =>
        api.call('collections.create', {
          body: { name: 'Smart', color: '3b6ea8', smart: { query: 'second' } },
        }),
    ],
    [
      'another bookmark',
      () => api.call('bookmarks.create', { body: { url: 'https://example.com/b', title: 'Second, too' } }),
    ],
    ['the trash', () => api.call('bookmarks.delete', { params })],
    ['a way back', () => api.call('bookmarks.restore', { params })],
    ['the order', () => api.call('account.updatePreferences', { body: { bookmarkSort: 'title-ASC' } })],
    ['the name of its reader', () => api.call('account.update', { body: { firstName: 'Grace' } })],
    [
      'the name of another space',
      () => api.call('spaces.update', { params: { uuid: space.uuid }, body: { name: 'Office' } }),
    ],
    ['another space', () => api.call('account.update', { body: { space: space.uuid } })],
    ['the first space again', () => api.call('account.update', { body: { space: home } })],
    ['the end of a space', () => api.call('spaces.delete', { params: { uuid: space.uuid } })],
  ];
  const paths = ['/', '/bookmarks?view=favorites', `/collections/${collection.uuid}`];
  for (const [what, change] of changes) {
    for (const path of paths) await visit(context.request, path);
    // Whether it was kept by then or not: what comes after the change is what is drawn after the change.
    await change();
    for (const path of paths) {
      const after = await visit(context.request, path);
      expect(after.shown, `${path} after ${what}`).toBe((await visitAnew(context.request, path)).shown);
    }
  }
});

test('two accounts, two languages and two themes take turns and get their own', async ({
  context,
  api,
  account,
  baseURL,
}) => {
  await api.call('bookmarks.create', { body: { url: 'https://example.com/mine', title: 'Mine alone' } });
  const other = await newGuestRequest(baseURL ?? '');
  const cookie = account.storageState.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await visit(context.request, '/')).shown).toContain('Mine alone');
    for (const [more, expected] of [
      ['', '<html lang="en"'],
      ['; markwell-locale=pt-BR', '<html lang="pt-BR"'],
      ['; markwell-theme=dark', 'data-theme="dark"'],
    ] as const) {
      const { status, shown } = await visit(other, '/', { cookie: cookie + more });
      expect(status).toBe(200);
      expect(shown).toContain(expected);
      expect(shown).not.toContain('Mine alone');
    }
  }
  await other.dispose();
});

test('a session that was ended elsewhere gets no page of before', async ({ context, api, baseURL }) => {
  await api.call('bookmarks.create', { body: { url: 'https://example.com/mine', title: 'Mine alone' } });
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const copied = await newGuestRequest(baseURL ?? '');
  expect((await visit(copied, '/', { cookie })).shown).toContain('Mine alone');
  expect((await visit(copied, '/', { cookie })).shown).toContain('Mine alone');
  await api.call('auth.logout', {});
  const { status, shown } = await visit(copied, '/', { cookie });
  expect(status).not.toBe(200);
  expect(shown).not.toContain('Mine alone');
  await copied.dispose();
});
