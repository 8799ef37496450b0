import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { foldText, splitWords } from '@/lib/domain/search-words';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, request, signUp, db } = await createTestProvider();

const canary = (): string => `canary${randomBytes(6).toString('hex')}`;
/** A word for each field that must stay hidden. */
const hidden = {
  email: canary(),
  space: canary(),
  description: canary(),
  tag: canary(),
  pageText: canary(),
  hint: canary(),
  cipher: canary(),
  otherCollection: canary(),
  otherBookmark: canary(),
  trashedTitle: canary(),
  trashedHost: canary(),
  smartQuery: canary(),
  visited: 'favorite',
};
const canaries = Object.values(hidden).filter((word) => word.startsWith('canary'));

const shown = [
  { title: 'Receitas de Pão', url: 'https://pao.example/receitas?dia=1' },
  { title: 'Bread at home', url: 'https://www.bread.example/home/baking' },
  { title: '', url: 'https://untitled.example/' },
  { title: 'OR is a word, as "not" is', url: 'https://words.example/tag/created' },
];

const person = await signUp({ plan: 'pro', email: `${hidden.email}@example.test` });
const publicIds: string[] = [];

beforeAll(async () => {
  const create = async (name: string, body: object = {}): Promise<string> =>
    (await call('collections.create', { body: { name, ...body } }, person)).body.uuid;
  await call('spaces.create', { body: { name: hidden.space } }, person);
  const [uuid, other] = [await create('Shown', { security: 1 }), await create(hidden.otherCollection)];
  const smart = await create('Smart', {
    security: 1,
    smart: { query: `@Shown -${hidden.smartQuery} -is:encrypted` },
  });
  publicIds.push(uuid, smart);
  const marks = {
    description: hidden.description,
    tags: [hidden.tag],
    favorite: true,
    collections: [uuid, other],
  };
  const [first = ''] = await insertBookmarks(db, person, [
    ...shown.map((bookmark) => ({ ...marks, ...bookmark })),
    { ...marks, title: hidden.otherBookmark, url: 'https://elsewhere.example/', collections: [other] },
    {
      ...marks,
      title: hidden.trashedTitle,
      url: `https://${hidden.trashedHost}.example/`,
      deletedAt: new Date(),
    },
  ]);
  await db.$client.query(
    `insert into page_contents
       (account_id, bookmark_id, space_id, status, title, byline, excerpt, html, text, word_count, fetched_at, search)
     values ($4, $1, $3, 'ready', $2, $2, $2, $2, $2, 1, now(), to_tsvector('simple', $2))`,
    [first, hidden.pageText, person.spaceId, person.accountId],
  );
  const plainCipher = sampleEnvelope();
  const cipher = `${plainCipher.slice(0, -hidden.cipher.length - 1)}${hidden.cipher}${plainCipher.slice(-1)}`;
  const encrypted = { encrypted: true, cipher, hint: hidden.hint, collections: [uuid] };
  for (let count = 0; count < 3; count += 1) {
    expect((await call('bookmarks.create', { body: encrypted }, person)).status).toBe(201);
  }
});

/** The URLs of the bookmarks that match, computed from their public fields only. */
const expected = (q: string): string[] => {
  const words = splitWords(q);
  if (words.length === 0 && q.trim() !== '') return [];
  return shown
    .filter(({ title, url }) => {
      const { host, pathname, search } = new URL(url);
      const texts = [title, host.replace(/^www\./, ''), pathname + search].map(foldText);
      return words.every((word) => texts.some((text) => text.includes(word)));
    })
    .map(({ url }) => url)
    .reverse();
};

const seen = canaries.concat('canary');
const fragment = fc.oneof(
  fc.constantFrom(...shown.flatMap(({ title, url }) => [...splitWords(title), ...splitWords(url)])),
  fc.constantFrom(...Object.values(hidden)),
  fc.constantFrom(...Object.values(hidden)).map((word) => word.slice(0, 7)),
  fc.constantFrom(
    ...['is:favorite', 'is:encrypted', '-is:favorite', '#', '@', '@Shown', 'OR', '(', ')', '"', '-'],
    ...['site:', 'title:', 'created:>2000-01-01', 'visited:today', 'sort:visits', 'type:docs', '%', "'", '*'],
    ...[`#${hidden.tag}`, `@${hidden.otherCollection}`, `tag:${hidden.tag}`, `-${hidden.description}`],
  ),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
);
const question = fc
  .array(fragment, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(' ').toWellFormed().replaceAll('\0', ''))
  .filter((text) => Array.from(text).length <= 200);

describe('hidden data', () => {
  test('is in no response and affects none, for any search', async () => {
    await fc.assert(
      fc.asyncProperty(question, fc.nat(1), async (q, place) => {
        const uuid = publicIds[place] ?? '';
        const { body } = await call('collections.public', { params: { uuid, slug: 'x' }, query: { q } });
        expect(body.bookmarks.map(({ url }) => url)).toEqual(expected(q));
        expect(body.pagination.total).toBe(body.bookmarks.length);
        expect(body.collection.count).toBe(shown.length);
        const said = JSON.stringify(body);
        for (const word of seen) expect(said).not.toContain(word);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ...Object.values(hidden),
    'is:favorite',
    'is:encrypted',
    `#${hidden.tag}`,
    `@${hidden.otherCollection}`,
  ])('is not found by %s', async (q) => {
    for (const uuid of publicIds) {
      const { body } = await call('collections.public', { params: { uuid, slug: 'x' }, query: { q } });
      expect(body.bookmarks).toEqual([]);
    }
  });

  test('is in no body and no header of a response, nor of that of a private collection', async () => {
    const simplified = (await call('collections.simplified', {}, person)).body.content;
    for (const { uuid } of simplified) {
      for (const path of [
        `/v1/collections/public/${uuid}/x`,
        `/v1/collections/public/${uuid}/x?size=1&page=4`,
        `/v1/preview/favicon/public?collection=${uuid}&host=${hidden.trashedHost}.example`,
        '/v1/collections/public',
      ]) {
        const response = await request(path);
        const said = [...response.headers].join() + (await response.text());
        for (const word of seen) expect(said).not.toContain(word);
      }
    }
  });

  test('changes no number and no time', async () => {
    const [uuid = ''] = publicIds;
    const read = async () => (await call('collections.public', { params: { uuid, slug: 'x' } })).body;
    const before = await read();
    for (const hint of ['one', 'two']) {
      const cipher = sampleEnvelope(1);
      const body = { encrypted: true, cipher, hint, collections: [uuid] };
      await call('bookmarks.create', { body }, person);
      expect(await read()).toEqual(before);
    }
  });

  test('is no field of a page of a collection', async () => {
    const [uuid = ''] = publicIds;
    const { body } = await call('collections.public', { params: { uuid, slug: 'x' } });
    expect(Object.keys(body.collection).sort()).toEqual(
      'color count cover createdAt description icon isDefault layout listed name parts shareUrl slug updatedAt uuid'.split(
        ' ',
      ),
    );
    for (const bookmark of body.bookmarks) {
      expect(Object.keys(bookmark).sort()).toEqual('cover createdAt domain path title url uuid'.split(' '));
    }
  });
});
