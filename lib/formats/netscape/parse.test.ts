import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderPath, ImportLimitError, importLimits, type ImportEntry } from '@/lib/formats/entry';
import { createNetscapeParser } from '@/lib/formats/netscape/parse';
import { outline } from '@/lib/formats/netscape/testing/read-file';

const folder = path.join(import.meta.dirname, 'fixtures');
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.html'));
const bytes = (name: string) => readFileSync(path.join(folder, name));
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function read(...pieces: string[]) {
  const entries: ImportEntry[] = [];
  const parser = createNetscapeParser({ onEntry: (entry) => entries.push(entry) });
  for (const piece of pieces) parser.write(piece);
  return { entries, ...parser.end() };
}

const doctype = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n';

describe('the file', () => {
  it.each(fixtures)('%s is parsed as expected', (name) => {
    const expected: unknown = JSON.parse(
      readFileSync(path.join(folder, name.replace('.html', '.json')), 'utf8'),
    );
    expect(plain(outline(bytes(name)))).toEqual(expected);
  });

  it.each(fixtures)('%s is parsed identically in chunks of one, seven and 4,097 bytes', (name) => {
    const whole = outline(bytes(name));
    for (const size of [1, 7, 4_097]) expect(outline(bytes(name), size)).toEqual(whole);
  });
});

describe('files of other programs', () => {
  it('read a description and visits from attributes, and each text once', () => {
    const link =
      '<DT><A HREF="https://a.example" description=" About &amp; more " VISITATION_COUNT="12">A</A>';
    const { entries } = read(
      doctype,
      link,
      '<DT><A HREF="https://b.example" description="Same">B</A><DD>Same',
    );
    expect(entries.map(({ description, visits, problems }) => [description, visits, problems])).toEqual([
      ['About & more', 12, []],
      ['Same', 0, []],
    ]);
  });

  it('join an attribute and the text below, and note visits that are not a number', () => {
    const { entries } = read(
      doctype,
      '<DT><A HREF="https://a.example" description="One" VISITATION_COUNT="often">A</A><DD>Two',
    );
    expect(entries[0]).toMatchObject({ description: 'One\nTwo', problems: ['invalid_visits'] });
  });

  it.each([1, 7, 4_097])('have the line of an unclosed comment noted, in chunks of %i', (size) => {
    const text = `${doctype}<!-- closed -->\n<DT><A HREF="https://a.example">A</A>\n<!-- open\n<DT><A HREF="https://b.example">B</A>\n`;
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const { entries, entryCount } = read(...pieces);
    expect(entries.map(({ line, url, problems }) => [line, url, problems])).toEqual([
      [3, 'https://a.example', []],
      [4, '', ['unclosed_comment']],
    ]);
    expect(entryCount).toBe(2);
    const closed = read(text.replace('open', 'closed -->').concat('<!odd></ p>'));
    expect(closed.entries.map(({ url }) => url)).toEqual(['https://a.example', 'https://b.example']);
  });
});

it('have an unclosed comment noted before the first entry, in a folder and at the top level', () => {
  const rest = '<!-- open\n<DT><A HREF="https://b.example">B</A>\n</DL>';
  const inFolder = read(`${doctype}<DL><p>\n<DT><H3>Folder</H3>\n<DL><p>\n${rest}`);
  expect(inFolder.entries.map(({ line, problems, folder }) => [line, problems, folderPath(folder)])).toEqual([
    [5, ['unclosed_comment'], ['Folder']],
  ]);
  const atTop = read(`${doctype}${rest}`);
  expect(atTop.entries.map(({ line, problems }) => [line, problems])).toEqual([[2, ['unclosed_comment']]]);
  expect(atTop.isBookmarkFile).toBe(true);
  const afterTag = read(`${doctype}<DL><p>\n<DT><H3>Folder</H3><!-- open\n`);
  expect(afterTag.entries.map(({ line }) => line)).toEqual([3]);
  const page = read('<!doctype html><p><a href="https://a.example">A</a><!-- open');
  expect(page.isBookmarkFile).toBe(false);
});

