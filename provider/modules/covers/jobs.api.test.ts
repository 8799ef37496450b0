import { expect, test } from 'vitest';
import type { Cover } from '@/lib/contract/covers';
import { fetchCovers } from '@/provider/modules/covers/jobs';
import { fetchFrom, picture, type TestSite } from '@/provider/testing/covers';
import { envelope } from '@/provider/testing/envelopes';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const site: TestSite = {};
const { fetchPage, requested } = fetchFrom(site);
const { call, signUp, db, deps, clock } = await createTestProvider({ fetchPage });

const signal = new AbortController().signal;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const png = async (width: number, height: number, seed = 0) => ({
  type: 'image/png',
  bytes: await picture(width, height, { seed }),
});

let sites = 0;
/** Adds a page of its own site with the given pictures, and returns its address. */
async function addPage(html: string, files: Record<string, TestSite[string]> = {}): Promise<string> {
  const origin = `https://site${(sites += 1)}.example`;
  site[`${origin}/`] = html;
  for (const [name, file] of Object.entries(files)) site[`${origin}/${name}`] = file;
  return Promise.resolve(`${origin}/`);
}

const save = async (person: TestAccount, url: string): Promise<string> =>
  (await call('bookmarks.create', { body: { url, title: 'Page' } }, person)).body.uuid;

/** Reads the row, because sessions end when the clock is advanced by weeks. */
async function coverOf({ accountId }: TestAccount, uuid: string): Promise<Cover | null> {
  const { rows } = await db.$client.query<{ cover: Cover | null }>(
    'select cover from bookmarks where account_id = $1 and id = $2',
    [accountId, uuid],
  );
  return rows[0]?.cover ?? null;
}

const og = '<meta property="og:image" content="og.png">';

test('a new bookmark gets the picture that its page names, and an editor can still save it', async () => {
  const person = await signUp();
  const uuid = await save(person, await addPage(og, { 'og.png': await png(1_200, 600) }));
  const before = (await call('bookmarks.details', { params: { uuid } }, person)).body;
  expect(before.cover).toBeNull();
  const since = (await call('bookmarks.changes', { query: {} }, person)).body.next;
  await fetchCovers(deps, signal);
  const after = (await call('bookmarks.details', { params: { uuid } }, person)).body;
  expect(after.cover).toMatchObject({ width: 640, height: 320 });
  expect(after.updatedAt).toBe(before.updatedAt);
  const listed = (await call('bookmarks.list', { query: {} }, person)).body.content;
  expect(listed[0]?.cover).toEqual(after.cover);
  const changes = (await call('bookmarks.changes', { query: { since } }, person)).body.content;
  expect(changes).toMatchObject([{ uuid, type: 'changed', bookmark: { cover: after.cover } }]);
});

test('without a suitable one, it is the first large picture of the content', async () => {
  const person = await signUp();
  const html = `${og}<img src="small.png"><img src="strip.png"><img src="large.png">`;
  const files = {
    'og.png': await png(40, 40),
    'small.png': await png(90, 90, 1),
    'strip.png': await png(1_200, 210, 2),
    'large.png': await png(800, 500, 3),
  };
  const uuid = await save(person, await addPage(html, files));
  await fetchCovers(deps, signal);
  expect(await coverOf(person, uuid)).toMatchObject({ width: 640, height: 400 });
});

test('a page without pictures is read again a month later', async () => {
  const person = await signUp();
  const url = await addPage('<p>Text only');
  const uuid = await save(person, url);
  await fetchCovers(deps, signal);
  await fetchCovers(deps, signal);
  expect(requested.filter((one) => one === url)).toHaveLength(1);
  site[url] = og;
  site[`${url}og.png`] = await png(640, 400);
  clock.advance(31 * dayMs);
  await fetchCovers(deps, signal);
  clock.advance(minuteMs);
  await fetchCovers(deps, signal);
  expect(await coverOf(person, uuid)).toMatchObject({ width: 640 });
});

test('a page that cannot be read is requested again, four times in all', async () => {
  const person = await signUp();
  const url = `https://gone${(sites += 1)}.example/`;
  await save(person, url);
  for (const pause of [61 * minuteMs, 25 * 60 * minuteMs, 8 * dayMs, minuteMs, 8 * dayMs, dayMs]) {
    await fetchCovers(deps, signal);
    clock.advance(pause);
  }
  expect(requested.filter((one) => one === url)).toHaveLength(4);
  const { rowCount } = await db.$client.query("select from cover_fetches where host like 'gone%'");
  expect(rowCount).toBe(0);
});

