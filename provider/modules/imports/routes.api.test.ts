import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { limits } from '@/lib/contract/limits';
import { createImporter, file, link } from '@/provider/testing/imports';
import { wrongIn } from '@/provider/testing/account-data';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;
const { importFile, list, listCollections } = createImporter(tested);

const folder = path.join(process.cwd(), 'lib/formats/netscape/fixtures');
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.html'));
const fixture = (name: string): Buffer => readFileSync(path.join(folder, name));

describe('an import', () => {
  test('creates titles, urls, descriptions, tags, dates and favorites, in the order of the file', async () => {
    const person = await signUp();
    const report = await importFile(
      person,
      file(
        link(
          'https://example.com/b?x=1',
          'Second &amp; last',
          'ADD_DATE="1500000000" LAST_MODIFIED="1600000000" TAGS="one,two words"',
        ),
        '<DD>What it is about',
        link(
          'https://www.example.com/a',
          'First',
          'ADD_DATE="1700000000" LAST_VISIT="1700000001" FAVORITE="1"',
        ),
      ),
    );
    expect(report).toMatchObject({
      status: 'done',
      read: 2,
      created: 2,
      duplicates: 0,
      invalid: 0,
      rows: [],
    });
    expect(await list(person)).toEqual([
      expect.objectContaining({
        title: 'Second & last',
        url: 'https://example.com/b?x=1',
        domain: 'example.com',
        path: '/b?x=1',
        description: 'What it is about',
        tags: 'one,two words',
        favorite: false,
        createdAt: '2017-07-14T02:40:00.000Z',
        updatedAt: '2020-09-13T12:26:40.000Z',
        lastAccessedAt: null,
        collections: [expect.objectContaining({ name: 'Uncategorized' })],
      }),
      expect.objectContaining({
        title: 'First',
        url: 'https://www.example.com/a',
        domain: 'example.com',
        favorite: true,
        lastAccessedAt: '2023-11-14T22:13:21.000Z',
      }),
    ]);
  });

  test('keeps the order of the file among bookmarks with the same date, in every list', async () => {
    const person = await signUp();
    const urls = Array.from({ length: 30 }, (_, index) => `https://example.com/${index}`);
    await importFile(person, file(...urls.map((url) => link(url, 'same', 'ADD_DATE="1700000000"'))));
    expect((await list(person)).map(({ url }) => url)).toEqual(urls);
    expect(
      (await list(person, { sortField: 'created_at', sortOrder: 'DESC' })).map(({ url }) => url),
    ).toEqual(urls);
  });

  test('puts the bookmarks of folders with the same path into one collection', async () => {
    const person = await signUp();
    const url = (name: string) => ({ type: 'url', name, url: `https://${name}.example/` });
    const children = [
      { type: 'folder', name: 'News', children: [url('a'), url('b')] },
      { type: 'folder', name: 'Work', children: [url('c')] },
      { type: 'folder', name: 'News', children: [url('d'), url('a')] },
    ];
    const body = JSON.stringify({ roots: { bookmark_bar: { type: 'folder', name: 'Bar', children } } });
    const report = await importFile(person, body);
    expect(report.newCollections.map(({ name, count }) => [name, count])).toEqual([
      ['News', 3],
      ['Work', 1],
    ]);
    const names = new Map((await list(person)).map(({ title, collections }) => [title, collections]));
    expect(names.get('d')).toEqual([expect.objectContaining({ name: 'News' })]);
    expect(names.get('a')).toEqual([expect.objectContaining({ name: 'News' })]);
    expect(await wrongIn(db, person.accountId)).toEqual([]);
  });

  test('makes its bookmarks searchable', async () => {
    const person = await signUp();
    await importFile(person, file(link('https://example.com/a', 'Caf\u00e9 quetzal', 'TAGS="birds"')));
    const { body } = await call('search.find', { query: { q: 'cafe quet' } }, person);
    expect(body.bookmarks.map(({ title }) => title)).toEqual(['Caf\u00e9 quetzal']);
  });

  test('updates the counters of the space, of tags and of collections', async () => {
    const person = await signUp();
    await importFile(
      person,
      file(
        '<DT><H3>Work</H3><DL>',
        link('https://example.com/a', 'A', 'TAGS="x,y" FAVORITE="1"'),
        link('https://example.com/b', 'B', 'TAGS="X"'),
        '</DL>',
        link('https://example.com/c'),
      ),
    );
    const spaces = (await call('spaces.list', {}, person)).body.content;
    expect(spaces[0]?.counts).toMatchObject({ bookmarks: 3, collections: 2, favorites: 1 });
    const tags = (await call('tags.list', {}, person)).body.content;
    expect(tags.map(({ name, count }) => [name.toLowerCase(), count])).toEqual([
      ['x', 2],
      ['y', 1],
    ]);
    expect((await listCollections(person)).map(({ name, count }) => [name, count])).toEqual(
      expect.arrayContaining([
        ['Work', 2],
        ['Uncategorized', 1],
      ]),
    );
  });

  test('reads every known dialect, and reports every entry', async () => {
    for (const name of fixtures.filter((one) => !one.startsWith('not-'))) {
      const report = await importFile(await signUp(), fixture(name));
      expect(report.status, name).toBe('done');
      expect(report.created + report.duplicates + report.invalid, name).toBe(report.read);
    }
  });
});

