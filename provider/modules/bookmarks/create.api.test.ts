import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract';
import { limits } from '@/lib/contract/limits';
import { newId } from '@/provider/db/client';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp } = await createTestProvider();

type CreateBody = Input<'bookmarks.create'>['body'];

let number = 0;
const page = (): string => `https://page${(number += 1)}.example/`;

const create = async (token: string, body: Partial<CreateBody> = {}) =>
  (await call('bookmarks.create', { body: { title: 'A page', url: page(), ...body } }, { token })).body;

const list = async (token: string, query: Input<'bookmarks.list'>['query'] = {}) =>
  (await call('bookmarks.list', { query }, { token })).body;

const titles = async (token: string, query: Input<'bookmarks.list'>['query'] = {}) =>
  (await list(token, query)).content.map((bookmark) => bookmark.title);

const newCollection = async (token: string, name = 'Reading') =>
  (await call('collections.create', { body: { name } }, { token })).body;

const cipher = sampleEnvelope();

describe('create', () => {
  test('treats an invisible title as empty, and rejects an invisible name', async () => {
    const { token } = await signUp();
    const invisible = '\u200B\u200D \u2060\uFEFF';
    const made = await create(token, { title: invisible });
    expect(made.title).toBe('');
    const update = { params: { uuid: made.uuid }, body: { title: invisible } };
    expect((await call('bookmarks.update', update, { token })).body.title).toBe('');
    const emoji = '👩\u200D💻';
    expect((await create(token, { title: emoji })).title).toBe(emoji);
    expect((await call('collections.create', { body: { name: invisible } }, { token })).status).toBe(422);
  });

  test('stores a url whose host is too long as text', async () => {
    const { token } = await signUp();
    const labels = (count: number) => `https://${'a'.repeat(62).concat('.').repeat(count)}example`;
    for (const url of [labels(40), labels(4)]) {
      expect(await create(token, { url })).toMatchObject({ url, domain: '' });
    }
    expect((await create(token, { url: labels(3) })).domain).not.toBe('');
  });

  test('saves the given fields into the default collection, and returns all of them', async () => {
    const { token } = await signUp();
    const { status, body } = await call(
      'bookmarks.create',
      {
        body: {
          title: '  Night trains of Europe ',
          url: 'https://www.night-trains.example/routes?from=lisbon#top',
          description: 'Sleepers & couchettes',
          tags: 'travel, Trains ,travel',
          favorite: true,
        },
      },
      { token },
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'Night trains of Europe',
      url: 'https://www.night-trains.example/routes?from=lisbon#top',
      domain: 'night-trains.example',
      path: '/routes?from=lisbon#top',
      description: 'Sleepers & couchettes',
      tags: 'travel,Trains',
      favorite: true,
      highlighted: false,
      encrypted: false,
      cipher: null,
      hint: null,
      visits: 0,
      lastAccessedAt: null,
      deletedAt: null,
    });
    expect(body.collections.map(({ name }) => name)).toEqual(['Uncategorized']);
    expect(body.createdAt).toBe(body.updatedAt);
    expect(await list(token)).toMatchObject({ content: [body], pagination: { total: 1, next: null } });
  });

  test('adds https:// if the scheme is missing, and keeps an unusual url', async () => {
    const { token } = await signUp();
    expect(await create(token, { url: 'night-trains.example/x' })).toMatchObject({
      url: 'https://night-trains.example/x',
      domain: 'night-trains.example',
    });
    expect(await create(token, { url: 'http://printer:8080/status' })).toMatchObject({
      url: 'http://printer:8080/status',
      domain: 'printer:8080',
    });
    expect(await create(token, { url: 'not an address' })).toMatchObject({
      url: 'not an address',
      domain: '',
      path: '',
    });
  });

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'jAvAsCrIpT:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
  ])('refuses %j, and saves nothing', async (url) => {
    const { token } = await signUp();
    const { problem } = await call('bookmarks.create', { body: { title: 'x', url } }, { token });
    expect(problem).toMatchObject({ status: 422, code: 'VALIDATION_FAILED', errors: [{ path: 'url' }] });
    expect((await list(token)).pagination.total).toBe(0);
  });

  test.each([
    [{ title: 'x' }, 'url'],
    [{ url: '' }, 'url'],
    [{ url: 'https://a.example/', title: 'a\0b' }, 'title'],
    [{ url: 'https://a.example/', title: 'x'.repeat(2_001) }, 'title'],
    [{ url: 'https://a.example/', tags: 'x'.repeat(65) }, 'tags'],
    [{ url: 'https://a.example/', tags: Array.from({ length: 101 }, (_, i) => i).join() }, 'tags'],
    [{ url: 'https://a.example/', hint: 'x'.repeat(201) }, 'hint'],
    [{ url: 'https://a.example/', collections: ['x'] }, 'collections.0'],
    [{ url: 'https://a.example/', uuid: 'x' }, 'uuid'],
    [{ url: 'https://a.example/', createdAt: '2020-01-01' }, 'createdAt'],
    [{ encrypted: true }, 'cipher'],
    [{ encrypted: true, cipher, title: 'x' }, 'cipher'],
    [{ encrypted: true, cipher, tags: 'x' }, 'cipher'],
    [{ url: 'https://a.example/', cipher }, 'cipher'],
    [{ encrypted: true, cipher: 'mw2.AAAA' }, 'cipher'],
  ])('refuses %j at the field %s', async (body, path) => {
    const { token } = await signUp();
    const { problem } = await call('bookmarks.create', { body }, { token });
    expect(problem).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' });
    expect(problem.errors?.map((error) => error.path)).toContain(path);
  });

  test('counts the length of a title in characters, not in bytes', async () => {
    const { token } = await signUp();
    const title = '👨‍👩‍👧‍👦'.repeat(285);
    expect((await create(token, { title })).title).toBe(title);
  });

  test('stores hostile names as plain text', async () => {
    const { token } = await signUp();
    const tags = [
      '__proto__',
      'constructor',
      'toString',
      'null',
      '-1',
      '../../x',
      '%2e%2e',
      'a/b',
      'it\'s \\ "x"',
    ];
    const { body } = await call(
      'bookmarks.create',
      { body: { title: '<script>__proto__</script>', url: page(), tags: tags.join() } },
      { token },
    );
    expect(body).toMatchObject({ title: '<script>__proto__</script>', tags: tags.join() });
    for (const tag of tags) expect((await list(token, { tag })).pagination.total, tag).toBe(1);
    const counted = (await call('tags.list', {}, { token })).body.content;
    expect(counted.map(({ name }) => name).sort()).toEqual([...tags].sort());
  });

  test('the same uuid again is the same creation', async () => {
    const { token } = await signUp();
    const uuid = newId();
    const body = { uuid, title: 'First', url: page() };
    const first = await call('bookmarks.create', { body }, { token });
    const again = await call('bookmarks.create', { body: { ...body, title: 'Again' } }, { token });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect((await list(token)).pagination.total).toBe(1);
  });

  test('a uuid of another account is a conflict that reveals and changes nothing', async () => {
    const mine = await signUp();
    const theirs = await signUp();
    const { uuid } = await create(mine.token, { title: 'Mine', url: 'https://secret.example/' });
    const { problem } = await call('bookmarks.create', { body: { uuid, url: page() } }, theirs);
    expect(problem).toEqual({ status: 409, code: 'CONFLICT', message: problem.message });
    expect((await list(theirs.token)).pagination.total).toBe(0);
    expect(await titles(mine.token)).toEqual(['Mine']);
  });

  test('an existing page in the space is returned, unless it is forced', async () => {
    const { token } = await signUp();
    const first = await create(token, { url: 'https://www.example.org/a/?b=2&a=1&utm_source=x' });
    const again = { title: 'Again', url: 'http://example.org/a?a=1&b=2' };
    const { problem } = await call('bookmarks.create', { body: again }, { token });
    expect(problem).toMatchObject({ status: 409, code: 'ALREADY_EXISTS', bookmark: first });
    const forced = await call('bookmarks.create', { body: { ...again, force: true } }, { token });
    expect(forced.status).toBe(201);
  });

  test('a page in the trash, in another space or of another account is no duplicate', async () => {
    const { token } = await signUp({ plan: 'pro' });
    const url = page();
    const { uuid } = await create(token, { url });
    const space = (await call('spaces.create', { body: { name: 'Work' } }, { token })).body;
    const elsewhere = await call('bookmarks.create', { body: { url } }, { token, spaceId: space.uuid });
    expect(elsewhere.status).toBe(201);
    await call('bookmarks.delete', { params: { uuid } }, { token });
    expect((await call('bookmarks.create', { body: { url } }, { token })).status).toBe(201);
    expect((await call('bookmarks.create', { body: { url } }, await signUp())).status).toBe(201);
  });

  test('is added to each of the given collections, once', async () => {
    const { token } = await signUp();
    const one = await newCollection(token, 'One');
    const two = await newCollection(token, 'Two');
    const { collections } = await create(token, { collections: [two.uuid, one.uuid, two.uuid] });
    expect(collections.map(({ name }) => name)).toEqual(['One', 'Two']);
    const counts = (await call('collections.simplified', {}, { token })).body.content;
    expect(counts.map(({ name, count }) => [name, count])).toEqual([
      ['Uncategorized', 0],
      ['One', 1],
      ['Two', 1],
    ]);
  });

  test('a collection of another account or space is not found, and nothing is saved', async () => {
    const { token } = await signUp();
    const foreign = await newCollection((await signUp()).token);
    const space = (await call('spaces.create', { body: { name: 'Work' } }, { token })).body;
    const inSpace = (
      await call('collections.create', { body: { name: 'There' } }, { token, spaceId: space.uuid })
    ).body;
    for (const uuid of [foreign.uuid, inSpace.uuid, newId()]) {
      const { problem } = await call(
        'bookmarks.create',
        { body: { url: page(), collections: [uuid] } },
        { token },
      );
      expect(problem.code).toBe('NOT_FOUND');
    }
    expect((await list(token)).pagination.total).toBe(0);
  });

  test('an encrypted bookmark contains the envelope and the hint, and nothing readable', async () => {
    const { token } = await signUp();
    const { body } = await call(
      'bookmarks.create',
      { body: { encrypted: true, cipher, hint: 'The usual' } },
      { token },
    );
    expect(body).toMatchObject({
      encrypted: true,
      cipher,
      hint: 'The usual',
      title: null,
      url: null,
      domain: null,
      path: null,
      description: null,
      tags: '',
    });
    expect((await list(token, { encrypted: true })).pagination.total).toBe(1);
  });
});

test('a url that exceeds the maximum length once it has a scheme and is encoded is refused', async () => {
  const { token } = await signUp();
  for (const url of [
    `a.example/${'x'.repeat(limits.urlLength - 10)}`,
    `https:a.example/${'é'.repeat(limits.urlLength / 2)}`,
  ]) {
    const refused = await call('bookmarks.create', { body: { url } }, { token });
    expect([refused.status, refused.problem.errors?.map(({ path }) => path)]).toEqual([422, ['url']]);
  }
});