test('a picture that the user has removed, chosen or uploaded stays so', async () => {
  const person = await signUp();
  const [removed, other] = [
    await addPage(og, { 'og.png': await png(640, 400) }),
    await addPage(og, { 'og.png': await png(640, 400) }),
  ];
  const uuids = [await save(person, removed), await save(person, other)] as const;
  await call('bookmarks.removeCover', { params: { uuid: uuids[0] } }, person);
  const headers = { 'content-type': 'image/png' };
  const body = new Uint8Array(await picture(300, 200, { seed: 9 }));
  const { cover } = (
    await call('bookmarks.uploadCover', { params: { uuid: uuids[1] }, body }, { ...person, headers })
  ).body;
  await fetchCovers(deps, signal);
  expect(await coverOf(person, uuids[0])).toBeNull();
  expect(await coverOf(person, uuids[1])).toEqual(cover);
});

test('another address gets another picture, unless the user has chosen one', async () => {
  const person = await signUp();
  const first = await addPage(og, { 'og.png': await png(640, 400) });
  const second = await addPage(og, { 'og.png': await png(640, 320, 5) });
  const uuid = await save(person, first);
  await fetchCovers(deps, signal);
  await call('bookmarks.update', { params: { uuid }, body: { url: second } }, person);
  expect(await coverOf(person, uuid)).toBeNull();
  clock.advance(minuteMs);
  await fetchCovers(deps, signal);
  expect(await coverOf(person, uuid)).toMatchObject({ height: 320 });
  await call('bookmarks.chooseCover', { params: { uuid }, body: { url: `${first}og.png` } }, person);
  const chosen = await coverOf(person, uuid);
  await call('bookmarks.update', { params: { uuid }, body: { url: first } }, person);
  expect(chosen).toMatchObject({ height: 400 });
  expect(await coverOf(person, uuid)).toEqual(chosen);
});

test('nothing is fetched for an encrypted bookmark, and what was fetched goes with its text', async () => {
  const person = await signUp();
  const url = await addPage(og, { 'og.png': await png(640, 400) });
  const uuid = await save(person, url);
  await fetchCovers(deps, signal);
  expect(await coverOf(person, uuid)).not.toBeNull();
  const body = { encrypted: true, cipher: envelope('key') };
  expect((await call('bookmarks.update', { params: { uuid }, body }, person)).body.cover).toBeNull();
  for (const table of ['covers', 'cover_fetches', 'blob_references']) {
    const { rowCount } = await db.$client.query(`select from ${table} where bookmark_id = $1`, [uuid]);
    expect(rowCount, table).toBe(0);
  }
  const count = requested.length;
  clock.advance(40 * dayMs);
  await fetchCovers(deps, signal);
  expect(requested.slice(count).filter((one) => one.startsWith(url))).toEqual([]);
});

test('a bookmark that is encrypted while its picture is fetched gets none', async () => {
  const person = await signUp();
  const url = await addPage(og);
  const uuid = await save(person, url);
  const image = await png(640, 400);
  const encrypting: typeof fetchPage = async (address, options) => {
    if (address !== `${url}og.png`) return fetchPage(address, options);
    const body = { encrypted: true, cipher: envelope('key') };
    await call('bookmarks.update', { params: { uuid }, body }, person);
    return { url: address, contentType: image.type, bytes: image.bytes };
  };
  await fetchCovers({ ...deps, fetchPage: encrypting }, signal);
  expect(await coverOf(person, uuid)).toBeNull();
  expect((await db.$client.query('select from covers where bookmark_id = $1', [uuid])).rowCount).toBe(0);
});

test('two processes request a page once', async () => {
  const person = await signUp();
  const url = await addPage(og, { 'og.png': await png(640, 400) });
  await save(person, url);
  await Promise.all([fetchCovers(deps, signal), fetchCovers(deps, signal)]);
  expect(requested.filter((one) => one === url)).toHaveLength(1);
});

test('an account whose storage is full gets none, and others do', async () => {
  const full = await createTestProvider({ fetchPage, config: { storageQuotaBytes: 2_000 } });
  const [one, other] = [await full.signUp(), await full.signUp()];
  const url = await addPage(og, { 'og.png': await png(640, 400) });
  const body = { url, title: 'Page' };
  const { uuid } = (await full.call('bookmarks.create', { body }, one)).body;
  await fetchCovers(full.deps, signal);
  expect((await full.call('bookmarks.details', { params: { uuid } }, one)).body.cover).toBeNull();
  expect((await full.call('bookmarks.create', { body }, other)).status).toBe(201);
});

test('nothing is fetched if the installation has turned it off', async () => {
  const person = await signUp();
  const url = await addPage(og);
  await save(person, url);
  await fetchCovers({ ...deps, config: { ...deps.config, covers: false } }, signal);
  expect(requested).not.toContain(url);
});
