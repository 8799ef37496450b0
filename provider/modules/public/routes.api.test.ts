import { beforeAll, describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { newId } from '@/provider/db/client';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { countStatements } from '@/provider/testing/statements';
import { createImporter, file, link } from '@/provider/testing/imports';
import { wrongCounters } from '@/provider/testing/account-data';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider, type Answer, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, request, signUp, db } = tested;
const { importFile } = createImporter(tested);
const person = await signUp({ plan: 'pro' });
const cipher = sampleEnvelope();

type Read = Promise<Answer<'collections.public'>>;
const read = (uuid: string, query: Input<'collections.public'>['query'] = {}, slug = 'any'): Read =>
  call('collections.public', { params: { uuid, slug }, query });

const make = async (body: Partial<Input<'collections.create'>['body']> = {}): Promise<string> => {
  const made = await call('collections.create', { body: { name: 'Reading', security: 1, ...body } }, person);
  return made.body.uuid;
};
const save = async (
  collection: string,
  url: string,
  body: Partial<Input<'bookmarks.create'>['body']> = {},
): Promise<string> => {
  const input = { url, title: url, collections: [collection], ...body };
  return (await call('bookmarks.create', { body: input }, person)).body.uuid;
};
const encrypt = async (collection: string, hint: string): Promise<string> => {
  const body = { encrypted: true, cipher, hint, collections: [collection] };
  return (await call('bookmarks.create', { body }, person)).body.uuid;
};
const update = (uuid: string, body: Input<'collections.update'>['body'], as: TestAccount = person) =>
  call('collections.update', { params: { uuid }, body }, as);
const urlsOf = async (answer: Read): Promise<string[]> => (await answer).body.bookmarks.map(({ url }) => url);

describe('a public collection', () => {
  let shown: string;
  beforeAll(async () => {
    shown = await make({ name: 'Pães & Cafés', description: 'Where to go', color: '2a4365', listed: true });
    await insertBookmarks(
      db,
      person,
      Array.from({ length: 120 }, (_, index) => ({
        title: `Page ${index}`,
        url: `https://www.site${index}.example/path/${index}`,
        collections: [shown],
      })),
    );
  });

  test('is readable by anyone with its newest bookmarks and only public fields', async () => {
    const { status, body, headers } = await read(shown, { size: 2 });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(body).toEqual({
      collection: {
        uuid: shown,
        name: 'Pães & Cafés',
        description: 'Where to go',
        color: '2a4365',
        icon: null,
        cover: null,
        isDefault: false,
        slug: 'paes-cafes',
        shareUrl: `https://markwell.test/public/${shown}/paes-cafes`,
        listed: true,
        count: 120,
        createdAt: expect.any(String) as string,
        updatedAt: expect.any(String) as string,
        layout: 'list',
        parts: ['collections', 'date'],
      },
      owner: { name: 'Ada Lovelace' },
      bookmarks: [119, 118].map((index) => ({
        uuid: expect.any(String) as string,
        title: `Page ${index}`,
        url: `https://www.site${index}.example/path/${index}`,
        domain: `site${index}.example`,
        path: `/path/${index}`,
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
        cover: null,
      })),
      pagination: { page: 1, size: 2, total: 120, pages: 60, next: expect.any(String) as string },
    });
  });

  test.each([
    ['in order', {}],
    ['of a search', { q: 'page example' }],
  ])('has the same pages by number and by cursor: %s', async (_name, query) => {
    const whole = await urlsOf(read(shown, { ...query, size: 200 }));
    expect(whole).toHaveLength(120);
    const [byNumber, byCursor]: [string[], string[]] = [[], []];
    let cursor: string | undefined;
    for (let page = 1; page <= 3; page += 1) {
      byNumber.push(...(await urlsOf(read(shown, { ...query, size: 50, page }))));
      const { body } = await read(shown, { ...query, size: 50, ...(cursor !== undefined && { cursor }) });
      expect(body.pagination.total).toBe(120);
      byCursor.push(...body.bookmarks.map(({ url }) => url));
      cursor = body.pagination.next ?? undefined;
    }
    expect(cursor).toBeUndefined();
    expect(byNumber).toEqual(whole);
    expect(byCursor).toEqual(whole);
    expect(await urlsOf(read(shown, { ...query, size: 50, page: 4 }))).toEqual([]);
  });

  test('refuses a cursor of another list', async () => {
    const other = (await read(await filled(), { size: 1 })).body.pagination.next ?? '';
    const own = (await read(shown, { size: 1 })).body.pagination.next ?? '';
    for (const query of [{ cursor: other }, { cursor: own, q: 'page' }, { cursor: 'x' }]) {
      expect((await read(shown, query)).status).toBe(422);
    }
  });

  test('takes two statements, also once it has changed', async () => {
    for (const query of [{}, { page: 2 }]) {
      expect(await countStatements(db, () => read(shown, query))).toBe(2);
    }
    const bookmark = await save(shown, 'https://new.example/');
    expect(await countStatements(db, () => read(shown))).toBe(2);
    await call('bookmarks.delete', { params: { uuid: bookmark } }, person);
    expect((await read(shown)).body.collection.count).toBe(120);
    expect(await countStatements(db, () => read(shown, { q: 'page' }))).toBe(2);
  });

  const filled = async (): Promise<string> => {
    const uuid = await make();
    await save(uuid, 'https://one.example/a');
    await save(uuid, 'https://two.example/a');
    return uuid;
  };
});

