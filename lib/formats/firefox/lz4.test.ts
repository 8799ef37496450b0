import { expect, test } from 'vitest';
import { decompressMozLz4, mozLz4 } from '@/lib/formats/firefox/lz4';
import { FormatError } from '@/lib/formats/entry';

const sizeMax = 1_000_000;

/** A backup with a declared size and a block. */
const backup = (size: number, ...block: (number | string)[]): Uint8Array =>
  Uint8Array.from([
    ...mozLz4,
    ...[0, 8, 16, 24].map((shift) => (size >>> shift) & 255),
    ...block.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : [part])),
  ]);

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(file: Uint8Array, chunkSize = 64): Promise<string> {
  const chunks = await Array.fromAsync(decompressMozLz4(inChunks(file, chunkSize), sizeMax));
  return Buffer.concat(chunks).toString();
}

// 300,000 bytes of one letter, as one match: 19 and 255 for each further byte.
const longMatch = [...Array<number>(1_176).fill(255), 300_000 - 1 - 19 - 1_176 * 255];

test.each([
  ['literals', backup(5, 0x50, 'bread'), 'bread'],
  ['a match', backup(17, 0x56, 'bread', 5, 0, 0x20, '!!'), 'breadbreadbread!!'],
  ['a match that overlaps itself', backup(21, 0x1f, 'a', 1, 0, 0, 0x10, '!'), `${'a'.repeat(20)}!`],
  [
    'a match over all of the window',
    backup(300_001, 0x1f, 'a', 1, 0, ...longMatch, 0x10, '!'),
    `${'a'.repeat(300_000)}!`,
  ],
  ['long literals', backup(600, 0xf0, 255, 255, 75, 'a'.repeat(600)), 'a'.repeat(600)],
])('%s are decompressed, in chunks of any size', async (_, file, text) => {
  for (const size of [1, 7, 4_096]) expect((await read(file, size)) === text).toBe(true);
});

test.each([
  ['is shorter than its header', backup(5).subarray(0, 11)],
  ['has no block', backup(0)],
  ['declares 4 GB', backup(0xffff_ffff, 0x50, 'bread')],
  ['declares one byte more', backup(6, 0x50, 'bread')],
  ['declares one byte less', backup(4, 0x50, 'bread')],
  ['ends in its literals', backup(5, 0x50, 'brea')],
  ['ends in a length', backup(600, 0xf0, 255)],
  ['ends in an offset', backup(15, 0x56, 'bread', 5)],
  ['ends with a match', backup(15, 0x56, 'bread', 5, 0)],
  ['refers to bytes before its beginning', backup(17, 0x56, 'bread', 6, 0, 0x20, '!!')],
  ['refers to the byte that it writes', backup(17, 0x56, 'bread', 0, 0, 0x20, '!!')],
])('a file that %s is damaged', async (_, file) => {
  await expect(read(file)).rejects.toThrow(FormatError);
});
