import { describe, expect, it } from 'vitest';
import { csvHeader, readCsv } from '@/lib/formats/read-csv';

async function* chunksOf(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function rowsOf(text: string, size = 7) {
  const rows: [line: number, ...cells: string[]][] = [];
  const header = csvHeader(text);
  await readCsv(chunksOf(text, size), header ?? { delimiter: ',' }, (row) =>
    rows.push([row.line, ...row.cells]),
  );
  return rows;
}

describe('csvHeader', () => {
  it.each([
    ['title,url,time_added,tags,status\nx', ['title', 'url', 'time_added', 'tags', 'status'], ',', false],
    ['"Title";"URL; address";Tags\r\nx;y;z', ['title', 'url; address', 'tags'], ';', true],
    ['URL\tTitle\rx\ty', ['url', 'title'], '\t', true],
    ['url,title', ['url', 'title'], ',', true],
    ['url,title\nx\ny,z\na,b', ['url', 'title'], ',', true],
  ])('reads %j', (text, names, delimiter, hasRows) =>
    expect(csvHeader(text)).toEqual({ names, delimiter, hasRows }),
  );

  it.each([
    'https://a.example | A\nhttps://b.example | B',
    'https://a.example, https://b.example',
    'one word',
    '',
  ])('finds no names in %j', (text) => expect(csvHeader(text)).toBeNull());
});

describe('readCsv', () => {
  const table = [
    'url,title,note\r\n',
    'https://a.example,"A ""quoted"", title","two\r\nlines"\r\n',
    '\r\n',
    'https://b.example,5" disk\r\n',
    'https://c.example,C,note,more',
  ].join('');
  const rows = [
    [2, 'https://a.example', 'A "quoted", title', 'two\r\nlines'],
    [5, 'https://b.example', '5" disk'],
    [6, 'https://c.example', 'C', 'note', 'more'],
  ];

  it.each([1, 2, 3, 7, 50, 1_000])('reads the same rows in chunks of %i characters', async (size) =>
    expect(await rowsOf(table, size)).toEqual(rows),
  );

  it('reads lines that end with a carriage return', async () =>
    expect(await rowsOf('a,b\r1,2\r"3\r3",4')).toEqual([
      [2, '1', '2'],
      [3, '3\r3', '4'],
    ]));

  it('finds cells by the names of their columns', async () => {
    const found: string[][] = [];
    await readCsv(chunksOf('URL, Note ,url\n1,2,3\n4', 3), { delimiter: ',' }, (row) =>
      found.push([row.get('url'), row.get('comment', 'note'), row.get('title')]),
    );
    expect(found).toEqual([
      ['1', '2', ''],
      ['4', '', ''],
    ]);
  });

  it('refuses a file that ends within quotes', () =>
    expect(rowsOf('a,b\n1,"2')).rejects.toMatchObject({ fault: 'IMPORT_PARSE_ERROR' }));

  it('refuses too many columns, and a record without end', async () => {
    await expect(rowsOf(`${'a,'.repeat(1_000)}b\n1`, 512)).rejects.toMatchObject({
      fault: 'IMPORT_PARSE_ERROR',
    });
    await expect(rowsOf(`a,b\n"${'x'.repeat(5_000_000)}`, 65_536)).rejects.toMatchObject({
      fault: 'IMPORT_PARSE_ERROR',
    });
  });
});
