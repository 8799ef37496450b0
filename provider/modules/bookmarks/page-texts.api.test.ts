import { beforeEach, describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract';
import type { FetchPage } from '@/provider/deps';
import { wrongIn } from '@/provider/testing/account-data';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

let asked: string[] = [];
let running = 0;
let mostAtOnce = 0;
const languages = new Set<string | undefined>();
const pages: Record<string, string> = {
  'https://new.example/': '<title>New title</title><meta name=description content="New description">',
  'https://bare.example/': '<p>No title',
  'https://challenge.example/': '<title>Just a moment...</title>',
};
const fetchPage: FetchPage = async (url, { language }) => {
  asked.push(url);
  languages.add(language);
  running += 1;
  mostAtOnce = Math.max(mostAtOnce, running);
  await Promise.resolve();
  running -= 1;
  const html = pages[url];
  return html === undefined
    ? null
    : { url, contentType: 'text/html; charset=utf-8', bytes: Buffer.from(html) };
};
const { call, signUp, db } = await createTestProvider({ fetchPage });
beforeEach(() => {
  asked = [];
  mostAtOnce = 0;
});

const save = async (person: TestAccount, body: Input<'bookmarks.create'>['body']) =>
  (await call('bookmarks.create', { body }, person)).body;
const saveMany = async (person: TestAccount, urls: readonly string[]) => {
  const saved = [];
  for (const url of urls) saved.push(await save(person, { url, title: 'Old title', description: 'Mine' }));
  return saved.map(({ uuid }) => uuid);
};
const find = async (person: TestAccount, uuid: string) =>
  (await call('bookmarks.list', {}, person)).body.content.find((one) => one.uuid === uuid);

describe('reading pages again', () => {
  test('returns what they say now, and changes nothing', async () => {
    const person = await signUp();
    const uuids = await saveMany(person, [
      'https://new.example/',
      'https://bare.example/',
      'https://challenge.example/',
      'https://away.example/',
    ]);
    const { body } = await call('bookmarks.readMetadata', { body: { uuids } }, person);
    expect(body.content).toEqual([
      { uuid: uuids[0], status: 'read', title: 'New title', description: 'New description' },
      { uuid: uuids[1], status: 'read', title: '', description: '' },
      { uuid: uuids[2], status: 'unavailable', title: '', description: '' },
      { uuid: uuids[3], status: 'unavailable', title: '', description: '' },
    ]);
    expect(await find(person, uuids[0] ?? '')).toMatchObject({ title: 'Old title', description: 'Mine' });
  });

  test('requests nothing for an encrypted bookmark or another kind of link', async () => {
    const person = await signUp({ plan: 'pro' });
    const encrypted = await save(person, { encrypted: true, cipher: sampleEnvelope() });
    const [inert = ''] = await insertBookmarks(db, person, [
      { title: 'Mail', url: 'mailto:ada@example.test', collections: [] },
    ]);
    const uuids = [encrypted.uuid, inert];
    const { body } = await call('bookmarks.readMetadata', { body: { uuids } }, person);
    expect(body.content.map(({ status }) => status)).toEqual(['unavailable', 'unavailable']);
    expect(asked).toEqual([]);
  });

  test('has bounded work: six pages a call, three at a time', async () => {
    const person = await signUp();
    const urls = Array.from({ length: 7 }, (_, index) => `https://many-${index}.example/`);
    const uuids = await saveMany(person, urls);
    asked = [];
    const { problem } = await call('bookmarks.readMetadata', { body: { uuids } }, person);
    expect(problem).toMatchObject({ status: 422, errors: [{ path: 'uuids' }] });
    expect(asked).toEqual([]);
    await call('bookmarks.readMetadata', { body: { uuids: uuids.slice(1) } }, person);
    expect(asked).toHaveLength(6);
    expect(mostAtOnce).toBeLessThanOrEqual(3);
  });

  test('is refused for a bookmark of another account', async () => {
    const [uuid = ''] = await saveMany(await signUp(), ['https://new.example/']);
    asked = [];
    const body = { uuids: [uuid] };
    expect((await call('bookmarks.readMetadata', { body }, await signUp())).problem.code).toBe('NOT_FOUND');
    expect(asked).toEqual([]);
  });

  test('asks for the language of the request', async () => {
    const person = await signUp();
    const uuids = await saveMany(person, ['https://new.example/']);
    languages.clear();
    const headers = { 'accept-language': 'pt-BR' };
    await call('bookmarks.readMetadata', { body: { uuids } }, { ...person, headers });
    expect([...languages]).toEqual(['pt-BR']);
  });
});

describe('applying the texts of pages', () => {
  const apply = (person: TestAccount, bookmarks: Input<'bookmarks.applyMetadata'>['body']['bookmarks']) =>
    call('bookmarks.applyMetadata', { body: { bookmarks } }, person);

  test('replaces what is given, is found by it, and can be undone', async () => {
    const person = await signUp();
    const space = (await call('spaces.create', { body: { name: 'Other' } }, person)).body.uuid;
    const [one = '', two = ''] = await saveMany(person, ['https://a.example/', 'https://b.example/']);
    await call('bookmarks.bulk', { body: { action: 'move', uuids: [two], space } }, person);
    const { body } = await apply(person, [
      { uuid: one, title: 'Night trains' },
      { uuid: two, description: 'Sleepers of Europe' },
    ]);
    expect(body.affected).toBe(2);
    expect(await find(person, one)).toMatchObject({ title: 'Night trains', description: 'Mine' });
    const { rows } = await db.$client.query('select title, description from bookmarks where id = $1', [two]);
    expect(rows).toEqual([{ title: 'Old title', description: 'Sleepers of Europe' }]);
    const q = 'night trains';
    const found = (await call('search.find', { query: { q } }, person)).body.bookmarks;
    expect(found.map(({ uuid }) => uuid)).toEqual([one]);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);

    await call('bookmarks.undo', { params: { uuid: body.undo ?? '' }, query: {} }, person);
    expect(await find(person, one)).toMatchObject({ title: 'Old title', description: 'Mine' });
    expect((await db.$client.query('select description from bookmarks where id = $1', [two])).rows).toEqual([
      { description: 'Mine' },
    ]);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('writes all or nothing, and nothing to an encrypted bookmark', async () => {
    const person = await signUp({ plan: 'pro' });
    const [uuid = ''] = await saveMany(person, ['https://a.example/']);
    const encrypted = await save(person, { encrypted: true, cipher: sampleEnvelope() });
    const strange = (await saveMany(await signUp(), ['https://a.example/']))[0] ?? '';
    const title = 'Plain text';
    expect(
      (
        await apply(person, [
          { uuid, title },
          { uuid: strange, title },
        ])
      ).problem.code,
    ).toBe('NOT_FOUND');
    const refused = await apply(person, [
      { uuid, title },
      { uuid: encrypted.uuid, title },
    ]);
    expect(refused.problem).toMatchObject({ status: 422, errors: [{ path: 'bookmarks' }] });
    expect((await apply(person, [{ uuid, title: '' }])).problem.status).toBe(422);
    expect((await find(person, uuid))?.title).toBe('Old title');
    expect(await find(person, encrypted.uuid)).toMatchObject({ title: null });
  });
});
