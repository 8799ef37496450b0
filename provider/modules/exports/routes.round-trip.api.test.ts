import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeExport, type ExportedFile } from '@/lib/formats/export-file';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createImporter, file, link } from '@/provider/testing/imports';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, clock } = tested;
const { importFile, list, listCollections } = createImporter(tested);

type Format = 'html' | 'json' | 'csv';

const exported = async (person: TestAccount, format: Format = 'html'): Promise<string> =>
  (await call('bookmarks.export', { query: { format } }, person)).body.text();

/** Returns a JSON export without ids and the dates of the default collection, which differ between accounts. */
const withoutIds = (text: string): string => {
  const ids = new Map<string, number>();
  return text
    .replace(/^.*"isDefault":true.*$/m, (line) => line.replaceAll(/"(?:createdAt|updatedAt)":"[^"]*"/g, ''))
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, ids.size);
      return `#${ids.get(id)}`;
    });
};

/** Removes the number that imported collections of the same name receive, unless the file is JSON. */
const plain = (name: string): string => name.replace(/ \(\d\)$/, '');

/** Returns the fields of a library that are equal in another account, in manual order. */
async function read(person: TestAccount, format: Format = 'html') {
  const named = format === 'json' ? (name: string) => name : plain;
  const bookmarks = (await list(person)).map(({ uuid: _, order: __, collections, ...bookmark }) => ({
    ...bookmark,
    collections: collections.map(({ name, color }) => `${named(name)} #${color}`).sort(),
  }));
  const query = { size: 200, sortField: 'order', sortOrder: 'ASC' } as const;
  const { content } = (await call('collections.list', { query }, person)).body;
  const collections = content
    .filter(({ isDefault }) => !isDefault)
    .map(({ name, description, color, icon, pinned, count, smart, createdAt, updatedAt }) => ({
      ...{ name: named(name), description, color, icon, pinned, count, smart, createdAt, updatedAt },
    }));
  return { bookmarks, collections };
}

/** Copies the library to a new account with an exported file. */
async function moved(person: TestAccount, format: Format = 'html'): Promise<TestAccount> {
  const other = await signUp({ plan: 'pro' });
  const report = await importFile(other, await exported(person, format));
  expect(report).toMatchObject({ status: 'done', invalid: 0 });
  return other;
}

const rich = file(
  link('https://top.example/', 'At the top &amp; loose', 'ADD_DATE="1500000000" TAGS="one,two words,Ação"'),
  '<DD>First line\n  second, &lt;b&gt;not bold&lt;/b&gt; &amp;amp; &#128512;\n\nlast',
  '<DT><H3 ADD_DATE="1400000000" LAST_MODIFIED="1450000000" PERSONAL_TOOLBAR_FOLDER="true">Bar</H3><DL><p>',
  link(
    'https://bar.example/',
    '',
    'ADD_DATE="1510000000123" LAST_MODIFIED="1520000000" LAST_VISIT="1530000000"',
  ),
  '<DT><H3 ADD_DATE="1410000000">Work</H3><DD>All of it</DD><DL><p>',
  '<DT><H3>Docs</H3><DL><p>',
  link('https://shared.example/', 'In three folders', 'FAVORITE="1" SHORTCUTURL="s" ADD_DATE="0"'),
  link('javascript:alert(&quot;1&quot;)', 'A bookmarklet', 'ADD_DATE="-5"'),
  link('java&#10;script:alert(1)', 'Another'),
  '</DL><p></DL><p>',
  '<DT><H3>Home</H3><DL><p><DT><H3>Docs</H3><DL><p>',
  link('https://shared.example/', 'In three folders'),
  link('data:text/html,&lt;script&gt;', 'Data', 'ADD_DATE="1e30" PRIVATE="1"'),
  '<DT><H3>Deep</H3><DL><p><DT><H3>docs</H3><DL><p>',
  link('https://deep.example/?a=1&amp;b=%20#x', '<i>Deep</i> "quoted"', 'TAGS="&quot;&gt;&lt;x&gt;"'),
  '</DL><p></DL><p></DL><p></DL><p>',
  '<DT><H3>Empty</H3><DL><p></DL><p>',
  '</DL><p>',
  '<DT><H3></H3><DL><p>',
  link('https://shared.example/', 'In three folders'),
  link('http://[bad', 'No address of any kind'),
  '</DL><p>',
);