describe('depth and size', () => {
  it('keeps 300 nested folders', () => {
    const text =
      doctype +
      Array.from({ length: 300 }, (_, index) => `<DL><DT><H3>f${String(index)}</H3>`).join('') +
      '<DL><DT><A HREF="https://example.com">deep</A>';
    const { entries, folders } = read(text);
    expect(folders).toHaveLength(300);
    expect(folderPath(entries[0]?.folder ?? null)).toHaveLength(300);
  });

  it('parses 100,000 nested folders without a stack, and merges the deepest', () => {
    const { entries, folders } = read(
      doctype + '<DT><H3>f</H3><DL>'.repeat(100_000) + '<DT><A HREF="https://example.com">deep</A>',
    );
    expect(folders).toHaveLength(importLimits.depth);
    expect(folderPath(entries[0]?.folder ?? null)).toHaveLength(importLimits.depth);
  });

  it('returns to the top level after a million lists', () => {
    const text = doctype + '<DL>'.repeat(1_000_000) + '</DL>'.repeat(1_000_000);
    const { entries } = read(text + '<DT><H3>f</H3><DL><DT><A HREF="https://example.com">in</A></DL>');
    expect(folderPath(entries[0]?.folder ?? null)).toEqual(['f']);
  });

  it('keeps 1,900 folders separate', () => {
    const text = Array.from(
      { length: 1_900 },
      (_, index) =>
        `<DT><H3>Label ${String(index)}</H3><DL><DT><A HREF="https://example.com/${String(index)}">x</A></DL>`,
    );
    const { entries, folders } = read(doctype, ...text);
    expect(folders).toHaveLength(1_900);
    expect(entries.map((entry) => entry.folder?.id)).toEqual(folders.map(({ id }) => id));
  });

  it('omits a URL that is too long instead of truncating it, and continues', () => {
    const { entries } = read(
      `${doctype}<DT><A HREF="https://example.com/${'x'.repeat(500_000)}" ADD_DATE="1700000000">long</A>`,
      '<DT><A HREF="https://example.com/next">next</A>',
    );
    expect(entries[0]).toMatchObject({ url: '', title: 'long', problems: ['url_too_long'] });
    expect(entries[1]?.url).toBe('https://example.com/next');
  });

  it('omits a URL that is too long once it is encoded', () => {
    const [entry] = read(
      `${doctype}<DT><A HREF="https:a.example/${'é'.repeat(60_000)}" ADD_DATE="1700000000">long</A>`,
    ).entries;
    expect(entry).toMatchObject({ url: '', title: 'long', problems: ['url_too_long'] });
  });

  it('truncates titles and descriptions at their limits, never inside a character', () => {
    const { entries } = read(
      `${doctype}<DT><A HREF="https://example.com">${'😀'.repeat(3_000)}</A><DD>${'é&amp;'.repeat(50_000)}`,
    );
    expect(entries[0]?.title).toBe('😀'.repeat(2_000));
    expect(entries[0]?.description).toBe('é&'.repeat(32_768));
    expect(entries[0]?.problems).toEqual(['cut']);
  });

  it('keeps the first hundred of a thousand tags', () => {
    const tags = Array.from({ length: 1_000 }, (_, index) => `t${String(index)}`);
    const { entries } = read(`${doctype}<DT><A HREF="https://example.com" TAGS="${tags.join(',')}">x</A>`);
    expect(entries[0]?.tags).toEqual(tags.slice(0, 100));
    expect(entries[0]?.problems).toEqual(['cut']);
  });

  it('rejects a file with too many folders', () => {
    const text = Array.from(
      { length: importLimits.folders + 1 },
      (_, index) => `<H3>${String(index)}</H3>`,
    ).join('');
    expect(() => read(doctype, text)).toThrow(ImportLimitError);
  });

  it.each([
    ['names', (index: number) => `<DT><H3>${index}${'喫'.repeat(800)}</H3>`],
    ['descriptions', (index: number) => `<DT><H3>${index}</H3><DD>${'喫'.repeat(1_900)}`],
    ['attributes', (index: number) => `<DT><H3 ID="${'x'.repeat(900)}">${index}</H3>`],
    [
      'attributes of one name',
      (index: number) => `<DT><H3 ID="${'x'.repeat(900)}">${index}</H3><H3 X>${index}</H3>`,
    ],
  ])('rejects a file whose folders have too long %s', (_, item) => {
    const text = Array.from({ length: 20_000 }, (__, index) => item(index)).join('\n');
    expect(() => read(`${doctype}<DL>`, text)).toThrow(ImportLimitError);
  });

  it('rejects a file with many folders in deep ones', () => {
    const leaves = Array.from({ length: 5_000 }, (_, index) => `<DT><H3>${index}</H3><DL></DL>`).join('');
    expect(() => read(doctype, '<DT><H3>a</H3><DL>'.repeat(500), leaves)).toThrow(ImportLimitError);
  });

  it('accepts as many folders with ordinary names as are allowed', () => {
    const text = Array.from(
      { length: importLimits.folders / 10 },
      (_, index) =>
        `<DT><H3>Folder ${index}</H3><DL>${Array.from({ length: 9 }, (__, inner) => `<DT><H3>Notes about ${inner}</H3>`).join('')}</DL>`,
    ).join('');
    expect(read(doctype, text).folders).toHaveLength(importLimits.folders);
  });
});

