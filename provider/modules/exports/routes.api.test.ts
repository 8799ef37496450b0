import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createImporter, file, link } from '@/provider/testing/imports';
import { createTestProvider, type Caller } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp } = tested;
const { importFile } = createImporter(tested);

type Query = NonNullable<Input<'bookmarks.export'>['query']>;

const exported = async (person: Caller, query: Query): Promise<string> =>
  (await call('bookmarks.export', { query }, person)).body.text();

interface Written {
  uuid: string;
  cipher?: string;
}
const parsed = async (person: Caller, query: Query = {}) =>
  (JSON.parse(await exported(person, { format: 'json', ...query })) as { bookmarks: Written[] }).bookmarks;

const formats = ['html', 'json', 'csv'] as const;

async function library() {
  const person = await signUp();
  const { uuid } = (await call('collections.create', { body: { name: 'A & "B"' } }, person)).body;
  const body = {
    url: 'https://a.example/?x=1&y=2',
    title: '<b>=1+1</b>',
    description: 'What it is about',
    tags: 'one,two',
    collections: [uuid],
  };
  await call('bookmarks.create', { body }, person);
  await call('bookmarks.create', { body: { url: 'https://b.example/', title: 'Plain' } }, person);
  return person;
}

test('the HTML file has a folder for the collection, and text is escaped', async () => {
  const text = await exported(await library(), { format: 'html' });
  expect(text).toContain('A &amp; ');
  expect(text).toContain('HREF="https://a.example/?x=1&amp;y=2"');
  expect(text).toContain('&lt;b&gt;=1+1');
  expect(text).toContain('HREF="https://b.example/"');
});

test('the JSON file is well-formed, also for an empty library', async () => {
  expect(await parsed(await library())).toHaveLength(2);
  expect(await parsed(await signUp())).toEqual([]);
});

test('the CSV file contains visits, highlights and all dates', async () => {
  const person = await signUp();
  const { uuid } = (
    await call('bookmarks.create', { body: { url: 'https://a.example/', title: 'A' } }, person)
  ).body;
  await call('bookmarks.update', { params: { uuid }, body: { highlighted: true } }, person);
  tested.clock.advance(1_000);
  await call('bookmarks.visit', { params: { uuid } }, person);
  const { createdAt, updatedAt, lastAccessedAt } =
    (await call('bookmarks.list', {}, person)).body.content[0] ?? {};
  const [, line] = (await exported(person, { format: 'csv' })).split('\r\n');
  expect(line).toBe(
    `A,https://a.example/,,,Uncategorized,false,${createdAt},true,1,${updatedAt},${lastAccessedAt},false,,`,
  );
});

