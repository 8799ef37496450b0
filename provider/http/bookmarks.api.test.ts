import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract';
import { newId } from '@/provider/services/new-id';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp, clock, db } = await createTestProvider();

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

const cipher = `mw1.${'A'.repeat(80)}`;

describe('create', () => {
  test('saves what was given, into the default collection, and answers all of it', async () => {
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

  test('adds https:// where the scheme is missing, and keeps an odd address', async () => {
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

  test('takes what hostile names look like as the text that it is', async () => {
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

  test('a uuid of somebody else is a conflict that reveals and changes nothing', async () => {
    const mine = await signUp();
    const theirs = await signUp();
    const { uuid } = await create(mine.token, { title: 'Mine', url: 'https://secret.example/' });
    const { problem } = await call('bookmarks.create', { body: { uuid, url: page() } }, theirs);
    expect(problem).toEqual({ status: 409, code: 'CONFLICT', message: problem.message });
    expect((await list(theirs.token)).pagination.total).toBe(0);
    expect(await titles(mine.token)).toEqual(['Mine']);
  });

  test('the page that is in the space already is answered, unless it is forced', async () => {
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

  test('goes into each of the collections that are named, once', async () => {
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

  test('an encrypted bookmark holds the envelope and the hint, and nothing readable', async () => {
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

describe('update', () => {
  test('changes what is named and leaves the rest', async () => {
    const { token } = await signUp();
    const made = await create(token, { description: 'Old', tags: 'a,b' });
    clock.advance(1_000);
    const { status, body } = await call(
      'bookmarks.update',
      { params: { uuid: made.uuid }, body: { title: ' New ', highlighted: true } },
      { token },
    );
    expect(status).toBe(200);
    expect(body).toEqual({ ...made, title: 'New', highlighted: true, updatedAt: body.updatedAt });
    expect(body.updatedAt > made.updatedAt).toBe(true);
  });

  test('a new url brings its host and path along, and tags replace the tags', async () => {
    const { token } = await signUp();
    const { uuid } = await create(token, { tags: 'a,b' });
    const body = { url: 'other.example/there', tags: 'b,c' };
    const changed = await call('bookmarks.update', { params: { uuid }, body }, { token });
    expect(changed.body).toMatchObject({
      url: 'https://other.example/there',
      domain: 'other.example',
      path: '/there',
      tags: 'b,c',
    });
    const tags = (await call('tags.list', {}, { token })).body.content;
    expect(tags).toEqual([
      { name: 'b', count: 1 },
      { name: 'c', count: 1 },
    ]);
  });

  test('an unsafe url is refused and nothing changes', async () => {
    const { token } = await signUp();
    const made = await create(token);
    const { problem } = await call(
      'bookmarks.update',
      { params: { uuid: made.uuid }, body: { title: 'New', url: 'javascript:alert(1)' } },
      { token },
    );
    expect(problem.errors?.map(({ path }) => path)).toEqual(['url']);
    expect((await list(token)).content).toEqual([made]);
  });

  test('an imported link that is not of the web keeps it while its title is edited', async () => {
    const { token } = await signUp();
    const { uuid } = await create(token);
    const url = 'javascript:alert(1)';
    await db.$client.query(`update bookmarks set url = $2, domain = '', path = '' where id = $1`, [
      uuid,
      url,
    ]);
    const { body } = await call(
      'bookmarks.update',
      { params: { uuid }, body: { title: 'Kept', url } },
      { token },
    );
    expect(body).toMatchObject({ title: 'Kept', url, domain: '' });
  });

  test('collections replace the collections; without any it is in the default one', async () => {
    const { token } = await signUp();
    const one = await newCollection(token, 'One');
    const two = await newCollection(token, 'Two');
    const { uuid } = await create(token, { collections: [one.uuid] });
    const move = async (collections: string[]) => {
      const { body } = await call('bookmarks.update', { params: { uuid }, body: { collections } }, { token });
      return body.collections.map(({ name }) => name);
    };
    expect(await move([one.uuid, two.uuid])).toEqual(['One', 'Two']);
    expect(await move([two.uuid])).toEqual(['Two']);
    expect(await move([])).toEqual(['Uncategorized']);
    const counts = (await call('collections.simplified', {}, { token })).body.content;
    expect(counts.map(({ count }) => count)).toEqual([1, 0, 0]);
  });

  test('a foreign collection is not found and nothing changes', async () => {
    const { token } = await signUp();
    const foreign = await newCollection((await signUp()).token);
    const made = await create(token);
    const body = { title: 'New', collections: [foreign.uuid] };
    const { problem } = await call('bookmarks.update', { params: { uuid: made.uuid }, body }, { token });
    expect(problem.code).toBe('NOT_FOUND');
    expect((await list(token)).content).toEqual([made]);
  });

  test('an encrypted bookmark takes no readable text until it is opened, and then needs a url', async () => {
    const { token } = await signUp();
    const { uuid } = await create(token, {
      title: undefined,
      url: undefined,
      encrypted: true,
      cipher,
    });
    const update = (body: Input<'bookmarks.update'>['body']) =>
      call('bookmarks.update', { params: { uuid }, body }, { token });
    expect((await update({ title: 'x' })).problem.errors?.[0]?.path).toBe('cipher');
    expect((await update({ encrypted: false, title: 'x' })).problem.errors?.[0]?.path).toBe('url');
    expect((await update({ favorite: true })).body).toMatchObject({ cipher, favorite: true });
    expect((await update({ hint: 'new' })).body).toMatchObject({ cipher, hint: 'new' });
    const another = `mw1.${'B'.repeat(80)}`;
    expect((await update({ encrypted: true, cipher: another })).body).toMatchObject({
      cipher: another,
      hint: 'new',
    });
    const opened = await update({ encrypted: false, title: 'Open', url: 'open.example' });
    expect(opened.body).toMatchObject({ encrypted: false, cipher: null, hint: null, title: 'Open' });
  });
});

describe('marks', () => {
  test('a favorite is marked and unmarked, and the space counts it', async () => {
    const { token } = await signUp();
    const { uuid } = await create(token);
    const favorites = async () => (await list(token, { favorite: true })).pagination.total;
    const mark = async (favorite: boolean) =>
      (await call('bookmarks.favorite', { params: { uuid }, body: { favorite } }, { token })).body.favorite;
    expect([await mark(true), await favorites()]).toEqual([true, 1]);
    expect([await mark(true), await favorites()]).toEqual([true, 1]);
    expect([await mark(false), await favorites()]).toEqual([false, 0]);
  });

  test('a visit is counted and dated', async () => {
    const { token } = await signUp();
    const { uuid, updatedAt } = await create(token);
    for (let visit = 0; visit < 2; visit += 1) {
      expect((await call('bookmarks.visit', { params: { uuid } }, { token })).status).toBe(204);
    }
    const [bookmark] = (await list(token)).content;
    expect(bookmark).toMatchObject({ visits: 2, updatedAt });
    expect(bookmark?.lastAccessedAt).not.toBeNull();
  });
});

describe('trash', () => {
  test('takes a bookmark out of every list and count, and gives it back as it was', async () => {
    const { token, spaceId } = await signUp();
    const one = await newCollection(token);
    const made = await create(token, { collections: [one.uuid], tags: 'a', favorite: true });
    const counts = async () => {
      const space = (await call('spaces.list', {}, { token })).body.content.find(
        ({ uuid }) => uuid === spaceId,
      );
      const collections = (await call('collections.simplified', {}, { token })).body.content;
      const tags = (await call('tags.list', {}, { token })).body.content;
      return [space?.counts, collections.map(({ count }) => count), tags.map(({ count }) => count)];
    };
    const before = await counts();
    const params = { uuid: made.uuid };
    expect((await call('bookmarks.delete', { params }, { token })).status).toBe(204);
    expect((await call('bookmarks.delete', { params }, { token })).status).toBe(204);
    expect((await list(token)).content).toEqual([]);
    const trashed = await list(token, { trash: true });
    expect(trashed.content).toMatchObject([{ uuid: made.uuid, collections: [{ name: 'Reading' }] }]);
    expect(trashed.content[0]?.deletedAt).not.toBeNull();
    expect(await counts()).toEqual([{ bookmarks: 0, collections: 2, favorites: 0, trash: 1 }, [0, 0], []]);
    const { body } = await call('bookmarks.restore', { params }, { token });
    expect(body).toEqual({ ...made, updatedAt: body.updatedAt });
    expect(await counts()).toEqual(before);
  });

  test('erasing leaves nothing, wherever the bookmark was', async () => {
    const { token } = await signUp();
    const one = await create(token, { tags: 'a' });
    const two = await create(token, { tags: 'b' });
    await call('bookmarks.delete', { params: { uuid: two.uuid } }, { token });
    for (const { uuid } of [one, two]) {
      const erased = await call(
        'bookmarks.delete',
        { params: { uuid }, query: { permanent: true } },
        { token },
      );
      expect(erased.status).toBe(204);
      const { rows } = await db.$client.query(
        'select 1 from bookmarks where id = $1 union all select 1 from bookmark_collections where bookmark_id = $1',
        [uuid],
      );
      expect(rows).toEqual([]);
      expect((await call('bookmarks.restore', { params: { uuid } }, { token })).problem.code).toBe(
        'NOT_FOUND',
      );
    }
    expect((await call('tags.list', {}, { token })).body.content).toEqual([]);
  });
});

describe('somebody else’s bookmark', () => {
  const calls = {
    update: (uuid: string, token: string) =>
      call('bookmarks.update', { params: { uuid }, body: { title: 'Theirs' } }, { token }),
    delete: (uuid: string, token: string) => call('bookmarks.delete', { params: { uuid } }, { token }),
    erase: (uuid: string, token: string) =>
      call('bookmarks.delete', { params: { uuid }, query: { permanent: true } }, { token }),
    restore: (uuid: string, token: string) => call('bookmarks.restore', { params: { uuid } }, { token }),
    favorite: (uuid: string, token: string) =>
      call('bookmarks.favorite', { params: { uuid }, body: { favorite: true } }, { token }),
    visit: (uuid: string, token: string) => call('bookmarks.visit', { params: { uuid } }, { token }),
    order: (uuid: string, token: string) =>
      call('bookmarks.order', { params: { uuid }, body: { after: uuid } }, { token }),
  };

  test.each(Object.entries(calls))(
    '%s answers as for one that does not exist, and changes nothing',
    async (_, act) => {
      const mine = await signUp();
      const theirs = await signUp();
      const made = await create(mine.token);
      const foreign = await act(made.uuid, theirs.token);
      const missing = await act(newId(), theirs.token);
      expect(foreign.problem).toMatchObject({ status: 404, code: 'NOT_FOUND' });
      expect(foreign.problem).toEqual(missing.problem);
      expect((await list(mine.token)).content).toEqual([made]);
    },
  );

  test.each([
    'x',
    '1',
    '../',
    `${newId()} `,
    '{uuid}',
    'x'.repeat(10_000),
    newId().toUpperCase(),
    '00000000-0000-0000-0000-000000000000',
  ])('an address that names no bookmark is not found: %s', async (uuid) => {
    const { token } = await signUp();
    expect((await calls.restore(uuid, token)).problem.status).toBe(404);
  });
});
