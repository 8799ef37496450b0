import { describe, expect, test } from 'vitest';
import { ImportLimitError, importLimits, type ImportEntry } from '@/lib/formats/entry';
import { ImportSink } from '@/lib/formats/import-sink';
import { markwellJson } from '@/lib/formats/markwell-json/markwell-json';
import { createSample } from '@/lib/formats/sample';

const chunkBytes = 32 * 1024;

/** Reads a file in chunks, as it is uploaded. */
async function read(text: string) {
  const entries: ImportEntry[] = [];
  const sink = new ImportSink((entry) => entries.push(entry));
  const bytes = new TextEncoder().encode(text);
  const source = {
    bytes: chunksOf(bytes),
    text: chunksOf(bytes) as AsyncGenerator<never>,
    sample: createSample(bytes.subarray(0, 65_536), { isWhole: bytes.length <= 65_536 }),
  };
  await markwellJson.read(source, sink, {
    accountId: 'account',
    columns: null,
    keepsSpaces: false,
    onTable: () => undefined,
    companions: new Map(),
  });
  return { ...sink.summary(), entries };
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

const file = (bookmarks: string, collections = ''): string =>
  `{"version":1,"collections":[${collections}],"bookmarks":[${bookmarks}]}`;
const bookmark = '{"title":"Ferns","url":"https://ferns.example/","tags":"plants"}';
const fields = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',');

describe('a JSON file', () => {
  test('may begin with a byte order mark', async () => {
    expect((await read(`\ufeff${file(bookmark)}`)).entries).toMatchObject([
      { url: 'https://ferns.example/' },
    ]);
  });

  test('may contain any number of bookmarks, whose unknown fields are dropped', async () => {
    const many = Array.from({ length: 3_000 }, () => `{"url":"https://ferns.example/",${fields(50)}}`);
    expect((await read(file(many.join()))).entries).toHaveLength(3_000);
  });

  test.each([
    ['nested arrays', file('['.repeat(1_000_000))],
    ['nested objects', file('{"a":'.repeat(1_000_000))],
    ['nested arrays beside the bookmarks', `{"version":1,"other":${'['.repeat(1_000_000)}`],
    ['a bookmark with 550,000 fields', file(`{"url":"https://ferns.example/","extra":{${fields(550_000)}}}`)],
    ['a bookmark with 500,000 values', file(`{"collections":[${'"",'.repeat(500_000)}""]}`)],
    ['a repeated field', file('{"url":"https://ferns.example/","title":"Ferns","title":"Mosses"}')],
  ])('with %s is rejected while it is read', (_, text) =>
    expect(read(text)).rejects.toMatchObject({ fault: 'IMPORT_PARSE_ERROR' }),
  );

  test.each([
    ['too many collections', '{"uuid":"1","name":"a"},'.repeat(importLimits.folders + 1)],
    ['default collections', '{"uuid":"1","name":"a","isDefault":true},'.repeat(importLimits.folders + 1)],
    ['long collections', `{"uuid":"1","name":"a","description":"${'喫'.repeat(5_000)}"},`.repeat(5_000)],
    ['long paths', `{"uuid":"1","name":"a","path":[${`"${'a'.repeat(900)}",`.repeat(200)}"b"]},`.repeat(50)],
  ])('with %s is too large', async (_, collections) => {
    // Without bookmarks, which are preceded by the creation of folders.
    const text = `{"version":1,"collections":[${collections}{"uuid":"2","name":"b"}]`;
    await expect(read(text)).rejects.toThrow(ImportLimitError);
  });

  test('may contain a collection with texts beyond their limits, which are truncated', async () => {
    const { folders } = await read(
      file(bookmark, `{"uuid":"1","name":"${'a'.repeat(5_000)}","description":"${'b'.repeat(5_000)}"}`),
    );
    expect(folders.map(({ name, description }) => [name.length, description.length])).toEqual([
      [1_000, 2_000],
    ]);
  });
});
