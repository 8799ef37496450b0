import type { ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProviderConfig } from '@/provider/deps';
import { countSockets } from '@/provider/integrations/fetch/testing/canary';
import { checkLinks } from '@/provider/modules/links/jobs';
import { claimFetches, enrolFetches } from '@/provider/modules/links/fetch-queue';
import { pageQueue } from '@/provider/modules/pages/jobs';
import { createPageReading, sendStatus, type Answer } from '@/provider/testing/page-reading';

const polling = { timeout: 20_000 };
const dayMs = 24 * 60 * 60_000;
const minuteMs = 60_000;

const pageReading = await createPageReading();
const { web, site, read, person, deps, db, clock, call, signUp } = pageReading;
const { url, save, saveOne, run, keptOf, count, encrypt, reset } = pageReading;

const depsWith = (config: Partial<ProviderConfig>) => ({ ...deps, config: { ...deps.config, ...config } });

afterAll(() => site[Symbol.asyncDispose]());
beforeEach(reset);

describe('the text of a page is fetched in the background', () => {
  test('by the next run after its bookmark was created, and once', async () => {
    const { uuid } = (await call('bookmarks.create', { body: { url: url(0, '/a') } }, person)).body;
    web.asked = [];
    await run();
    expect(await keptOf(uuid)).toEqual({ status: 'ready', spaceId: person.spaceId, isFound: true });
    await run();
    clock.advance(40 * dayMs);
    await run();
    expect(web.asked).toEqual([{ host: 'h0.example', path: '/a' }]);
    expect(await count('page_fetches')).toBe(0);
  });

  test('and is then read without another request to the page', async () => {
    const id = await saveOne();
    await run();
    const { body } = await call('bookmarks.content', { params: { uuid: id } }, person);
    expect(body).toMatchObject({ status: 'ready', title: 'Story' });
    expect(web.asked).toHaveLength(1);
  });

  test('the newest first, and new bookmarks before those that have been waiting', async () => {
    web.answer = sendStatus(403);
    await save(Array.from({ length: 70 }, (_, place) => url(place)));
    await run();
    const newest = Array.from({ length: 60 }, (_, place) => `h${69 - place}.example`);
    expect(new Set(web.asked.map(({ host }) => host))).toEqual(new Set(newest));
    expect(web.asked).toHaveLength(60);
    await save([url(99)]);
    clock.advance(minuteMs);
    await enrolFetches(deps, pageQueue);
    // The order of claims: several pages are requested at once, so requests may arrive in any order.
    const hosts = (await claimFetches(deps, pageQueue)).map(({ host }) => host);
    expect(hosts).toHaveLength(11);
    expect(hosts[0]).toMatch(/^h99\.example(?::|$)/);
  });

  test('for an account that gets the plan later', async () => {
    const other = await signUp();
    const id = await saveOne(url(1), other);
    await run();
    expect(web.asked).toEqual([]);
    await db.$client.query(`update accounts set plan = 'pro' where id = $1`, [other.accountId]);
    await run();
    expect(await keptOf(id)).toMatchObject({ status: 'ready' });
  });

  test('for every account if the installation gives all of them the plan, and for none on the free plan', async () => {
    const free = await signUp();
    const id = await saveOne(url(1), free);
    const second = await saveOne(url(2));
    await run(depsWith({ selfHostedPlan: 'free' }));
    expect(web.asked).toEqual([]);
    await run(depsWith({ selfHostedPlan: 'pro' }));
    expect([await keptOf(id), await keptOf(second)]).toMatchObject([
      { status: 'ready' },
      { status: 'ready' },
    ]);
  });
});

