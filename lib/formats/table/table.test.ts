import { expect, test } from 'vitest';
import type { ImportField, ImportTable } from '@/lib/contract/imports';
import { formats } from '@/lib/formats';
import { defaultChoices } from '@/lib/formats/choices';
import type { ImportEntry } from '@/lib/formats/entry';
import { readFile } from '@/lib/formats/read-file';
import { detectFormats } from '@/lib/formats/testing/read-file';

const now = new Date('2026-01-02T03:04:05Z');
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function read(text: string, columns: readonly (ImportField | null)[] | null = null) {
  const entries: ImportEntry[] = [];
  const tables: ImportTable[] = [];
  const result = await readFile(
    {
      name: '',
      bytes: (async function* () {
        yield bytesOf(text);
      })(),
      store: () => Promise.reject(new Error('not an archive')),
    },
    {
      ...{ accountId: null, columns, choices: defaultChoices, now, detectEncoding: () => null },
      onTable: (table) => tables.push(table),
      onEntry: (entry) => entries.push(entry),
      onFormat: () => undefined,
      onSlice: () => Promise.resolve(),
    },
  );
  return { ...result, entries, tables };
}

const lines = (...rows: readonly string[]): string => rows.join('\n');
const idsOf = (text: string): string[] => detectFormats(formats, bytesOf(text)).map(({ id }) => id);

test('a table that no product has written shows its columns and its first rows', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => `https://example.com/${at},${'x'.repeat(200)},`);
  const { tables, entries } = await read(lines('Where, What ,Date Added', ...rows));
  expect(entries).toHaveLength(30);
  expect(tables).toEqual([
    {
      columns: [
        { name: 'Where', field: 'url' },
        { name: 'What', field: null },
        { name: 'Date Added', field: 'addedAt' },
      ],
      rows: Array.from({ length: 5 }, (_, at) => [`https://example.com/${at}`, 'x'.repeat(100), '']),
    },
  ]);
});

test('the mapping of the user overrides the names of the columns', async () => {
  const text = lines('url,title,notes', 'https://mirror.example/,https://example.com/,About it');
  expect((await read(text)).entries).toMatchObject([
    { url: 'https://mirror.example/', title: 'https://example.com/', notes: 'About it' },
  ]);
  const { entries, tables, dropped } = await read(text, [null, 'url', 'title']);
  expect(entries).toMatchObject([{ url: 'https://example.com/', title: 'About it', notes: '' }]);
  expect(tables[0]?.columns.map(({ field }) => field)).toEqual([null, 'url', 'title']);
  expect(dropped).toEqual({ columns: 1 });
});

test('a column of addresses is the address, even if another one has its name', async () => {
  const { tables } = await read(lines('Link,Source', 'Home,https://example.com/'));
  expect(tables[0]?.columns.map(({ field }) => field)).toEqual([null, 'url']);
});

test.each([
  ['To read', { later: true }],
  ['Done', { readAt: new Date('2024-01-02') }],
  ['archived', { archived: true }],
  ['no', { later: false, readAt: null, archived: false }],
])('the state %j is understood in each column of states', async (state, expected) => {
  for (const column of ['status', 'read', 'archived']) {
    const text = lines(`url,date,${column}`, `https://example.com/,2024-01-02,${state}`);
    expect((await read(text)).entries, column).toMatchObject([expected]);
  }
});

test.each([
  ['passwords', lines('Title,URL,Username,Password', 'Bank,https://bank.example/,me,secret')],
  ['passwords in Spanish', lines('Título,URL,Contraseña', 'Banco,https://bank.example/,secreto')],
  ['passwords of a password manager', lines('name,login_uri,login_password', 'Bank,https://bank.example/,x')],
  ['no addresses', lines('Name,Age', 'Ana,30')],
  ['a text with a comma', lines('Dear Ana, look at this', 'and at this, please', 'https://example.com/')],
  [
    'more columns than a table of links',
    lines(['url', ...Array(100).keys()].join(',x'), `https://example.com/${','.repeat(100)}`),
  ],
])('a file with %s is not a table of links', async (_, text) => {
  expect(idsOf(text)).toEqual([]);
  await expect(read(text)).rejects.toMatchObject({ fault: 'IMPORT_INVALID_TYPE' });
});
