import { describe, expect, test } from 'vitest';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { countStatements } from '@/provider/testing/statements';
import { libraryOf } from '@/provider/testing/account-data';
import { insertBookmarks, type SampleBookmark } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, db } = await createTestProvider();

type Shelf = Record<string, readonly Partial<SampleBookmark>[]>;

let sampleCount = 0;
const sample = (bookmark: Partial<SampleBookmark>, collection: string): SampleBookmark => ({
  title: 'untitled',
  url: `https://site-${(sampleCount += 1)}.example/`,
  ...bookmark,
  collections: [collection],
});

const createCollection = async (person: TestAccount, name: string): Promise<string> =>
  (await call('collections.create', { body: { name } }, person)).body.uuid;

const homeOf = async (person: TestAccount): Promise<string> =>
  (await call('collections.simplified', {}, person)).body.content[0]?.uuid ?? '';

/** An account of the Pro plan with collections of bookmarks; those of `home` are in the default one. */
async function personWith(shelf: Shelf): Promise<{ person: TestAccount; ids: Record<string, string> }> {
  const person = await signUp({ plan: 'pro' });
  const ids: Record<string, string> = {};
  for (const [name, bookmarks] of Object.entries(shelf)) {
    const id = name === 'home' ? await homeOf(person) : await createCollection(person, name);
    ids[name] = id;
    if (bookmarks.length > 0)
      await insertBookmarks(
        db,
        person,
        bookmarks.map((bookmark) => sample(bookmark, id)),
      );
  }
  return { person, ids };
}

const suggest = async (
  person: TestAccount,
  page: { url?: string; title?: string; description?: string },
  headers: Record<string, string> = {},
) => {
  const body = { url: 'https://new.example/', title: '', ...page };
  return (await call('collections.suggest', { body }, { ...person, headers })).body;
};

const suggested = async (person: TestAccount, headers: Record<string, string> = {}) =>
  (await call('collections.suggested', {}, { ...person, headers })).body.content;

const rust = [
  { title: 'The Rust book', tags: ['Rust', 'programming'] },
  { title: 'Rust by example', tags: ['rust'] },
  { title: 'Async in Rust', tags: ['rust', 'async'] },
];
const bread = [
  { title: 'Sourdough bread recipe', tags: ['baking'] },
  { title: 'Bread for beginners', tags: ['baking'] },
  { title: 'Pão de queijo: recipes', tags: ['baking'] },
];

