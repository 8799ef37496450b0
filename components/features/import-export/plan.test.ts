import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { FileRefused, planFile } from '@/components/features/import-export/encrypting-run';
import { firstChoices } from '@/components/features/import-export/import-step';
import type { Plan } from '@/components/features/import-export/plan';
import type { Bookmark } from '@/lib/contract/bookmarks';

const head = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n';
const link = (url: string, title: string, attributes = '') =>
  `<DT><A HREF="${url}" ${attributes}>${title}</A>\n`;

/** A bookmark of the library, decrypted. */
const unlocked = (more: Partial<Bookmark>): Bookmark =>
  ({
    uuid: '0193a5c0-1111-7abc-8def-0123456789ab',
    ...{ title: 'Known', description: '', tags: '', favorite: false, highlighted: false, visits: 0 },
    ...{ createdAt: '2020-01-01T00:00:00.000Z', lastAccessedAt: null, deletedAt: null },
    ...more,
  }) as Bookmark;

async function planOf(
  content: BlobPart,
  signal = new AbortController().signal,
  onRead: (count: number) => void = () => undefined,
): Promise<Plan> {
  const file = new File([content], 'bookmarks.html');
  return (await planFile(file, { choices: firstChoices, signal, onRead })).plan;
}

const refusalOf = async (content: BlobPart): Promise<string> => {
  const failure = await planOf(content).then(
    () => null,
    (reason: unknown) => reason,
  );
  return failure instanceof FileRefused ? failure.refusal : 'none';
};

