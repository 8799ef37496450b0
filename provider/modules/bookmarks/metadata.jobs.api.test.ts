import { expect, test } from 'vitest';
import type { Input } from '@/lib/contract';
import type { FetchedPage } from '@/provider/deps';
import { bookmarkMetadata } from '@/provider/modules/bookmarks/metadata';
import { passTime, workQueue } from '@/provider/testing/work-queue';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { wrongIn } from '@/provider/testing/account-data';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const asked: string[] = [];
const languages = new Set<string | undefined>();
let isAway = false;
let whileFetching: (() => Promise<unknown>) | null = null;
let page = '<title>Night trains of Europe</title><meta name="description" content="Every route.">';
const tested = await createTestProvider({
  fetchPage: async (url, { language }): Promise<FetchedPage | null> => {
    asked.push(url);
    languages.add(language);
    await whileFetching?.();
    const bytes = new TextEncoder().encode(page);
    return isAway ? null : { url, contentType: 'text/html; charset=utf-8', bytes };
  },
});
const { call, signUp, db, deps, startJobs } = tested;
const work = () => workQueue(deps, 'bookmark-metadata', bookmarkMetadata);

const save = async (person: TestAccount, body: Input<'bookmarks.create'>['body']) =>
  (await call('bookmarks.create', { body }, person)).body;
const read = async (person: TestAccount, uuid: string) =>
  (await call('bookmarks.list', {}, person)).body.content.find((one) => one.uuid === uuid);
const waiting = async (): Promise<number> =>
  (await db.$client.query('select from metadata_fetches')).rowCount ?? 0;

test('a bookmark saved without a title gets the title, description and icon of its page', async () => {
  const person = await signUp();
  const saved = await save(person, { url: 'https://trains.example/map', tags: 'rail' });
  expect(saved.title).toBe('');
  await work();
  expect(await read(person, saved.uuid)).toMatchObject({
    title: 'Night trains of Europe',
    description: 'Every route.',
    tags: 'rail',
    updatedAt: saved.updatedAt,
  });
  // A job does not wait for an icon that takes long to decode.
  const icons = async () =>
    (await db.$client.query("select from favicons where host = 'trains.example'")).rowCount;
  await expect.poll(icons).toBe(1);
  expect(await waiting()).toBe(0);
  expect(await wrongIn(db, person.spaceId)).toEqual([]);
  const found = (await call('search.find', { query: { q: 'every route' } }, person)).body;
  expect(found.bookmarks.map(({ uuid }) => uuid)).toEqual([saved.uuid]);
});

test('the scheme of its url may be typed in capitals', async () => {
  const person = await signUp();
  const saved = await save(person, { url: 'HTTPS://capitals.example/' });
  await work();
  expect((await read(person, saved.uuid))?.title).toBe('Night trains of Europe');
});

test('existing texts are kept, and a page is fetched only if the title is missing', async () => {
  const person = await signUp();
  const described = await save(person, { url: 'https://a.example/', description: 'Mine' });
  await save(person, { url: 'https://titled.example/', title: 'Titled' });
  await save(person, { encrypted: true, cipher: sampleEnvelope() });
  const edited = await save(person, { url: 'https://b.example/' });
  await call('bookmarks.update', { params: { uuid: edited.uuid }, body: { title: 'Typed since' } }, person);
  await work();
  expect(await read(person, described.uuid)).toMatchObject({
    title: 'Night trains of Europe',
    description: 'Mine',
  });
  expect(await read(person, edited.uuid)).toMatchObject({ title: 'Typed since', description: '' });
  expect(asked.filter((url) => url.includes('titled.example'))).toEqual([]);
});

test('a bookmark whose url or space changes while its page is fetched is fetched again', async () => {
  const person = await signUp();
  const { uuid } = await save(person, { url: 'https://old.example/' });
  const space = (await call('spaces.create', { body: { name: 'Other' } }, person)).body.uuid;
  const changes = [
    () => call('bookmarks.update', { params: { uuid }, body: { url: 'https://new.example/' } }, person),
    () => call('bookmarks.bulk', { body: { action: 'move', uuids: [uuid], space } }, person),
  ];
  whileFetching = () => Promise.resolve(changes.shift()?.());
  await work();
  whileFetching = null;
  expect(changes).toEqual([]);
  const { rows } = await db.$client.query('select title from bookmarks where id = $1', [uuid]);
  expect(rows).toEqual([{ title: 'Night trains of Europe' }]);
  expect(await waiting()).toBe(0);
});

test('an unavailable page is retried later, a limited number of times', async () => {
  const person = await signUp();
  isAway = true;
  const saved = await save(person, { url: 'https://away.example/' });
  await work();
  await work();
  expect(asked.filter((url) => url === 'https://away.example/')).toHaveLength(1);
  isAway = false;
  await passTime(db, 2 * 60_000);
  await work();
  expect((await read(person, saved.uuid))?.title).toBe('Night trains of Europe');

  isAway = true;
  await save(person, { url: 'https://gone.example/' });
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await work();
    await passTime(db, 3 * 24 * 60 * 60_000);
  }
  isAway = false;
  expect(asked.filter((url) => url === 'https://gone.example/')).toHaveLength(7);
  expect(await waiting()).toBe(0);
});

test('a challenge is not stored as a title: the page is retried later', async () => {
  const person = await signUp();
  const own = page;
  page = '<title>Just a moment...</title>';
  const saved = await save(person, { url: 'https://challenge.example/' });
  await work();
  expect((await read(person, saved.uuid))?.title).toBe('');
  expect(await waiting()).toBe(1);
  page = own;
  await passTime(db, 2 * 60_000);
  await work();
  expect((await read(person, saved.uuid))?.title).toBe('Night trains of Europe');
});

test('a page is requested in the language of the account', async () => {
  const person = await signUp();
  await call('account.updatePreferences', { body: { language: 'pt-BR' } }, person);
  await save(person, { url: 'https://language.example/' });
  languages.clear();
  await work();
  // Icons have no language.
  expect([...languages]).toEqual(['pt-BR', undefined]);
});

test('nothing is stored for a bookmark that was encrypted or deleted before its page was read', async () => {
  const person = await signUp({ plan: 'pro' });
  const [one, two] = [
    await save(person, { url: 'https://one.example/' }),
    await save(person, { url: 'https://two.example/' }),
  ];
  const cipher = sampleEnvelope();
  await call('bookmarks.update', { params: { uuid: one.uuid }, body: { encrypted: true, cipher } }, person);
  await call('bookmarks.delete', { params: { uuid: two.uuid }, query: { permanent: true } }, person);
  expect(await waiting()).toBe(0);
  await work();
  expect(asked.filter((url) => /\/(?:one|two)\.example/.test(url))).toEqual([]);
});

test('it is fetched as soon as it is saved if the jobs run', async () => {
  const person = await signUp();
  const stop = startJobs();
  const { uuid } = await save(person, { url: 'https://soon.example/' });
  const title = async () => (await read(person, uuid))?.title;
  await expect.poll(title).toBe('Night trains of Europe');
  await stop();
});