/** Creates an imported library, modified by every operation that affects an export. */
async function wornLibrary(): Promise<TestAccount> {
  const person = await signUp({ plan: 'pro' });
  await importFile(person, rich);
  clock.advance(61_001);
  const smart = { name: 'Docs', description: 'By itself', smart: { query: '#x is:favorite' } };
  await call('collections.create', { body: smart }, person);
  const create = async (body: Parameters<typeof call<'bookmarks.create'>>[1]['body']) => {
    clock.advance(17);
    return (await call('bookmarks.create', { body }, person)).body.uuid;
  };
  const collection = async (name: string) => {
    clock.advance(17);
    return (
      await call('collections.create', { body: { name, color: 'b93a1a', description: 'é <&>' } }, person)
    ).body.uuid;
  };
  const [docs, parent] = [await collection('Docs'), await collection('Bar')];
  await call('collections.update', { params: { uuid: docs }, body: { icon: '📚', pinned: true } }, person);
  await call('collections.update', { params: { uuid: parent }, body: { icon: 'flag' } }, person);
  const twin = await collection('Docs');
  const made = await create({
    url: 'https://made.example/',
    title: ' Made ',
    tags: 'x,ÿ',
    collections: [docs, twin],
  });
  await create({ url: 'https://made.example/', title: 'Made again', force: true, collections: [docs] });
  await create({ url: 'https://made.example/', title: 'And again, loose', force: true, favorite: true });
  await create({ url: 'not an address', description: '\n\t lead & trail \r\n ' });
  await create({ encrypted: true, cipher: sampleEnvelope() });
  const gone = await create({ url: 'https://trash.example/' });
  await call('bookmarks.delete', { params: { uuid: gone } }, person);
  const [first, second, third] = (await list(person)).slice(-3);
  await call('bookmarks.order', { params: { uuid: made }, body: { after: third?.uuid ?? '' } }, person);
  await call(
    'bookmarks.order',
    { params: { uuid: first?.uuid ?? '' }, body: { after: second?.uuid ?? '' } },
    person,
  );
  await call('bookmarks.visit', { params: { uuid: made } }, person);
  const reading = { later: true, readAt: '2026-01-02T03:04:05.678Z' };
  const body = { highlighted: true, ...reading, collections: [parent, docs] };
  await call('bookmarks.update', { params: { uuid: second?.uuid ?? '' }, body }, person);
  const empty = (await listCollections(person)).find(({ name }) => name === 'Empty');
  await call(
    'collections.update',
    { params: { uuid: empty?.uuid ?? '' }, body: { name: 'Renamed' } },
    person,
  );
  return person;
}