describe('folders', () => {
  const nested = file(
    '<DT><H3 ADD_DATE="1400000000">Work</H3><DD>Daily</DD><DL>',
    '<DT><H3>Docs</H3><DL>',
    link('https://example.com/1'),
    '</DL>',
    '<DT><H3>Empty</H3><DL></DL>',
    '</DL>',
    '<DT><H3>Home</H3><DL><DT><H3>Docs</H3><DL>',
    link('https://example.com/2'),
    '</DL></DL>',
    '<DT><H3></H3><DL>',
    link('https://example.com/3'),
    '</DL>',
  );

  test('become collections named by the last folder, or by the path if names collide', async () => {
    const person = await signUp();
    const report = await importFile(person, nested);
    expect(report.collections).toBe(5);
    expect(report.newCollections).toEqual([
      { name: 'Work', space: null, count: 0, isPublic: false, lostRules: false },
      { name: 'Work / Docs', space: null, count: 1, isPublic: false, lostRules: false },
      { name: 'Empty', space: null, count: 0, isPublic: false, lostRules: false },
      { name: 'Home / Docs', space: null, count: 1, isPublic: false, lostRules: false },
      { name: 'Unnamed folder', space: null, count: 1, isPublic: false, lostRules: false },
    ]);
    const made = await listCollections(person);
    expect(made.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Work', 'Work / Docs', 'Empty', 'Home / Docs', 'Unnamed folder']),
    );
    expect(made.find(({ name }) => name === 'Work')).toMatchObject({
      description: 'Daily',
      createdAt: '2014-05-13T16:53:20.000Z',
    });
    const names = (await list(person)).map(({ collections }) => collections.map(({ name }) => name));
    expect(names).toEqual([['Work / Docs'], ['Home / Docs'], ['Unnamed folder']]);
  });

  test('fill an existing collection with their name, and those of an earlier import', async () => {
    const person = await signUp();
    await call('collections.create', { body: { name: 'recipes' } }, person);
    const first = await importFile(
      person,
      file('<DT><H3>Recipes</H3><DL>', link('https://example.com/1'), '</DL>'),
    );
    expect(first.collections).toBe(0);
    await importFile(person, nested);
    const again = await importFile(person, nested.replaceAll('example.com/', 'example.org/'));
    expect(again).toMatchObject({ created: 3, collections: 0 });
    expect((await listCollections(person)).map(({ name, count }) => [name, count])).toEqual(
      expect.arrayContaining([
        ['recipes', 1],
        ['Work / Docs', 2],
        ['Home / Docs', 2],
      ]),
    );
  });

  test('create no collection for an import with a single target', async () => {
    const person = await signUp();
    const inbox = (await call('collections.create', { body: { name: 'Inbox' } }, person)).body;
    const report = await importFile(person, nested, { collection: inbox.uuid });
    expect(report).toMatchObject({ created: 3, collections: 0, newCollections: [] });
    for (const { collections } of await list(person)) {
      expect(collections.map(({ uuid }) => uuid)).toEqual([inbox.uuid]);
    }
  });

  test('are created in the given space', async () => {
    const person = await signUp();
    const other = (await call('spaces.create', { body: { name: 'Other' } }, person)).body;
    await importFile(person, nested, { space: other.uuid });
    expect(await list(person)).toEqual([]);
    expect(await list({ ...person, spaceId: other.uuid })).toHaveLength(3);
  });
});

