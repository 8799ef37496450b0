import { expect, test } from 'vitest';
import { copyPages } from '@/provider/modules/copies/jobs';
import { fetchFrom, picture, type TestSite } from '@/provider/testing/covers';
import { envelope } from '@/provider/testing/envelopes';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const site: TestSite = {};
const { fetchPage, requested } = fetchFrom(site);
const { call, signUp, db, deps, clock } = await createTestProvider({ fetchPage });

const signal = new AbortController().signal;
const dayMs = 24 * 60 * 60_000;
const words = 'Some plain words of an article that is long enough to be read again later. '.repeat(30);

let sites = 0;
/** Adds a page with a picture on a site of its own, and returns its address. */
async function addPage(extra = ''): Promise<string> {
  const url = `https://copied${(sites += 1)}.example/`;
  site[url] = `<title>Page</title><article><p>${words}</p><img src="a.png"><p>${extra}${words}</p></article>`;
  site[`${url}a.png`] = { type: 'image/png', bytes: await picture(300, 200, { seed: sites }) };
  return url;
}

const save = async (person: TestAccount, url: string, collections: string[] = []): Promise<string> =>
  (await call('bookmarks.create', { body: { url, title: 'Page', collections } }, person)).body.uuid;

/** Reads the rows, because sessions end when the clock is advanced by weeks. */
async function copiesOf(uuid: string): Promise<{ pictures: number; url: string }[]> {
  const { rows } = await db.$client.query<{ pictures: number; url: string }>(
    'select pictures, url from copies where bookmark_id = $1 order by seen_at',
    [uuid],
  );
  return rows;
}

test('pages of Pro are copied once, and their text is stored for search with the same request', async () => {
  const [pro, free] = [await signUp({ plan: 'pro' }), await signUp()];
  const [url, other] = [await addPage(), await addPage()];
  const [kept, left] = [await save(pro, url), await save(free, other)];
  await copyPages(deps, signal);
  await copyPages(deps, signal);
  expect(await copiesOf(kept)).toEqual([{ pictures: 1, url }]);
  expect(await copiesOf(left)).toEqual([]);
  expect(requested.filter((one) => one === url)).toHaveLength(1);
  expect(requested).not.toContain(other);
  const { rows } = await db.$client.query('select status from page_contents where bookmark_id = $1', [kept]);
  expect(rows).toEqual([{ status: 'ready' }]);
});

test('a collection can keep copies or not, and one that does decides', async () => {
  const person = await signUp({ plan: 'pro' });
  const create = async (name: string, keepsCopies: boolean | null): Promise<string> => {
    const { uuid } = (await call('collections.create', { body: { name } }, person)).body;
    const answer = await call('collections.update', { params: { uuid }, body: { keepsCopies } }, person);
    expect(answer.body.keepsCopies).toBe(keepsCopies);
    return uuid;
  };
  const [on, off, plain] = [
    await create('On', true),
    await create('Off', false),
    await create('Plain', null),
  ];
  const cases: [string[], number][] = [
    [[off], 0],
    [[off, plain], 0],
    [[off, on], 1],
    [[plain], 1],
  ];
  for (const [collections, count] of cases) {
    const uuid = await save(person, await addPage(), collections);
    await copyPages(deps, signal);
    expect(await copiesOf(uuid), String(count)).toHaveLength(count);
  }
});

test('a page is copied again after three months, and with another address at once', async () => {
  const person = await signUp({ plan: 'pro' });
  const url = await addPage();
  const uuid = await save(person, url);
  await copyPages(deps, signal);
  site[url] = `<title>Page</title><article><p>${words}</p><p>Changed. ${words}</p></article>`;
  clock.advance(89 * dayMs);
  await copyPages(deps, signal);
  expect(await copiesOf(uuid)).toHaveLength(1);
  clock.advance(2 * dayMs);
  await copyPages(deps, signal);
  expect(await copiesOf(uuid)).toMatchObject([{ pictures: 1 }, { pictures: 0 }]);
  const moved = await addPage();
  await db.$client.query('update bookmarks set url = $1, domain = $2 where id = $3', [
    moved,
    new URL(moved).host,
    uuid,
  ]);
  await copyPages(deps, signal);
  expect((await copiesOf(uuid)).map((copy) => copy.url)).toEqual([url, url, moved]);
});

test('a page that cannot be read is requested four times, and then every month', async () => {
  const person = await signUp({ plan: 'pro' });
  const url = `https://lost${(sites += 1)}.example/`;
  await save(person, url);
  const count = () => requested.filter((one) => one === url).length;
  for (const pause of [61 * 60_000, 25 * 60 * 60_000, 8 * dayMs, 8 * dayMs]) {
    await copyPages(deps, signal);
    clock.advance(pause);
  }
  expect(count()).toBe(4);
  clock.advance(23 * dayMs);
  await copyPages(deps, signal);
  expect(count()).toBe(5);
});

test('a bookmark that is encrypted while its page is copied gets no copy', async () => {
  const person = await signUp({ plan: 'pro' });
  const url = await addPage();
  const uuid = await save(person, url);
  const encrypting: typeof fetchPage = async (address, options) => {
    if (address === `${url}a.png`) {
      const body = { encrypted: true, cipher: envelope('key') };
      await call('bookmarks.update', { params: { uuid }, body }, person);
    }
    return fetchPage(address, options);
  };
  await copyPages({ ...deps, fetchPage: encrypting }, signal);
  expect(await copiesOf(uuid)).toEqual([]);
  const { rowCount } = await db.$client.query('select from blob_references where bookmark_id = $1', [uuid]);
  expect(rowCount).toBe(0);
});

test('an account whose storage is full gets none, and nothing is copied where that is turned off', async () => {
  const full = await createTestProvider({ fetchPage, config: { storageQuotaBytes: 2_000 } });
  const person = await full.signUp({ plan: 'pro' });
  const body = { url: await addPage(), title: 'Page' };
  await full.call('bookmarks.create', { body }, person);
  await copyPages(full.deps, signal);
  expect((await full.db.$client.query('select from copies')).rowCount).toBe(0);
  const url = await addPage();
  await save(await signUp({ plan: 'pro' }), url);
  await copyPages({ ...deps, config: { ...deps.config, copies: false } }, signal);
  expect(requested).not.toContain(url);
});