describe('an export that is imported again', () => {
  test('is the same library, and the same file to the byte', async () => {
    const person = await wornLibrary();
    const other = await moved(person);
    const before = await read(person);
    const readable = before.bookmarks.filter(({ encrypted }) => !encrypted);
    expect((await read(other)).bookmarks).toEqual(readable);
    expect((await read(other)).collections).toEqual(before.collections);
    expect(await exported(other)).toBe(await exported(person));
  });

  test('changes nothing in its own account', async () => {
    const person = await wornLibrary();
    const before = await read(person);
    const report = await importFile(person, await exported(person));
    expect(report).toMatchObject({ created: 0, collections: 0 });
    expect(await read(person)).toEqual(before);
  });

  test('as JSON is the same library and file, which its report shows', async () => {
    const person = await wornLibrary();
    const shared = { name: 'Shared', security: 1, listed: true } as const;
    await call('collections.create', { body: shared }, person);
    await call('collections.create', { body: { name: 'Half shared', security: 1 } }, person);
    const own = (await listCollections(person)).find(({ isDefault }) => isDefault)?.uuid ?? '';
    const look = { color: 'b93a1a', description: 'What is left', security: 1, listed: true } as const;
    await call('collections.update', { params: { uuid: own }, body: look }, person);
    const text = await exported(person, 'json');
    const other = await signUp({ plan: 'pro' });
    const preview = await importFile(other, text, { dryRun: true });
    expect(preview.newCollections.flatMap(({ isPublic, name }) => (isPublic ? [name] : [])).sort()).toEqual([
      'Half shared',
      'Shared',
    ]);
    expect(preview.defaultChanges).toEqual(['color', 'description', 'sharing']);
    const report = await importFile(other, text);
    const before = await read(person, 'json');
    const readable = before.bookmarks.filter(({ encrypted }) => !encrypted);
    expect(report).toMatchObject({ read: readable.length, created: readable.length, duplicates: 0 });
    expect((await read(other, 'json')).bookmarks).toEqual(readable);
    expect((await read(other, 'json')).collections).toEqual(before.collections);
    const sharing = async (one: TestAccount) =>
      (await listCollections(one))
        .filter(({ security }) => security === 1)
        .map(({ name, listed }) => [name, listed]);
    expect((await sharing(other)).sort()).toEqual([
      ['Half shared', false],
      ['Shared', true],
      ['Uncategorized', true],
    ]);
    expect((await listCollections(other)).find(({ isDefault }) => isDefault)).toMatchObject(look);
    const twice = await exported(await moved(other, 'json'), 'json');
    expect(withoutIds(twice)).toBe(withoutIds(await exported(other, 'json')));
    expect(await importFile(person, text)).toMatchObject({ created: 0, collections: 0 });
  });

  test.each(['html', 'json', 'csv'] as const)(
    'from its JSON is written as %s with the same bytes',
    async (format) => {
      const person = await wornLibrary();
      const json = JSON.parse(await exported(person, 'json')) as ExportedFile;
      expect([...writeExport(json, format)].join('')).toBe(await exported(person, format));
    },
  );

  test('for browsers publishes nothing, whatever it contains', async () => {
    const person = await signUp();
    const body =
      '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><H3 MARKWELL_SHARED="listed">Mine</H3><DL>' +
      '<DT><A HREF="https://a.example/">A</A></DL></DL>';
    expect((await importFile(person, body)).newCollections).toMatchObject([
      { name: 'Mine', isPublic: false },
    ]);
    expect((await listCollections(person)).map(({ security }) => security)).toEqual([0, 0]);
  });

  test('keeps queries of smart collections only if the plan includes them, and reports the others', async () => {
    const person = await wornLibrary();
    const smart = (await listCollections(person)).filter((one) => one.smart !== null);
    expect(smart).not.toEqual([]);
    const lost = ({ newCollections }: Awaited<ReturnType<typeof importFile>>) =>
      newCollections.filter(({ lostRules }) => lostRules).map(({ name }) => name);
    const [free, pro] = [await signUp(), await signUp({ plan: 'pro' })];
    const text = await exported(person, 'json');
    expect(lost(await importFile(free, text, { dryRun: true }))).toHaveLength(smart.length);
    expect(lost(await importFile(free, text))).toHaveLength(smart.length);
    expect(lost(await importFile(pro, text))).toEqual([]);
    expect((await listCollections(free)).filter(({ smart }) => smart !== null)).toEqual([]);
  });

  test('of an older release is read by the names of its collections', async () => {
    const person = await signUp();
    const bookmark = {
      url: 'https://a.example/',
      title: 'A',
      tags: 'x,y',
      createdAt: '2020-01-02T03:04:05.000Z',
    };
    const places = { collections: ['Uncategorized', 'Docs', 'Recipes'] };
    const cipher = { encrypted: true, cipher: 'mw1.AAAA', title: null };
    const body = { version: 1, bookmarks: [{ ...bookmark, ...places }, cipher, 7] };
    const report = await importFile(person, JSON.stringify(body));
    expect(report).toMatchObject({ read: 3, created: 1, duplicates: 0, invalid: 2, collections: 2 });
    expect(report.rows.map(({ reasons }) => reasons)).toEqual([['encrypted'], ['missing_url']]);
    const [only] = await list(person);
    expect(only).toMatchObject({ title: 'A', tags: 'x,y', createdAt: bookmark.createdAt });
    expect(only?.collections.map(({ name }) => name)).toEqual(['Docs', 'Recipes']);
  });

  test('keeps the order relative to existing bookmarks, which are placed below', async () => {
    const [person, other] = [await wornLibrary(), await signUp()];
    await call('bookmarks.create', { body: { url: 'https://old.example/', title: 'Old' } }, other);
    clock.advance(1_000);
    await importFile(other, await exported(person));
    const titles = (await read(person)).bookmarks
      .filter(({ encrypted }) => !encrypted)
      .map(({ title }) => title);
    expect((await list(other)).map(({ title }) => title)).toEqual([...titles, 'Old']);
  });
});

describe('the order of bookmarks and folders on one level', () => {
  const folder = (name: string, ...inside: readonly string[]): string =>
    [`<DT><H3>${name}</H3>`, '<DL><p>', ...inside, '</DL><p>'].join('\n');
  const page = (name: string): string => link(`https://${name}.example/`, name);
  const mixed = file(
    folder('First', page('a')),
    page('b'),
    folder('Second', page('c'), folder('Inner', page('d')), page('e'), folder('Empty'), page('f')),
    page('g'),
    folder('Third', folder('Deep', page('h')), page('i')),
    folder('Last'),
    page('j'),
  );
  /** Returns bookmarks and folders in file order; a dot ends a folder. */
  const outline = (text: string): string =>
    [...text.matchAll(/<A [^>]*>([^<]*)|<H3[^>]*>([^<]*)|<\/DL>/g)]
      .map(([, bookmark, name]) => bookmark ?? name ?? '.')
      .join(' ')
      .replace(/ \.$/, '');
  const original = 'First a . b Second c Inner d . e Empty . f . g Third Deep h . i . Last . j';

  test('equals that of the imported file', async () => {
    const person = await signUp();
    expect(outline(mixed)).toBe(original);
    await importFile(person, mixed);
    expect(outline(await exported(person))).toBe(original);
  });

  test.each(['html', 'json'] as const)('is preserved by a %s export into another account', async (format) => {
    const person = await signUp({ plan: 'pro' });
    await importFile(person, mixed);
    const other = await moved(person, format);
    expect(outline(await exported(other))).toBe(original);
    expect((await list(other)).map(({ title }) => title)).toEqual([...'abcdefghij']);
  });

  test('follows manual moves, and new rows are on top', async () => {
    const person = await signUp();
    await importFile(person, file(page('a'), folder('One', page('b')), page('c'), folder('Two', page('d'))));
    const collections = await listCollections(person);
    const uuidOf = (name: string) => collections.find((one) => one.name === name)?.uuid ?? '';
    const bookmarks = await list(person);
    const bookmark = (title: string) => bookmarks.find((one) => one.title === title)?.uuid ?? '';
    await call(
      'bookmarks.order',
      { params: { uuid: bookmark('a') }, body: { after: bookmark('c') } },
      person,
    );
    await call(
      'collections.order',
      { params: { uuid: uuidOf('One') }, body: { after: uuidOf('Two') } },
      person,
    );
    clock.advance(1_000);
    await call('bookmarks.create', { body: { url: 'https://new.example/', title: 'new' } }, person);
    expect(outline(await exported(person))).toBe('new c a Two d . One b .');
  });
});