describe('an address', () => {
  test('returns the same response for any slug, which follows the name', async () => {
    const uuid = await make({ name: 'Before' });
    await update(uuid, { name: 'After it' });
    for (const slug of ['before', 'after-it', 'x'.repeat(300), 'é', '%00']) {
      expect((await read(uuid, {}, slug)).body.collection.slug).toBe('after-it');
    }
    expect((await read(uuid.toUpperCase())).body.collection.shareUrl).toBe(
      `https://markwell.test/public/${uuid}/after-it`,
    );
  });

  test('of a private, unshared, deleted or unknown collection, or of a suspended owner, is not found', async () => {
    const other = await signUp();
    const of = async (as: TestAccount, security: 0 | 1): Promise<string> =>
      (await call('collections.create', { body: { name: 'X', security } }, as)).body.uuid;
    const [hidden, unshared, deleted, suspended] = [
      await of(person, 0),
      await of(person, 1),
      await of(person, 1),
      await of(other, 1),
    ];
    for (const uuid of [unshared, deleted, suspended]) expect((await read(uuid)).status).toBe(200);
    await update(unshared, { security: 0 });
    await call('collections.delete', { params: { uuid: deleted } }, person);
    await db.$client.query('update accounts set suspended_at = now() where id = $1', [other.accountId]);
    const answers = await Promise.all(
      [newId(), hidden, unshared, deleted, suspended, 'x', '%00'].map(async (uuid) => {
        const response = await request(`/v1/collections/public/${uuid}/x?q=a`);
        const icon = await request(`/v1/preview/favicon/public?collection=${uuid}&host=a.example`);
        return [response.status, await response.text(), icon.status === 422 ? 404 : icon.status];
      }),
    );
    expect(answers[0]?.[0]).toBe(404);
    expect(new Set(answers.map(String))).toEqual(new Set([String(answers[0])]));
  });

  test('exists from the call that publishes the collection until the one that makes it private', async () => {
    const uuid = await make({ security: 0 });
    for (const security of [1, 0, 1, 0] as const) {
      await update(uuid, { security });
      expect((await read(uuid)).status).toBe(security === 1 ? 200 : 404);
    }
  });
});