describe('a page that is being added', () => {
  test('belongs to the collection whose bookmarks share its words, with the reason in the reader’s language', async () => {
    const { person, ids } = await personWith({ Systems: rust, Kitchen: bread });
    const { content } = await suggest(person, { title: 'Learning Rust the hard way' });
    expect(content[0]).toMatchObject({ uuid: ids['Systems'], name: 'Systems', isNew: false });
    expect(content[0]?.reason).toMatch(/^Similar to “.*Rust.*” and 2 more: Rust$/);
    const inPortuguese = await suggest(person, { title: 'Rust' }, { 'accept-language': 'pt-BR' });
    expect(inPortuguese.content[0]?.reason).toMatch(/^Parecido com “.*” e outros 2: Rust$/);
  });

  test('belongs to the collection with most bookmarks of its host', async () => {
    const onGit = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        url: `https://www.forge.example/${index}`,
        title: `n${index}x`,
      }));
    const { person, ids } = await personWith({ Code: onGit(12), Later: onGit(2) });
    const { content } = await suggest(person, { url: 'https://forge.example/some/thing' });
    expect(content.map(({ uuid }) => uuid)).toEqual([ids['Code'], ids['Later']]);
    expect(content[0]?.reason).toBe('12 of 14 bookmarks from forge.example are here');
    expect(content[0]?.confidence).toBeGreaterThan(content[1]?.confidence ?? 1);
  });

  test('matches other forms of a word, regardless of case and accents, and the name of a collection', async () => {
    const { person, ids } = await personWith({ Kitchen: bread, Gardening: [] });
    const top = async (title: string) => (await suggest(person, { title })).content[0]?.uuid;
    expect(await top('PAO caseiro')).toBe(ids['Kitchen']);
    expect(await top('A recipe of my own')).toBe(ids['Kitchen']);
    expect(await top('Gardening in winter')).toBe(ids['Gardening']);
  });

  test('gets at most three collections, never the default one nor a smart one', async () => {
    const shelf = Object.fromEntries(['A1', 'B1', 'C1', 'D1', 'E1', 'home'].map((name) => [name, rust]));
    const { person, ids } = await personWith(shelf);
    const body = { name: 'Rust', smart: { query: 'rust' } };
    const smart = (await call('collections.create', { body }, person)).body.uuid;
    const { content } = await suggest(person, { title: 'Rust' });
    expect(content).toHaveLength(3);
    const uuids = content.map(({ uuid }) => uuid);
    expect(uuids).not.toContain(smart);
    expect(uuids).not.toContain(ids['home']);
  });

  test('reflects every change immediately', async () => {
    const { person, ids } = await personWith({ Systems: rust, Kitchen: bread });
    expect((await suggest(person, { title: 'Ferris' })).content).toEqual([]);
    const kitchen = [ids['Kitchen'] ?? ''];
    const created = { url: 'https://crab.example/', title: 'Ferris', collections: kitchen };
    const { uuid } = (await call('bookmarks.create', { body: created }, person)).body;
    expect((await suggest(person, { title: 'Ferris' })).content[0]?.uuid).toBe(ids['Kitchen']);
    const collections = [ids['Systems'] ?? ''];
    await call('bookmarks.update', { params: { uuid }, body: { collections } }, person);
    expect((await suggest(person, { title: 'Ferris' })).content[0]?.uuid).toBe(ids['Systems']);
    await call('bookmarks.delete', { params: { uuid } }, person);
    expect((await suggest(person, { title: 'Ferris' })).content).toEqual([]);
  });

  test('gets a new collection only if none fits and similar bookmarks are uncollected', async () => {
    const { person } = await personWith({ Kitchen: bread, home: rust });
    const { content } = await suggest(person, { title: 'Rust for the web' });
    expect(content).toMatchObject([{ name: 'Rust', isNew: true }]);
    expect(content[0]).not.toHaveProperty('uuid');
    expect((await suggest(person, { title: 'Zebras' })).content).toEqual([]);
    expect((await suggest(person, { title: 'Rust bread' })).content).toMatchObject([{ name: 'Kitchen' }]);
  });

  test('gets existing tags, in their spelling, before new ones', async () => {
    const { person } = await personWith({ Systems: rust, Kitchen: bread });
    const { tags } = await suggest(person, { title: 'Embedded rust and sourdough' });
    expect(tags[0]).toEqual({ name: 'Rust', isNew: false });
    expect(tags).toContainEqual({ name: 'embedded', isNew: true });
    expect(tags.length).toBeLessThanOrEqual(6);
    const order = tags.map(({ isNew }) => Number(isNew));
    expect(order).toEqual([...order].sort());
  });

  test('gets no suggestion from an empty library', async () => {
    const { person } = await personWith({});
    expect((await suggest(person, { title: 'The Rust book' })).content).toEqual([]);
    expect(await suggested(person)).toEqual([]);
  });

  test.each([
    ['operators of a query', `' | & ! <-> :* ) ( \\ " ; drop table bookmarks; --`],
    ['placeholders', '{title} {count} {words} $& $1 __proto__ constructor'],
    ['two thousand words', Array.from({ length: 1_000 }, (_, index) => `${index}a`.slice(-2)).join('')],
    ['no word at all', '🦀🦀 — ··· \u202e\u0000'],
    ['half a pair', '\ud83e rust'],
    ['words of one language without spaces', '錆びた本を読む'],
  ])('gets a response with any title: %s', async (_, title) => {
    const { person } = await personWith({
      Systems: [...rust, { title: title.slice(0, 2_000).replaceAll('\0', '') }],
    });
    const url = `https://x.example/${encodeURIComponent(title.toWellFormed().slice(0, 200))}%zz`;
    const answer = await call('collections.suggest', { body: { url, title: title.slice(0, 2_000) } }, person);
    expect([200, 422]).toContain(answer.status);
    expect((await call('collections.suggested', {}, person)).status).toBe(200);
  });

  test('shows a long title on one short line', async () => {
    const { person } = await personWith({ Systems: [{ title: `Rust\n\t${'very '.repeat(300)}long` }] });
    const reason = (await suggest(person, { title: 'Rust' })).content[0]?.reason ?? '';
    expect(reason).toContain('…');
    expect(reason.length).toBeLessThan(100);
    expect(reason).not.toMatch(/[\n\t]/);
  });
});