describe('detection of bookmark files', () => {
  it('recognizes a bookmark file without bookmarks', () => {
    expect(read(`${doctype}<DL><DT><H3>Empty</H3><DL></DL></DL>`)).toMatchObject({
      isBookmarkFile: true,
      entries: [],
      folders: [{ name: 'Empty' }],
    });
  });

  it.each([
    ['', false],
    ['just words, and 5 > 4', false],
    ['a,b,c\n1,2,3\n', false],
    ['<p>markup</p>', true],
  ])('distinguishes markup from other text: %j', (text, isMarkup) => {
    expect(read(text)).toMatchObject({ isMarkup, isBookmarkFile: false });
  });
});

describe('hostile text', () => {
  it.each([
    ['lists', '<DL>'],
    ['headings', '<H3>'],
    ['descriptions', '<DD>x'],
    ['links in a description', '<DT><A HREF="u">t</A><DD><a href="v">'],
    ['links in one description', '<a href="v">w</a>'],
    ['open tags', '<A '],
    ['open attributes', '<A HREF="'],
    ['attributes', ' HREF=x'],
    ['comments', '<!--'],
    ['ampersands', '&#00000000'],
    ['ends', '</DL>'],
    ['brackets', '<'],
  ])('%s without end take linear time', (_, unit) => {
    const start = `${doctype}<DT><A HREF="u">t</A><DD>`;
    const text = start + unit.repeat(1_000_000 / unit.length);
    const before = process.threadCpuUsage();
    read(...(text.match(/[^]{1,65536}/g) ?? []));
    expect(process.threadCpuUsage(before).user).toBeLessThan(10_000_000);
  });

  it('never throws, and never yields text that a database cannot store', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<DL>',
        '</DL>',
        '<DT>',
        '<DD>',
        '<A HREF="',
        '">',
        '</A>',
        '<H3>',
        '</H3>',
        '<p>',
        '&',
        '<!--',
        '<UL>',
        '\0',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const inPieces = read(...pieces);
        expect(inPieces).toEqual(read(pieces.join('')));
        for (const { url, title, description } of inPieces.entries) {
          expect((url + title + description).isWellFormed()).toBe(true);
          expect(url + title + description).not.toContain('\0');
        }
      }),
      { numRuns: 500 },
    );
  });
});