test('the CSV file has a line for each bookmark, and no formula for a spreadsheet', async () => {
  const person = await signUp();
  await importFile(person, file(link('javascript:alert(1)', '=HYPERLINK(&quot;x&quot;)'), link('@x', '+1')));
  const [head, first, second, ...rest] = (await exported(person, { format: 'csv' })).split('\r\n');
  expect(head).toBe(
    'title,url,description,tags,collections,favorite,created,highlighted,visits,updated,visited,later,read,notes',
  );
  expect(first).toMatch(/^"'=HYPERLINK\(""x""\)",javascript:alert\(1\),,,Uncategorized,false,2/);
  expect(second).toMatch(/^'\+1,https:\/\/@x,/);
  expect(rest).toEqual(['']);
});

describe('the file', () => {
  test.each([
    ['html', 'text/html; charset=utf-8'],
    ['json', 'application/json; charset=utf-8'],
    ['csv', 'text/csv; charset=utf-8; header=present'],
  ] as const)('of format %s says what it is, and is never shown as a page', async (format, type) => {
    const { headers } = await call('bookmarks.export', { query: { format } }, await signUp());
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(
        `^attachment; filename="markwell-Personal-[\\d-]{10}\\.${format}"; filename\\*=UTF-8''markwell-`,
      ),
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    );
  });

  test('contains the requested space, and is named after it', async () => {
    const person = await library();
    const body = { name: 'Ação "x"\r\n' };
    const { uuid } = (await call('spaces.create', { body: { ...body, name: body.name.trim() } }, person))
      .body;
    const other = { ...person, spaceId: uuid };
    await call('bookmarks.create', { body: { url: 'https://elsewhere.example/' } }, other);
    for (const format of formats) {
      expect(await exported(other, { format })).toContain('https://elsewhere.example/');
      expect(await exported(other, { format })).not.toContain('b.example');
      expect(await exported(person, { format })).not.toContain('elsewhere.example');
    }
    // A link of the page names its space, whatever that of the cookie is.
    expect(await exported(person, { format: 'json', space: uuid })).toBe(
      await exported(other, { format: 'json' }),
    );
    const { headers } = await call('bookmarks.export', { query: { space: uuid } }, person);
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="markwell-Acao-x-[\d-]+\.html"; filename\*=UTF-8''markwell-A%C3%A7%C3%A3o-x-[\d-]+\.html$/,
    );
  });

  test('of a space of another account is not found', async () => {
    const [person, stranger] = [await library(), await signUp()];
    for (const [query, as] of [
      [{}, { ...stranger, spaceId: person.spaceId }],
      [{ space: person.spaceId }, stranger],
    ] as const) {
      const { problem } = await call('bookmarks.export', { query }, as);
      expect(problem.code).toBe('SPACE_NOT_FOUND');
    }
  });
});

describe('the file omits', () => {
  test.each([
    [{ tags: false }, ['one,two'], ['What it is about']],
    [{ metadata: false }, ['What it is about', 'LAST_MODIFIED', 'updatedAt'], ['one,two']],
    [{ collections: false }, ['A &', 'Uncategorized'], ['one,two']],
  ])('what is not requested: %j', async (options, absent, present) => {
    const person = await library();
    for (const format of formats) {
      const text = await exported(person, { format, ...options });
      for (const one of absent) expect(text, format).not.toContain(one);
      for (const one of [...present, 'https://b.example/']) expect(text, format).toContain(one);
      expect(text.match(/b\.example/g), format).toHaveLength(1);
    }
  });

  test('the trash', async () => {
    const person = await library();
    const { body } = await call('bookmarks.create', { body: { url: 'https://gone.example/' } }, person);
    await call('bookmarks.delete', { params: { uuid: body.uuid } }, person);
    for (const format of formats) expect(await exported(person, { format })).not.toContain('gone.example');
  });

  test('an encrypted bookmark, unless its envelope is requested; the hint of its key always', async () => {
    const person = await library();
    const encrypted = { encrypted: true, cipher: sampleEnvelope(2), hint: 'my hint' };
    const { uuid } = (await call('bookmarks.create', { body: encrypted }, person)).body;
    const stored = new RegExp(`${encrypted.cipher}|${uuid}`);
    for (const format of formats) {
      expect(await exported(person, { format })).not.toMatch(new RegExp(`${stored.source}|hint`));
      expect(await exported(person, { format, encrypted: true })).not.toContain('my hint');
      if (format !== 'json') expect(await exported(person, { format, encrypted: true })).not.toMatch(stored);
    }
    const written = (await parsed(person, { encrypted: true })).find((one) => one.uuid === uuid);
    expect(written).toMatchObject({
      encrypted: true,
      cipher: sampleEnvelope(2),
      tags: '',
      description: null,
    });
    expect(written).not.toHaveProperty('url');
    expect(await parsed(person, { encrypted: true })).toHaveLength(3);
  });

  test('no bookmark without a collection', async () => {
    const person = await library();
    await tested.db.$client.query('delete from bookmark_collections where space_id = $1', [person.spaceId]);
    for (const format of formats) {
      const text = await exported(person, { format });
      expect(text).toContain('a.example');
      expect(text).toContain('b.example');
    }
  });
});