describe('a repeated entry', () => {
  test('is one bookmark with the first title and the combined data, in its folder, at the first position', async () => {
    const person = await signUp();
    const report = await importFile(person, fixture('11-same-url-twice.html'));
    expect(report).toMatchObject({ read: 3, created: 2, duplicates: 1, repeated: 1 });
    expect(report.rows).toEqual([
      { line: 9, reasons: ['duplicate_in_file'], title: 'A longer title', url: 'https://example.com/a' },
    ]);
    const [first, second] = await list(person);
    expect(first).toMatchObject({
      title: 'Short',
      description: 'And a description',
      tags: 'x,y',
      favorite: true,
      createdAt: '2017-07-14T02:40:00.000Z',
    });
    expect(first?.collections.map(({ name }) => name)).toEqual(['Folder']);
    expect(second?.title).toBe('Other');
    const found = await call('search.find', { query: { q: 'short' } }, person);
    expect(found.body.bookmarks).toHaveLength(1);
  });

  test('keeps the better of two urls, and the first title even if the second is longer', async () => {
    const person = await signUp();
    const pairs: [first: string, second: string, kept: string][] = [
      ['http://a.example/x', 'https://a.example/x/', 'https://a.example/x/'],
      ['https://b.example/x', 'http://b.example/x', 'https://b.example/x'],
      ['https://c.example/?utm_source=y&q=1', 'https://www.c.example/?q=1', 'https://www.c.example/?q=1'],
      ['http://d.example/', 'https://d.example/?fbclid=1', 'https://d.example/?fbclid=1'],
      ['https://e.example/a', 'https://e.example/a/', 'https://e.example/a'],
    ];
    await importFile(
      person,
      file(...pairs.flatMap(([one, two]) => [link(one, 'First'), link(two, 'Second title')])),
    );
    expect((await list(person)).map(({ title, url }) => [title, url])).toEqual(
      pairs.map(([, , kept]) => ['First', kept]),
    );
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('is found although the urls differ in ignored parts', async () => {
    const report = await importFile(await signUp(), fixture('12-near-duplicates.html'));
    expect(report).toMatchObject({ read: 5, created: 3, duplicates: 2 });
  });

  test('is added to the collections of its first folders, up to the limit of a bookmark', async () => {
    const person = await signUp();
    await call('bookmarks.create', { body: { url: 'https://example.com/known', title: 'Known' } }, person);
    const inFolders = (name: string) =>
      Array.from({ length: limits.collectionsPerBookmark }, (_, index) => [
        `<DT><H3>${name} ${index}</H3><DL>`,
        link('https://example.com/new', 'New'),
        link('https://example.com/known', 'Known'),
        '</DL>',
      ]).flat();
    const atTop = link('https://example.com/new', 'New');
    const report = await importFile(person, file(atTop, ...inFolders('First'), ...inFolders('Second')));
    expect(report).toMatchObject({ status: 'done', created: 1 });
    const saved = await list(person);
    const placed = saved.map(({ title, collections }) => [
      title,
      collections.filter(({ name }) => name.startsWith('First ')).length,
      collections.length,
    ]);
    expect(placed.sort()).toEqual([['Known', 100, 100], ['New', 100, 100]]); // prettier-ignore
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('is found among thousands of others', async () => {
    const person = await signUp();
    const lines = Array.from({ length: 6_000 }, (_, index) =>
      link(
        `https://example.com/${index % 2 === 0 ? 'same' : index}`,
        `Title ${index}`,
        `TAGS="t${index % 150}"`,
      ),
    );
    const report = await importFile(person, file(...lines));
    expect(report).toMatchObject({ read: 6_000, created: 3_001, duplicates: 2_999 });
    expect(report.rows).toHaveLength(1_000);
    const [first] = await list(person);
    expect(first?.title).toBe('Title 0');
    expect(first?.tags.split(',')).toHaveLength(75);
  });
});

describe('an entry for an existing bookmark', () => {
  test('adds missing data to it, and its folder’s collection', async () => {
    const person = await signUp();
    const { body: saved } = await call(
      'bookmarks.create',
      { body: { url: 'https://example.com/a', title: 'Mine', tags: 'own' } },
      person,
    );
    const report = await importFile(
      person,
      file(
        '<DT><H3>Folder</H3><DL>',
        link('http://www.example.com/a/', 'Theirs', 'TAGS="other,OWN" FAVORITE="1" ADD_DATE="1500000000"'),
        '<DD>Their words',
        '</DL>',
        link('https://example.com/a', 'At the top'),
      ),
    );
    expect(report).toMatchObject({ created: 0, duplicates: 2 });
    expect(report.rows.map(({ reasons }) => reasons.join())).toEqual([
      'duplicate_in_library',
      'duplicate_in_file',
    ]);
    const [only, ...rest] = await list(person);
    expect(rest).toEqual([]);
    expect(only).toMatchObject({
      uuid: saved.uuid,
      title: 'Mine',
      url: 'https://example.com/a',
      tags: 'own,other',
      description: 'Their words',
      favorite: true,
      createdAt: '2017-07-14T02:40:00.000Z',
    });
    expect(only?.collections.map(({ name }) => name)).toEqual(['Folder']);
    expect(report.merged).toEqual({
      bookmarks: 1,
      tags: 1,
      descriptions: 1,
      favorites: 1,
      dates: 1,
      visits: 0,
    });
    const found = await call('search.find', { query: { q: 'their' } }, person);
    expect(found.body.bookmarks.map(({ uuid }) => uuid)).toEqual([saved.uuid]);
    expect(await wrongIn(db, person.spaceId)).toEqual([]);
  });

  test('does not match a bookmark in the trash', async () => {
    const person = await signUp();
    const { body: saved } = await call(
      'bookmarks.create',
      { body: { url: 'https://example.com/a' } },
      person,
    );
    await call('bookmarks.delete', { params: { uuid: saved.uuid } }, person);
    expect(await importFile(person, file(link('https://example.com/a')))).toMatchObject({ created: 1 });
  });

  test('makes importing the same file again change nothing', async () => {
    const person = await signUp();
    const bytes = fixture('16-descriptions.html');
    const first = await importFile(person, bytes);
    const before = await list(person);
    const again = await importFile(person, bytes);
    expect(again).toMatchObject({ created: 0, duplicates: first.created, repeated: 0, collections: 0 });
    expect(await list(person)).toEqual(before);
  });

  test('is found by both of two concurrent imports', async () => {
    const person = await signUp();
    const lines = Array.from({ length: 300 }, (_, index) => link(`https://example.com/${index}`));
    const reports = await Promise.all([
      importFile(person, file(...lines)),
      importFile(person, file(...lines.reverse())),
    ]);
    expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(300);
    expect(reports.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(300);
    expect(new Set((await list(person, { size: 200 })).map(({ url }) => url)).size).toBe(200);
  });
});