describe('the folders of an export', () => {
  test('are those that the collections were created from, each once', async () => {
    const text = await exported(await wornLibrary());
    const names = [...text.matchAll(/^( *)<DT><H3[^>]*>([^<]*)/gm)].map(([, indent = '', name = '']) =>
      `${indent.slice(4)}${name}`.replaceAll('    ', '> '),
    );
    expect([...names].sort()).toEqual(
      [
        ...['Bar', '> Work', '> > Docs', '> Home', '> > Docs', '> > > Deep', '> > > > docs', '> Renamed'],
        ...['', 'Docs', 'Docs (2)', 'Docs (3)', 'Bar (2)'],
      ].sort(),
    );
  });

  test('have the new name of a collection, also around the folders that it contains', async () => {
    const person = await signUp();
    await importFile(person, rich);
    const work = (await listCollections(person)).find(({ name }) => name === 'Work');
    await call('collections.update', { params: { uuid: work?.uuid ?? '' }, body: { name: 'Job' } }, person);
    const text = await exported(person);
    expect(text).not.toContain('>Work<');
    expect(text.match(/>Job</g)).toHaveLength(1);
    expect(await exported(await moved(person))).toBe(text);
  });
});

const word = fc.oneof(
  fc.constantFrom('a', 'A', 'Docs', ' ', '&amp;', '<', '"', 'é', '😀', '\n', 'x  y', '(2)', ' / ', '%'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
);
const words = (max: number) =>
  fc.array(word, { maxLength: max }).map((all) => all.join('').toWellFormed().replaceAll('\0', ''));
const name = words(3).map((text) => text.trim() || 'n');
const saved = fc.record({
  host: fc.constantFrom('a.example', 'b.example', 'c.example', 'd.example'),
  path: words(2),
  title: words(4),
  description: words(6),
  tags: fc.array(
    words(2).map((tag) => tag.replaceAll(',', '').slice(0, 20)),
    { maxLength: 3 },
  ),
  favorite: fc.boolean(),
  places: fc.subarray([0, 1, 2, 3]),
  pause: fc.nat(2_000),
  after: fc.option(fc.nat(8), { nil: null }),
});

test('any library is restored from its export', async () => {
  const libraries = fc.record({
    names: fc.array(name, { minLength: 4, maxLength: 4 }),
    bookmarks: fc.array(saved, { minLength: 1, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(libraries, async ({ names, bookmarks }) => {
      const person = await signUp();
      const places: string[] = [];
      for (const each of names) {
        clock.advance(1);
        places.push((await call('collections.create', { body: { name: each } }, person)).body.uuid);
      }
      const uuids: string[] = [];
      for (const { host, path, places: chosen, pause, after, tags, ...rest } of bookmarks) {
        clock.advance(pause);
        const collections = chosen.map((index) => places[index] ?? '');
        const url = `https://${host}/${path.trim()}`;
        const body = { ...rest, url, tags: tags.join(), collections, force: true };
        const { uuid } = (await call('bookmarks.create', { body }, person)).body;
        const anchor = after === null ? undefined : uuids[after];
        if (anchor) await call('bookmarks.order', { params: { uuid }, body: { after: anchor } }, person);
        uuids.push(uuid);
      }
      const other = await moved(person);
      const unplaced = (library: Awaited<ReturnType<typeof read>>) =>
        library.bookmarks.map(({ collections, ...bookmark }) => ({
          ...bookmark,
          places: collections.length,
        }));
      expect(unplaced(await read(other))).toEqual(unplaced(await read(person)));
      expect(await exported(other)).toBe(await exported(person));
    }),
    { numRuns: 60 },
  );
});