describe('the public list', () => {
  test('reflects every change immediately, and has the time of the last one', async () => {
    const uuid = await make();
    let last = '';
    const expectShown = async (urls: string[], isMoved = true): Promise<void> => {
      const { collection, bookmarks } = (await read(uuid)).body;
      expect(bookmarks.map(({ url }) => url)).toEqual(urls);
      expect(collection.count).toBe(urls.length);
      if (isMoved) expect(collection.updatedAt > last).toBe(true);
      else expect(collection.updatedAt).toBe(last);
      last = collection.updatedAt;
    };
    const [a, b, c] = ['https://a.example/', 'https://b.example/', 'https://c.example/'];
    await expectShown([]);
    const first = await save(uuid, a);
    await expectShown([a]);
    const second = await save(uuid, b);
    await expectShown([b, a]);
    await call('bookmarks.update', { params: { uuid: first }, body: { url: c } }, person);
    await expectShown([b, c]);
    await call('bookmarks.update', { params: { uuid: first }, body: { title: 'Renamed' } }, person);
    await expectShown([b, c]);
    await call('bookmarks.delete', { params: { uuid: second } }, person);
    await expectShown([c]);
    await call('bookmarks.restore', { params: { uuid: second } }, person);
    await expectShown([b, c]);
    await call(
      'bookmarks.update',
      { params: { uuid: second }, body: { encrypted: true, cipher, hint: '' } },
      person,
    );
    await expectShown([c]);
    const elsewhere = await make({ security: 0 });
    await call('bookmarks.update', { params: { uuid: first }, body: { collections: [elsewhere] } }, person);
    await expectShown([]);
    await call('collections.merge', { params: { uuid: elsewhere }, body: { into: uuid } }, person);
    await expectShown([c]);
    await call('bookmarks.delete', { params: { uuid: first }, query: { permanent: true } }, person);
    await expectShown([]);
  });

  test('is not marked as changed by hidden bookmarks', async () => {
    const uuid = await make();
    const plain = await save(uuid, 'https://plain.example/');
    const before = (await read(uuid)).body;
    await encrypt(uuid, 'The usual');
    const encrypted = await encrypt(uuid, 'Another');
    await call('bookmarks.delete', { params: { uuid: encrypted } }, person);
    await call('bookmarks.visit', { params: { uuid: plain } }, person);
    await call(
      'bookmarks.update',
      { params: { uuid: plain }, body: { description: 'Mine', tags: 'mine', favorite: true } },
      person,
    );
    await call('bookmarks.delete', { params: { uuid: encrypted }, query: { permanent: true } }, person);
    expect((await read(uuid)).body).toEqual(before);
  });

  test('is marked as changed after an import into it', async () => {
    const collection = await make();
    await save(collection, 'https://there.example/');
    const before = (await read(collection)).body.collection;
    await importFile(person, file(link('https://brought.example/b'), link('https://brought.example/c')), {
      collection,
    });
    const { collection: after, bookmarks } = (await read(collection)).body;
    expect([before.count, after.count, bookmarks.length]).toEqual([1, 3, 3]);
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  test('is counted correctly while it changes', async () => {
    const uuid = await make();
    const reads: Read[] = [];
    const saves = Array.from({ length: 30 }, async (_, index) => {
      await save(uuid, `https://at-once${index}.example/`);
      reads.push(read(uuid), read(uuid, { q: 'once' }));
    });
    await Promise.all(saves);
    await Promise.all(reads);
    expect((await read(uuid)).body.collection.count).toBe(30);
    expect((await read(uuid)).body.pagination.total).toBe(30);
    expect(await wrongCounters(db, person.spaceId)).toEqual([]);
  });

  test('of a smart collection has its matches, the same for all readers', async () => {
    const elsewhere = await make({ security: 0 });
    await save(elsewhere, 'https://smart.example/a', { tags: 'smart', title: 'One' });
    await save(elsewhere, 'https://smart.example/b', { tags: 'smart', title: 'Two' });
    await save(elsewhere, 'https://not.example/');
    const uuid = await make({ smart: { query: '#smart' } });
    const { body } = await read(uuid, { size: 1 });
    expect(body.collection.count).toBe(2);
    expect(body.bookmarks.map(({ title }) => title)).toEqual(['Two']);
    const next = await read(uuid, { size: 1, cursor: body.pagination.next ?? '' });
    expect(next.body.bookmarks.map(({ title }) => title)).toEqual(['One']);
    expect(next.body.pagination).toMatchObject({ total: 2, next: null });
    const found = (await read(uuid, { q: 'one' })).body;
    expect(found.bookmarks.map(({ title }) => title)).toEqual(['One']);
    expect(found.collection.count).toBe(2);
    await update(uuid, { security: 0 });
    expect((await read(uuid)).status).toBe(404);
  });

  test('shows a link other than a web address as text, and never a script URL', async () => {
    const uuid = await make();
    // Such links can only be imported.
    const sample = (url: string) => ({ title: url, url, collections: [uuid] });
    await insertBookmarks(db, person, [sample('java\nscript:alert(1)'), sample('mailto:a@b.example')]);
    const { bookmarks } = (await read(uuid)).body;
    expect(Object.fromEntries(bookmarks.map(({ title, url }) => [title, url]))).toEqual({
      'java\nscript:alert(1)': '',
      'mailto:a@b.example': 'mailto:a@b.example',
    });
  });

  test('can be the default collection', async () => {
    const { content } = (await call('collections.simplified', {}, person)).body;
    const home = content.find(({ isDefault }) => isDefault)?.uuid ?? '';
    expect((await read(home)).status).toBe(404);
    await update(home, { security: 1 });
    expect((await read(home)).body.collection).toMatchObject({ uuid: home, isDefault: true });
    await update(home, { security: 0 });
  });
});

describe('words', () => {
  let uuid: string;
  beforeAll(async () => {
    uuid = await make();
    const long = `${'word '.repeat(45)}beyond`;
    await save(uuid, 'https://docs.café.example/install', { title: 'Instalação do São João' });
    await save(uuid, 'https://b.example/some/PATH?x=Query#frag', { title: 'C++ & Node.js' });
    await save(uuid, 'https://c.example/', { title: long });
    await save(uuid, 'https://d.example/', { title: '東京の天気' });
  });

  test.each([
    ['instalacao', 1],
    ['INSTALAÇÃO joao', 1],
    ['talac', 1],
    ['insta joã', 1],
    ['path', 1],
    ['Query frag', 1],
    ['docs', 1],
    ['b.example path', 1],
    ['node.js', 1],
    ['beyond', 1],
    ['東京', 1],
    ['example', 4],
    ['  ', 4],
    ['instalacao path', 0],
    ['!!', 0],
    ['%', 0],
    ['_', 0],
    ['\\', 0],
    [`'"`, 0],
    ['-path', 1],
    ['is:favorite', 0],
    ['OR', 1],
  ])('%s finds %i', async (q, count) => {
    const { body } = await read(uuid, { q });
    expect(body.bookmarks).toHaveLength(count);
    expect(body.pagination.total).toBe(count);
    expect(body.collection.count).toBe(4);
  });

  test('may be 200 characters', async () => {
    expect((await read(uuid, { q: 'a '.repeat(100) })).status).toBe(200);
    expect((await read(uuid, { q: 'a'.repeat(201) })).status).toBe(422);
  });
});