describe('the plan of a file', () => {
  test('all of its text is encrypted, its date and its star are not', async () => {
    const attributes = 'ADD_DATE="1500000000" TAGS="one,two words" FAVORITE="1"';
    const plan = await planOf(
      `${head}${link('https://a.example/x', 'A page', attributes)}<DD>About it\n</DL>`,
    );
    expect(plan.bookmarks).toEqual([
      expect.objectContaining({
        secret: {
          title: 'A page',
          url: 'https://a.example/x',
          description: 'About it',
          notes: '',
          tags: 'one,two words',
        },
        entry: expect.objectContaining({
          addedAt: new Date('2017-07-14T02:40:00.000Z'),
          favorite: true,
        }) as object,
      }),
    ]);
  });

  test('repeats and entries without an address are left out and reported; unusual ones are imported', async () => {
    const plan = await planOf(
      head +
        link('https://a.example/', 'First') +
        link('http://www.a.example', 'First again') +
        link('', 'Nowhere') +
        link('javascript:void(0)', 'A bookmarklet'),
    );
    expect(plan.report).toMatchObject({ read: 4, created: 2, duplicates: 1, repeated: 1, invalid: 1 });
    expect(plan.report.rows.map(({ title, reasons }) => [title, reasons])).toEqual([
      ['First again', ['duplicate_in_file']],
      ['Nowhere', ['missing_url']],
      ['A bookmarklet', ['inert_link']],
    ]);
  });

  test('repeats are merged as by the service, and an invisible title counts as empty', async () => {
    const plan = await planOf(
      head +
        link('http://www.a.example/?utm_source=x', '\u200b', 'ADD_DATE="1600000000" TAGS="one"') +
        link('https://www.a.example/', 'Named', 'ADD_DATE="1500000000" TAGS="two" FAVORITE="1"') +
        '<DD>About it\n' +
        link('https://b.example/', '\u2060\u00ad'),
    );
    expect(plan.report).toMatchObject({ read: 3, created: 2, duplicates: 1 });
    expect(plan.bookmarks).toMatchObject([
      {
        secret: {
          title: 'Named',
          url: 'https://www.a.example/',
          description: 'About it',
          tags: 'one,two',
        },
        entry: { addedAt: new Date('2017-07-14T02:40:00.000Z'), favorite: true },
      },
      { secret: { title: '' } },
    ]);
  });

  test('unlocked bookmarks are not imported again, but reported', async () => {
    const plan = await planOf(head + link('https://a.example/', 'A') + link('https://b.example/', 'B'));
    const rest = plan.mergedInto(new Map([['//a.example', unlocked({ url: 'https://a.example/' })]]));
    expect(rest.merged).toEqual([]);
    expect(rest.bookmarks.map(({ secret }) => secret.title)).toEqual(['B']);
    expect(rest.report).toMatchObject({ read: 2, created: 1, duplicates: 1, repeated: 0 });
    expect(rest.report.rows).toEqual([
      { line: 5, title: 'A', url: 'https://a.example/', reasons: ['duplicate_in_library'] },
    ]);
  });

  test('an unlocked bookmark takes additional data of the file, and only that is counted', async () => {
    const url = 'https://a.example/';
    const attributes =
      'ADD_DATE="1500000000" LAST_VISIT="1600000000" TAGS="one,two" FAVORITE="1" HIGHLIGHTED="1" VISITATION_COUNT="9"';
    const plan = await planOf(`${head}${link(url, 'Other', attributes)}<DD>A longer description\n`);
    const known = (more: Partial<Bookmark>) => new Map([['//a.example', unlocked({ url, ...more })]]);
    const poorer = plan.mergedInto(known({ tags: 'one', description: 'Short', visits: 3 }));
    expect(poorer.merged).toMatchObject([
      {
        secret: { title: 'Known', url, description: 'A longer description', tags: 'one,two' },
        fields: {
          favorite: true,
          highlighted: true,
          visits: 9,
          createdAt: '2017-07-14T02:40:00.000Z',
          lastAccessedAt: '2020-09-13T12:26:40.000Z',
        },
      },
    ]);
    expect(poorer.report).toMatchObject({
      created: 0,
      merged: { bookmarks: 1, tags: 1, descriptions: 1, favorites: 1, dates: 1, visits: 1 },
    });
    const richer = plan.mergedInto(
      known({
        ...{
          tags: 'two,one,three',
          description: 'An even longer description',
          favorite: true,
          highlighted: true,
        },
        ...{ visits: 10, createdAt: '2010-01-01T00:00:00.000Z', lastAccessedAt: '2026-01-01T00:00:00.000Z' },
      }),
    );
    expect(richer.merged).toEqual([]);
    const marked = plan.mergedInto(
      known({ tags: 'one,two', description: 'A longer description', visits: 9 }),
    );
    expect(marked.merged).toMatchObject([{ secret: null, fields: { favorite: true } }]);
    expect(marked.report.merged).toMatchObject({ bookmarks: 1, tags: 0, descriptions: 0, visits: 0 });
  });

  test('an entry with two warnings is listed once, even if it exists already', async () => {
    const plan = await planOf(head + link('javascript:void(0)', 'A', 'ADD_DATE="words"'));
    expect(plan.report.rows.map(({ reasons }) => reasons)).toEqual([['inert_link', 'invalid_date']]);
    const rest = plan.mergedInto(new Map([[':javascript:void(0)', unlocked({ url: 'javascript:void(0)' })]]));
    expect(rest.report.rows.map(({ reasons }) => reasons)).toEqual([
      ['inert_link', 'invalid_date', 'duplicate_in_library'],
    ]);
  });

  test('entries too long for an envelope are left out and reported', async () => {
    const long = `https://a.example/${'ü'.repeat(60_000)}`;
    const plan = await planOf(
      `${head}${link(long, 'Long')}<DD>${'語'.repeat(65_000)}\n${link('https://b.example/', 'B')}`,
    );
    expect(plan.report).toMatchObject({ created: 1, invalid: 1 });
    expect(plan.report.rows).toMatchObject([{ title: 'Long', reasons: ['too_long'] }]);
    const notes = '\u0001'.repeat(64_000);
    const noted = await planOf(`url,title,notes\nhttps://a.example/,Noted,"${notes}"\n`);
    expect(noted.report.rows).toMatchObject([{ title: 'Noted', reasons: ['too_long'] }]);
  });

  test('a large file is read in the same way, with progress', async () => {
    const links = Array.from({ length: 5_000 }, (_, n) =>
      link(`https://a.example/${n}`, `Page ${n} with ünïcode`),
    );
    const seen: number[] = [];
    const plan = await planOf([head, ...links].join(''), undefined, (count) => seen.push(count));
    expect(plan.report.created).toBe(5_000);
    expect(plan.bookmarks.at(-1)?.secret.title).toBe('Page 4999 with ünïcode');
    expect(seen.length).toBeGreaterThan(3);
    expect(new Set(plan.bookmarks.map(({ uuid }) => uuid)).size).toBe(5_000);
  });
});

