import { describe, expect, test } from 'vitest';
import { importLimits, ImportLimitError, type ImportEntry } from '@/lib/formats/entry';
import { JsonReader } from '@/provider/modules/imports/read-json';
import { Problem } from '@/provider/problem';

const chunkBytes = 32 * 1024;

/** Writes a file in chunks, as it is uploaded. */
function write(text: string) {
  const entries: ImportEntry[] = [];
  const reader = new JsonReader('account', (entry) => entries.push(entry));
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) reader.write(bytes.subarray(at, at + chunkBytes));
  return { entries, reader };
}

function read(text: string) {
  const { entries, reader } = write(text);
  return { entries, ...reader.end() };
}

const file = (bookmarks: string, collections = ''): string =>
  `{"version":1,"collections":[${collections}],"bookmarks":[${bookmarks}]}`;
const bookmark = '{"title":"Ferns","url":"https://ferns.example/","tags":"plants"}';
const fields = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',');

describe('a JSON file', () => {
  test('may begin with a byte order mark', () => {
    expect(read(`\ufeff${file(bookmark)}`).entries).toMatchObject([{ url: 'https://ferns.example/' }]);
  });

  test('may contain any number of bookmarks, whose unknown fields are dropped', () => {
    const many = Array.from({ length: 3_000 }, () => `{"url":"https://ferns.example/",${fields(50)}}`);
    expect(read(file(many.join())).entries).toHaveLength(3_000);
  });

  test.each([
    ['nested arrays', file('['.repeat(1_000_000))],
    ['nested objects', file('{"a":'.repeat(1_000_000))],
    ['nested arrays beside the bookmarks', `{"version":1,"other":${'['.repeat(1_000_000)}`],
    ['a bookmark with 550,000 fields', file(`{"url":"https://ferns.example/","extra":{${fields(550_000)}}}`)],
    ['a bookmark with 500,000 values', file(`{"collections":[${'"",'.repeat(500_000)}""]}`)],
    ['a repeated field', file('{"url":"https://ferns.example/","title":"Ferns","title":"Mosses"}')],
  ])('with %s is rejected while it is read', (_, text) => {
    expect(() => write(text)).toThrow(new Problem('IMPORT_PARSE_ERROR'));
  });

  test.each([
    ['too many collections', '{"uuid":"1","name":"a"},'.repeat(importLimits.folders + 1)],
    ['default collections', '{"uuid":"1","name":"a","isDefault":true},'.repeat(importLimits.folders + 1)],
    ['long collections', `{"uuid":"1","name":"a","description":"${'喫'.repeat(5_000)}"},`.repeat(5_000)],
    ['long paths', `{"uuid":"1","name":"a","path":[${`"${'a'.repeat(900)}",`.repeat(200)}"b"]},`.repeat(50)],
  ])('with %s is too large', (_, collections) => {
    // Without bookmarks, which are preceded by the creation of folders.
    const text = `{"version":1,"collections":[${collections}{"uuid":"2","name":"b"}]`;
    expect(() => write(text)).toThrow(ImportLimitError);
  });

  test('may contain a collection with texts beyond their limits, which are truncated', () => {
    const { folders } = read(
      file(bookmark, `{"uuid":"1","name":"${'a'.repeat(5_000)}","description":"${'b'.repeat(5_000)}"}`),
    );
    expect(folders.map(({ name, description }) => [name.length, description.length])).toEqual([
      [1_000, 2_000],
    ]);
  });
});
