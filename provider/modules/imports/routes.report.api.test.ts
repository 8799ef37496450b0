import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeExport, type ExportedFile } from '@/lib/formats/export-file';
import { createImporter, file, link } from '@/provider/testing/imports';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp } = tested;
const { importFile, list, listCollections, send } = createImporter(tested);

const fixture = (name: string): Buffer =>
  readFileSync(path.join(process.cwd(), 'lib/formats/netscape/fixtures', name));

describe('an entry that cannot be a link', () => {
  test('is stored as text, never as a link, and reported', async () => {
    const person = await signUp();
    const report = await importFile(person, fixture('13-schemes.html'));
    expect(report).toMatchObject({ read: 13, created: 13, invalid: 0 });
    expect(report.rows.map(({ reasons }) => reasons.join())).toEqual([
      ...Array.from({ length: 11 }, () => 'inert_link'),
      'invalid_url',
    ]);
    const saved = await list(person);
    expect(saved[0]).toMatchObject({
      url: 'javascript:(function(){alert("hi")})()',
      domain: '',
      path: '',
      title: 'Bookmarklet',
    });
    expect(saved[1]?.url).toBe('java\nscript:alert(1)');
    expect(saved[12]).toMatchObject({ url: 'https://example.com/page', domain: 'example.com' });
  });

  test('is stored as text if its host is too long, beside the others of the file', async () => {
    const person = await signUp();
    const url = `https://${'a.'.repeat(140)}example/`;
    const report = await importFile(person, file(link(url, 'Long'), link('https://example.org/', 'Short')));
    expect(report).toMatchObject({ status: 'done', created: 2 });
    expect((await list(person)).find(({ title }) => title === 'Long')).toMatchObject({ url, domain: '' });
  });

  test('is skipped and reported if there is no url', async () => {
    const person = await signUp();
    const report = await importFile(person, fixture('21-missing-parts.html'));
    expect(report).toMatchObject({ read: 5, created: 2, invalid: 3 });
    expect(report.rows).toEqual([
      { line: 6, reasons: ['missing_url'], title: 'No address', url: '' },
      { line: 7, reasons: ['missing_url'], title: 'Empty address', url: '' },
      { line: 13, reasons: ['missing_url'], title: 'Nothing at all', url: '' },
    ]);
  });

  test('has the time of the import if its date is invalid, which is reported', async () => {
    const person = await signUp();
    const report = await importFile(person, fixture('03-odd-dates.html'));
    expect(report.rows.map(({ line, reasons }) => [line, reasons.join()])).toEqual(
      [7, 12, 13, 14, 17].map((line) => [line, 'invalid_date']),
    );
    const words = (await list(person)).find(({ title }) => title === 'words');
    expect(Date.parse(words?.createdAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('is not truncated if its url is too long, but its title is', async () => {
    const person = await signUp();
    const report = await importFile(
      person,
      file(
        link(`https://example.com/${'x'.repeat(70_000)}`, 'long'),
        link('https://example.com/a', 't'.repeat(3_000)),
      ),
    );
    expect(report).toMatchObject({ created: 1, invalid: 1 });
    expect(report.rows.map(({ reasons }) => reasons.join())).toEqual(['too_long', 'too_long']);
    expect((await list(person))[0]?.title).toHaveLength(2_000);
  });

  test('has a title that another program escaped twice, decoded', async () => {
    const person = await signUp();
    const report = await importFile(
      person,
      file(
        link('https://example.com/a', 'It&amp;#39;s &amp;quot;new&amp;quot; &amp;amp; good'),
        link('https://example.com/b', 'Tom &amp; Jerry &lt;3'),
      ),
    );
    expect(report.rows).toMatchObject([{ reasons: ['escaped_twice'], title: 'It\'s "new" & good' }]);
    expect((await list(person)).map(({ title }) => title).sort()).toEqual([
      'It\'s "new" & good',
      'Tom & Jerry <3',
    ]);
  });

  test('is not imported if its url is too long once it is encoded', async () => {
    const person = await signUp();
    const url = `https:a.example/${'é'.repeat(60_000)}`;
    const json = { version: 2, bookmarks: [{ url, collections: ['One', 'Two'] }] };
    for (const body of [file('<DT><H3>One</H3><DL>', link(url, 'long'), '</DL>'), JSON.stringify(json)]) {
      const report = await importFile(person, body);
      expect(report).toMatchObject({ created: 0, invalid: 1 });
      expect(report.rows.map(({ reasons }) => reasons.join())).toEqual(['too_long']);
    }
  });
});

describe('a dry run', () => {
  test('reports what would be imported, and writes nothing', async () => {
    const person = await signUp();
    await call('bookmarks.create', { body: { url: 'https://example.com/known' } }, person);
    const body = file(
      '<DT><H3>New</H3><DL>',
      link('https://example.com/1'),
      link('https://example.com/1'),
      link('https://example.com/known'),
      link('', 'nowhere'),
      '</DL>',
    );
    const before = [await list(person), await listCollections(person)];
    const rehearsal = await importFile(person, body, { dryRun: true });
    expect(rehearsal).toMatchObject({
      status: 'done',
      dryRun: true,
      read: 4,
      created: 1,
      duplicates: 2,
      repeated: 1,
      invalid: 1,
      collections: 1,
      newCollections: [{ name: 'New', space: null, count: 2, isPublic: false, lostRules: false }],
    });
    expect([await list(person), await listCollections(person)]).toEqual(before);
    const real = await importFile(person, body);
    expect({ ...real, uuid: '', dryRun: true, startedAt: '', finishedAt: '' }).toEqual({
      ...rehearsal,
      uuid: '',
      startedAt: '',
      finishedAt: '',
    });
  });
});

describe('the report', () => {
  test('counts the bookmarks of each new collection once, however often the file contains them', async () => {
    const person = await signUp();
    await call('bookmarks.create', { body: { url: 'https://example.com/known' } }, person);
    const body = file(
      '<DT><H3>Twice</H3><DL>',
      link('https://example.com/1'),
      link('https://www.example.com/1/'),
      link('https://example.com/2'),
      '</DL><DT><H3>Again</H3><DL>',
      link('https://example.com/2'),
      link('https://example.com/known'),
      link('http://example.com/known'),
      link('', 'nowhere'),
      '</DL>',
    );
    const expected = [
      { name: 'Twice', space: null, count: 2, isPublic: false, lostRules: false },
      { name: 'Again', space: null, count: 2, isPublic: false, lostRules: false },
    ];
    expect((await importFile(person, body, { dryRun: true })).newCollections).toEqual(expected);
    expect((await importFile(person, body)).newCollections).toEqual(expected);
    const made = await listCollections(person);
    for (const { name, count } of expected)
      expect(made.find((one) => one.name === name)?.count, name).toBe(count);
  });

  test('lists an entry with two warnings once', async () => {
    const person = await signUp();
    const odd = link('javascript:void(0)', 't'.repeat(3_000), 'ADD_DATE="words"');
    const { rows } = await importFile(person, file(odd, odd));
    expect(rows.map(({ line, reasons }) => [line, reasons])).toEqual([
      [3, ['too_long', 'inert_link', 'invalid_date']],
      [4, ['too_long', 'inert_link', 'invalid_date', 'duplicate_in_file']],
    ]);
  });

  test('belongs to the account', async () => {
    const [person, stranger] = [await signUp(), await signUp()];
    const { uuid } = (await send(person, file(link('https://example.com')))).body;
    for (const id of ['bookmarks.getImport', 'bookmarks.undoImport'] as const) {
      expect((await call(id, { params: { uuid } }, stranger)).problem.code).toBe('NOT_FOUND');
    }
  });
});

test('an open comment before the first entry is a row of the report', async () => {
  const person = await signUp();
  const text = file('<DT><H3>Folder</H3>', '<DL><p>', '<!-- open', link('https://a.example/'), '</DL>');
  const report = await importFile(person, text);
  expect(report).toMatchObject({ status: 'done', read: 1, created: 0, invalid: 1 });
  expect(report.rows).toMatchObject([{ line: 5, reasons: ['unclosed_comment'] }]);
});

test('invisible names of folders and tags are treated as empty', async () => {
  const person = await signUp();
  const invisible = '\u200B\u2060\u00AD';
  const entry = link('https://a.example/', 'A', `TAGS="one,${invisible}"`);
  const report = await importFile(person, file(`<DT><H3>${invisible}</H3>`, '<DL><p>', entry, '</DL>'));
  expect(report.newCollections).toMatchObject([{ name: 'Unnamed folder', count: 1 }]);
  expect((await list(person))[0]).toMatchObject({ tags: 'one', collections: [{ name: 'Unnamed folder' }] });
});

describe('the report of a JSON export', () => {
  /** Returns the JSON export of a library with links that every import reports, in two collections. */
  async function exported(collections: boolean): Promise<string> {
    const person = await signUp();
    const folder = (name: string, ...inside: readonly string[]) =>
      [`<DT><H3>${name}</H3>`, '<DL><p>', ...inside, '</DL><p>'].join('\n');
    const script = (name: string) => link(`javascript:${name}`, name);
    const page = link('https://a.example/', 'Line 1\nLine 2');
    await importFile(person, file(script('a'), page, folder('One', script('b')), folder('Two', script('c'))));
    const query = { format: 'json', collections } as const;
    return (await call('bookmarks.export', { query }, person)).body.text();
  }

  const parsed = (text: string) => JSON.parse(text) as ExportedFile;
  const rewritten = (text: string) => [...writeExport(parsed(text), 'json')].join('');
  const unevenly = (text: string) => {
    const { bookmarks, ...about } = parsed(text);
    const lines = bookmarks.map((one) => JSON.stringify(one)).join(',\n');
    return `${JSON.stringify(about).slice(0, -1)},"bookmarks":[\n${lines}\n]}\n`;
  };

  test.each([
    ['with collections', () => exported(true)],
    ['without collections', () => exported(false)],
    ['that was decrypted in the browser', async () => rewritten(await exported(true))],
    ['with all collections on one line', async () => unevenly(await exported(true))],
  ])('%s names the lines of its bookmarks', async (_, write) => {
    const text = await write();
    const { rows } = await importFile(await signUp(), text);
    const lines = text.split('\n');
    expect(rows).toHaveLength(3);
    expect(rows.map(({ line }) => line)).toEqual(
      rows.map(({ url }) => lines.findIndex((one) => one.includes(`"${url}"`)) + 1),
    );
  });
});

test('a creation date more than a day ahead becomes that of the import, and is reported', async () => {
  const person = await signUp();
  const now = Math.floor(tested.clock.now().getTime() / 1000);
  const dated = (url: string, seconds: number) =>
    link(url, 'Dated').replace('<A ', `<A ADD_DATE="${seconds}" `);
  const report = await importFile(
    person,
    file(
      dated('https://a.example/', now + 2 * 86_400),
      dated('https://b.example/', now + 43_200),
      dated('https://c.example/', now - 86_400),
    ),
  );
  expect(report.rows.map(({ url, reasons }) => [url, reasons])).toEqual([
    ['https://a.example/', ['future_date']],
  ]);
  const ages = (await list(person)).map(({ url, createdAt }) => [
    url,
    Math.round((Date.parse(createdAt) / 1000 - now) / 43_200),
  ]);
  expect(Object.fromEntries(ages)).toEqual({
    'https://a.example/': 0,
    'https://b.example/': 1,
    'https://c.example/': -2,
  });
});

describe('a table that no product has written', () => {
  const table = 'Where,Which,Kind\nhttps://a.example/,Rye bread,"Food, Bread"\n';

  test('shows its columns, and what they are taken for, in a dry run', async () => {
    const { format, table: shown, dropped } = await importFile(await signUp(), table, { dryRun: true });
    expect(format).toEqual({ id: 'table', name: 'CSV' });
    expect(shown).toEqual({
      columns: [
        { name: 'Where', field: 'url' },
        { name: 'Which', field: null },
        { name: 'Kind', field: null },
      ],
      rows: [['https://a.example/', 'Rye bread', 'Food, Bread']],
    });
    expect(dropped).toEqual([{ kind: 'columns', count: 2 }]);
  });

  test('is imported with the columns that the user has mapped', async () => {
    const person = await signUp();
    await importFile(person, table, { columns: 'url,title,tags' });
    expect(await list(person)).toMatchObject([
      { url: 'https://a.example/', title: 'Rye bread', tags: 'Food,Bread' },
    ]);
  });
});