describe('a file of another product', () => {
  test('is read by its own format: tags, dates, notes with highlights and reading state', async () => {
    const plan = await planOf(
      [
        'URL,Title,Selection,Folder,Timestamp,Tags',
        'https://a.example/,Rye bread,A good line,Archive,1500000000,"[""food"",""bread""]"',
        'https://b.example/,Garden,,Unread,1500000000,[]',
      ].join('\n'),
    );
    const date = new Date('2017-07-14T02:40:00.000Z');
    expect(plan.bookmarks).toMatchObject([
      {
        secret: { title: 'Rye bread', tags: 'food,bread', notes: '> A good line' },
        entry: { later: false, readAt: date, addedAt: date },
      },
      { secret: { title: 'Garden', notes: '' }, entry: { later: true, readAt: null } },
    ]);
  });

  test('can be an archive, whose files are one import', async () => {
    const part = (name: string) => new TextEncoder().encode(head + link(`https://${name}.example/`, name));
    const files = { 'part-1.html': part('a'), 'part-2.html': part('b'), 'read.me': new Uint8Array(10) };
    const plan = await planOf(zipSync(files));
    expect(plan.bookmarks.map(({ secret }) => secret.title)).toEqual(['a', 'b']);
  });

  test('has a bookmark once, however many folders it is in', async () => {
    const list = (id: number, name: string) => ({ id, name, parentId: null });
    const bookmark = {
      ...{ title: 'A', createdAt: 1_500_000_000, tags: [], note: '', archived: false },
      ...{ content: { type: 'link', url: 'https://a.example/' }, lists: ['1', '2'] },
    };
    const lists = [list(1, 'One'), list(2, 'Two')].map((one) => ({ ...one, id: String(one.id) }));
    const plan = await planOf(JSON.stringify({ bookmarks: [bookmark], lists }));
    expect(plan.report).toMatchObject({ read: 1, created: 1, repeated: 0, rows: [] });
  });
});

describe('a file that cannot be imported', () => {
  test.each([
    ['another page', '<!doctype html><p>Hello <a href="https://a.example">A</a></p>', 'IMPORT_INVALID_FILE'],
    ['a bookmark file without bookmarks', `${head}</DL>`, 'IMPORT_INVALID_FILE'],
    ['plain text', 'hello', 'IMPORT_INVALID_TYPE'],
    ['JSON of something else', '{"dependencies":{}}', 'IMPORT_INVALID_FILE'],
    ['a damaged archive', 'PK\u0003\u0004 and no end', 'IMPORT_PARSE_ERROR'],
    ['noise', '\u0001\u0002\u0003\u0004 '.repeat(200), 'IMPORT_PARSE_ERROR'],
  ])('%s', async (_name, content, refusal) => expect(await refusalOf(content)).toBe(refusal));

  test('aborted reading stops', async () => {
    const ending = new AbortController();
    ending.abort();
    await expect(planOf(head + link('https://a.example/', 'A'), ending.signal)).rejects.toThrow(/abort/i);
  });
});