describe('an export of all spaces', () => {
  async function twoSpaces() {
    const person = await library();
    const { uuid: space } = (await call('spaces.create', { body: { name: 'Work & <play>' } }, person)).body;
    const other = { ...person, spaceId: space };
    const { uuid } = (await call('collections.create', { body: { name: 'Plans' } }, other)).body;
    const body = { url: 'https://work.example/', title: 'Report', collections: [uuid] };
    await call('bookmarks.create', { body }, other);
    await call('bookmarks.create', { body: { url: 'https://loose.example/', title: 'Loose' } }, other);
    return person;
  }

  test('has a folder for each space in HTML, around its collections', async () => {
    const text = await exported(await twoSpaces(), { format: 'html', space: 'all' });
    const names = [...text.matchAll(/<(?:H3|A)\b[^>]*>([^<]*)</g)].map(([, name]) => name);
    expect(names).toEqual([
      ...['Personal', 'Plain', 'A &amp; &quot;B&quot;', '&lt;b&gt;=1+1&lt;/b&gt;'],
      ...['Work &amp; &lt;play&gt;', 'Loose', 'Plans', 'Report'],
    ]);
  });

  test('names the space of each line in JSON and CSV, and other exports do not', async () => {
    const person = await twoSpaces();
    const json = await exported(person, { format: 'json', space: 'all' });
    const { spaces, collections, bookmarks } = JSON.parse(json) as Record<
      string,
      { name: string; space: string }[]
    >;
    expect(spaces).toEqual(['Personal', 'Work & <play>']);
    expect(collections?.map(({ name, space }) => [name, space]).sort()).toEqual([
      ['A & "B"', 'Personal'],
      ['Plans', 'Work & <play>'],
      ['Uncategorized', 'Personal'],
      ['Uncategorized', 'Work & <play>'],
    ]);
    expect(bookmarks?.map(({ space }) => space)).toEqual([
      ...['Personal', 'Personal'],
      ...['Work & <play>', 'Work & <play>'],
    ]);
    const lines = (await exported(person, { format: 'csv', space: 'all' })).trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',').at(-1))).toEqual([
      ...['space', 'Personal', 'Personal'],
      ...['Work & <play>', 'Work & <play>'],
    ]);
    expect(await exported(person, { format: 'json' })).not.toContain('"space');
    expect(await exported(person, { format: 'csv' })).not.toContain('Personal');
  });

  test('has a folder of notes for each space in Markdown', async () => {
    const answer = await call(
      'bookmarks.export',
      { query: { format: 'markdown', space: 'all', tags: false } },
      await twoSpaces(),
    );
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toMatch(/\.markdown\.zip"/);
    const notes = unzipSync(new Uint8Array(await answer.body.arrayBuffer()));
    expect(Object.keys(notes)).toEqual([
      'Personal/Plain.md',
      'Personal/b =1+1 b.md',
      'Work & play/Loose.md',
      'Work & play/Report.md',
    ]);
    const note = new TextDecoder().decode(notes['Personal/b =1+1 b.md']);
    expect(note).toContain('title: "<b>=1+1</b>"\nurl: "https://a.example/?x=1&y=2"\ndescription: ');
    expect(note).toContain('collections:\n  - "A & \\"B\\""\n');
    expect(note).not.toContain('tags');
  });

  test.each(['html', 'json'] as const)(
    'is imported into one space from %s, without a loss',
    async (format) => {
      const text = await exported(await twoSpaces(), { format, space: 'all' });
      const reader = await signUp();
      expect(await importFile(reader, text)).toMatchObject({ status: 'done', created: 4, invalid: 0 });
      const { content } = (await call('collections.list', {}, reader)).body;
      expect(content.map(({ name }) => name)).toEqual(expect.arrayContaining(['A & "B"', 'Plans']));
    },
  );
});