describe('nothing is requested', () => {
  const silent = async (as = deps) => {
    expect(await countSockets(() => run(as))).toBe(0);
    expect(await count('page_fetches')).toBe(0);
  };

  test('if page texts are disabled', async () => {
    await saveOne();
    await silent(depsWith({ pageTexts: false }));
  });

  test('for a free account, or a suspended one', async () => {
    await saveOne(url(0), await signUp());
    const suspended = await signUp({ plan: 'pro' });
    await db.$client.query('update accounts set suspended_at = now() where id = $1', [suspended.accountId]);
    await saveOne(url(1), suspended);
    await silent();
  });

  test('for a bookmark that is in the trash, is encrypted, or has no web address', async () => {
    const [trashed, encrypted = ''] = await save([
      url(0),
      url(1),
      'javascript:alert(1)',
      'mailto:ada@h1.example',
    ]);
    await db.$client.query('update bookmarks set deleted_at = now() where id = $1', [trashed]);
    await encrypt(encrypted);
    await silent();
  });

  test('if the outbound guard forbids it', async () => {
    await save(['http://169.254.169.254/latest/', `http://127.0.0.1:${site.port}/`, 'http://[::1]/']);
    expect(await countSockets(() => run())).toBe(0);
  });

  test('for a bookmark that is encrypted or moved to the trash while its page waits', async () => {
    const ids = await save([0, 1, 2, 3, 4].map((host) => url(host)));
    const held: ServerResponse[] = [];
    web.answer = (response) => held.push(response);
    const running = run();
    await expect.poll(() => held.length, polling).toBe(3);
    const [trashed = '', encrypted = ''] = ids;
    await encrypt(encrypted);
    await call('bookmarks.delete', { params: { uuid: trashed } }, person);
    for (const response of held) response.writeHead(403).end();
    await running;
    expect(web.asked.map(({ host }) => host).sort()).toEqual(['h2.example', 'h3.example', 'h4.example']);
    expect(await count('page_fetches')).toBe(3);
  });
});

describe('requests to a site are limited', () => {
  test('one page of a host is requested in a run, and one request is sent at a time', async () => {
    await save(Array.from({ length: 8 }, (_, place) => url(place % 2, `/${place}`)));
    await run();
    expect(web.asked.map(({ host }) => host).sort()).toEqual(['h0.example', 'h1.example']);
    await run();
    expect(web.asked).toHaveLength(4);
    expect(web.mostOfOneHost).toBe(1);
  });

  test('also by two processes together and by the link checks', async () => {
    await save(Array.from({ length: 8 }, (_, place) => url(place % 2, `/${place}`)));
    clock.advance(minuteMs);
    await Promise.all([read(), read({ ...deps }), checkLinks(deps, new AbortController().signal)]);
    expect(web.asked).toHaveLength(2);
  });

  test('a site whose robots.txt rejects crawlers gets no request for a page, and none for a month', async () => {
    web.robots = 'User-agent: *\nDisallow: /';
    const id = await saveOne();
    await run();
    expect(await keptOf(id)).toMatchObject({ status: 'refused', isFound: false });
    web.robots = null;
    clock.advance(29 * dayMs);
    await run();
    expect(web.asked).toEqual([]);
    clock.advance(dayMs);
    await run();
    expect(await keptOf(id)).toMatchObject({ status: 'ready', isFound: true });
  });

  test.each<[string, Answer]>([
    ['403', sendStatus(403)],
    ['a file', (response) => response.setHeader('content-type', 'application/pdf').end('x')],
    ['no article', (response) => response.setHeader('content-type', 'text/html').end('<p>Turn on scripts.')],
  ])('%s: repeated after a month', async (_what, refuse) => {
    web.answer = refuse;
    await saveOne();
    for (const days of [0, 1, 28]) {
      clock.advance(days * dayMs);
      await run();
    }
    expect(web.asked).toHaveLength(1);
    clock.advance(dayMs);
    await run();
    expect(web.asked).toHaveLength(2);
  });

  test.each<[string, Answer]>([
    ['an unreachable site', (response) => response.destroy()],
    ['a missing page', sendStatus(404)],
    ['a site with an error', sendStatus(500)],
  ])('%s: repeated after a day, then every week', async (_what, away) => {
    web.answer = away;
    await saveOne();
    const askedOn: number[] = [];
    for (let day = 0; day <= 17; day += 1) {
      web.asked = [];
      await run();
      if (web.asked.length > 0) askedOn.push(day);
      clock.advance(dayMs);
    }
    expect(askedOn).toEqual([0, 1, 8, 15]);
  });

  test('a page that a user has just requested without success counts as requested', async () => {
    web.answer = sendStatus(403);
    const id = await saveOne();
    await call('bookmarks.content', { params: { uuid: id } }, person);
    await run();
    expect(web.asked).toHaveLength(1);
  });
});

test('if none of many sites responds, the network counts as down and no failure is recorded', async () => {
  web.answer = (response) => response.destroy();
  await save([0, 1, 2, 3, 4].map((host) => url(host)));
  await run();
  web.answer = sendStatus(403);
  web.asked = [];
  clock.advance(dayMs / 2);
  await run();
  expect(web.asked).toHaveLength(5);
});
