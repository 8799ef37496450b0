import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract';
import { newId } from '@/provider/db/client';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp, clock, db } = await createTestProvider();

type CreateBody = Input<'bookmarks.create'>['body'];

let number = 0;
const page = (): string => `https://page${(number += 1)}.example/`;

const create = async (token: string, body: Partial<CreateBody> = {}) =>
  (await call('bookmarks.create', { body: { title: 'A page', url: page(), ...body } }, { token })).body;

const list = async (token: string, query: Input<'bookmarks.list'>['query'] = {}) =>
  (await call('bookmarks.list', { query }, { token })).body;

const newCollection = async (token: string, name = 'Reading') =>
  (await call('collections.create', { body: { name } }, { token })).body;

const cipher = sampleEnvelope();

describe('details', () => {
  const read = (token: string, uuid: string) => call('bookmarks.details', { params: { uuid } }, { token });

  test('returns the bookmark, also from another space and from the trash', async () => {
    const { token } = await signUp();
    const made = await create(token, { description: 'Long', tags: 'a,b' });
    expect(await read(token, made.uuid)).toMatchObject({ status: 200, body: made });
    const space = (await call('spaces.create', { body: { name: 'Work' } }, { token })).body.uuid;
    await call('bookmarks.bulk', { body: { action: 'move', uuids: [made.uuid], space } }, { token });
    expect((await read(token, made.uuid)).body).toMatchObject({ uuid: made.uuid, description: 'Long' });
    await call('bookmarks.delete', { params: { uuid: made.uuid } }, { token });
    expect((await read(token, made.uuid)).body.deletedAt).not.toBeNull();
  });

  test('a bookmark of another account and one that does not exist are not found', async () => {
    const [owner, other] = [await signUp(), await signUp()];
    const { uuid } = await create(owner.token);
    expect((await read(other.token, uuid)).status).toBe(404);
    expect((await read(owner.token, newId())).status).toBe(404);
  });
});

describe('update', () => {
  test('changes the given fields and keeps the others', async () => {
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

  test('a new url updates host and path, and tags replace the tags', async () => {
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

  test('an unsafe url is rejected and nothing changes', async () => {
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

  test('an imported link that is not a web address is kept while its title is edited', async () => {
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

  test('a collection of another account is not found and nothing changes', async () => {
    const { token } = await signUp();
    const foreign = await newCollection((await signUp()).token);
    const made = await create(token);
    const body = { title: 'New', collections: [foreign.uuid] };
    const { problem } = await call('bookmarks.update', { params: { uuid: made.uuid }, body }, { token });
    expect(problem.code).toBe('NOT_FOUND');
    expect((await list(token)).content).toEqual([made]);
  });

  test('an encrypted bookmark accepts no readable text until it is decrypted, and then requires a url', async () => {
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
    const another = sampleEnvelope(1);
    expect((await update({ encrypted: true, cipher: another })).body).toMatchObject({
      cipher: another,
      hint: 'new',
    });
    const decrypted = await update({ encrypted: false, title: 'Open', url: 'open.example' });
    expect(decrypted.body).toMatchObject({ encrypted: false, cipher: null, hint: null, title: 'Open' });
  });
});

describe('marks', () => {
  test('a favorite is set and cleared, and the space counts it', async () => {
    const { token } = await signUp();
    const { uuid } = await create(token);
    const favorites = async () => (await list(token, { favorite: true })).pagination.total;
    const mark = async (favorite: boolean) =>
      (await call('bookmarks.favorite', { params: { uuid }, body: { favorite } }, { token })).body.favorite;
    expect([await mark(true), await favorites()]).toEqual([true, 1]);
    expect([await mark(true), await favorites()]).toEqual([true, 1]);
    expect([await mark(false), await favorites()]).toEqual([false, 0]);
  });

  test('a visit is counted and recorded', async () => {
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
  test('removes a bookmark from every list and count, and restores it unchanged', async () => {
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
    expect(await counts()).toEqual([
      { bookmarks: 0, collections: 2, favorites: 0, later: 0, trash: 1 },
      [0, 0],
      [],
    ]);
    const { body } = await call('bookmarks.restore', { params }, { token });
    expect(body).toEqual({ ...made, updatedAt: body.updatedAt });
    expect(await counts()).toEqual(before);
  });

  test('permanent deletion leaves nothing, in the trash or not', async () => {
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

describe('a bookmark of another account', () => {
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