describe('privacy', () => {
  test('nothing is derived from another account or another space', async () => {
    const other = await personWith({ Systems: rust });
    const { person } = await personWith({ Kitchen: bread });
    const spaceId = (await call('spaces.create', { body: { name: 'Other' } }, person)).body.uuid;
    const there = { ...person, spaceId };
    await insertBookmarks(
      db,
      there,
      rust
        .map((one) => sample(one, '00000000-0000-0000-0000-000000000000'))
        .map((one) => ({ ...one, collections: [] })),
    );
    expect((await suggest(person, { title: 'Rust' })).content).toEqual([]);
    expect((await suggest(person, { title: 'Rust' })).tags).toEqual([{ name: 'rust', isNew: true }]);
    expect((await suggest(there, { title: 'Bread baking' })).content).toEqual([]);
    expect((await suggest(other.person, { title: 'Rust' })).content).toHaveLength(1);
  });

  test('words that are frequent in other accounts still count in one where they are rare', async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ title: `Zither ${index}n` }));
    await personWith({ Music: many });
    const { person, ids } = await personWith({ Instruments: [{ title: 'My zither' }], Kitchen: bread });
    const { content } = await suggest(person, { title: 'Zither strings' });
    expect(content.map(({ uuid }) => uuid)).toEqual([ids['Instruments']]);
    expect(content[0]?.reason).toBe('Similar to “My zither”: Zither');
  });

  test('an encrypted bookmark is ignored', async () => {
    const { person, ids } = await personWith({ Systems: [], home: [] });
    const bookmark = { url: 'https://canary.example/', title: 'Canary', collections: [ids['Systems'] ?? ''] };
    const { uuid } = (await call('bookmarks.create', { body: bookmark }, person)).body;
    expect((await suggest(person, { title: 'Canary' })).content).toHaveLength(1);
    const cipher = sampleEnvelope();
    const encrypted = await call(
      'bookmarks.update',
      { params: { uuid }, body: { encrypted: true, cipher } },
      person,
    );
    expect(encrypted.status).toBe(200);
    const after = await suggest(person, { title: 'Canary', url: 'https://canary.example/' });
    expect(after.content).toEqual([]);
    expect(JSON.stringify(await suggested(person))).not.toContain('anary');
  });

  test('the free plan gets the name of the missing feature', async () => {
    const person = await signUp({ plan: 'free' });
    const body = { url: 'https://a.example/', title: 'a' };
    for (const answer of [
      await call('collections.suggest', { body }, person),
      await call('collections.suggested', {}, person),
    ]) {
      expect(answer.problem).toMatchObject({ status: 402, code: 'PLAN_REQUIRED', feature: 'suggestions' });
    }
  });
});

describe('an uncollected bookmark', () => {
  const cats = ['Cats of Rome', 'Why cats purr', 'Big cats'].map((title) => ({ title }));
  const tagged = ['one', 'two', 'three', 'four'].map((title) => ({
    title: `${title}${title}`,
    tags: ['To Read'],
  }));
  const ofHost = [1, 2, 3].map((index) => ({
    title: `q${index}q`,
    url: `https://maps.atlas.example/${index}`,
  }));

  test('is grouped by shared words, the largest group first, and nothing is written', async () => {
    const { person } = await personWith({ home: [...cats, ...tagged, ...ofHost, { title: 'alone' }] });
    const before = await libraryOf(db, person);
    const groups = await suggested(person);
    expect(groups.map(({ name, isNew, uuids }) => [name, isNew, uuids.length])).toEqual([
      ['To Read', true, 4],
      ['Cats', true, 3],
      ['Atlas', true, 3],
    ]);
    expect(groups.map(({ reason }) => reason)).toEqual([
      'All tagged “To Read”',
      'All titles contain “Cats”',
      'All from maps.atlas.example',
    ]);
    expect(groups[0]?.bookmarks).toHaveLength(3);
    expect(new Set(groups.flatMap(({ uuids }) => uuids)).size).toBe(10);
    expect(await libraryOf(db, person)).toEqual(before);
  });

  test('that clearly belongs to a collection is grouped for it', async () => {
    const more = [
      { title: 'Rust async book' },
      { title: 'A Rust example' },
      { title: 'Programming Rust, async' },
    ];
    const { person, ids } = await personWith({ Systems: rust, Kitchen: bread, home: more });
    const groups = await suggested(person);
    expect(groups).toMatchObject([{ uuid: ids['Systems'], name: 'Systems', isNew: false }]);
    expect(groups[0]?.uuids).toHaveLength(3);
    expect(groups[0]?.reason).toMatch(/^Similar to what’s there: .*Rust/);
  });

  test('goes to the collection that is called like it, and leaves out what is filed or in the trash', async () => {
    const { person, ids } = await personWith({
      cats: [],
      home: [...cats, { title: 'Lost cats', deletedAt: new Date() }],
    });
    const groups = await suggested(person);
    expect(groups).toMatchObject([{ uuid: ids['cats'], name: 'cats', isNew: false }]);
    const uuids = groups[0]?.uuids ?? [];
    expect(uuids).toHaveLength(3);
    const collection = ids['cats'] ?? '';
    await call('bookmarks.bulk', { body: { action: 'move', uuids, collection } }, person);
    expect(await suggested(person)).toEqual([]);
  });

  test('is no group below three, nor by a word that says nothing', async () => {
    const { person } = await personWith({
      home: [
        ...cats.slice(1),
        ...['The guide to x1', 'A guide to y2', 'Guide of z3'].map((title) => ({ title })),
      ],
    });
    expect(await suggested(person)).toEqual([]);
  });

  test('is never named by a bare number or a part of an address', async () => {
    const three = (of: (index: number) => Partial<SampleBookmark>) => [1, 2, 3].map(of);
    const { person } = await personWith({
      home: [
        ...three((index) => ({ title: `aa${index}bb`, url: `http://192.168.1.10:8080/${index}` })),
        ...three((index) => ({ title: `cc${index}dd`, url: `http://[fe80::1]/${index}` })),
        ...three((index) => ({ title: `ee${index}ff`, tags: ['2024'] })),
        ...three((index) => ({ title: `Router 10.0.0.1 fe80::beef:1 gg${index}hh`, tags: ['home lab'] })),
        ...three((index) => ({ title: `ii${index}jj`, url: `https://163.com/${index}` })),
      ],
    });
    expect((await suggested(person)).map(({ name }) => name).sort()).toEqual(['163.com', 'Home lab']);
    const page = { title: 'another', url: 'http://192.168.1.10:8080/4' };
    expect((await suggest(person, page)).content).toEqual([]);
  });

  test('makes twelve groups of two hundred at most', async () => {
    const many = Array.from({ length: 13 }, (_, group) =>
      Array.from({ length: group === 0 ? 230 : 3 }, (_, index) => ({
        title: `g${group}i${index}`,
        tags: [`tag ${group}`],
      })),
    ).flat();
    const { person } = await personWith({ home: many });
    const groups = await suggested(person);
    expect(groups).toHaveLength(12);
    expect(groups[0]?.uuids).toHaveLength(200);
  });
});

test('a page with any number of words takes a few statements', async () => {
  const { person } = await personWith({ Systems: rust, home: bread });
  const long = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ');
  const statements = [
    await countStatements(db, () => suggest(person, { title: 'Rust' })),
    await countStatements(db, () =>
      suggest(person, { title: `Rust ${long}`.slice(0, 2_000), description: long }),
    ),
  ];
  expect(Math.max(...statements)).toBeLessThanOrEqual(7);
});
