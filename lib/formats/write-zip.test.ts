import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { ZipWriter } from '@/lib/formats/write-zip';

const modifiedAt = new Date('2026-11-27T08:30:15Z');

function archive(files: Iterable<{ name: string; text: string }>): Uint8Array {
  const writer = new ZipWriter();
  const chunks = [...files].map((file) => writer.add({ ...file, modifiedAt }));
  return Buffer.concat([...chunks, writer.end()]);
}

function* many(count: number) {
  for (let at = 0; at < count; at += 1) yield { name: `${at}.md`, text: '' };
}

const decode = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

test('an archive contains its files with their folders, names and texts in UTF-8', () => {
  const files = { 'Ação/日本.md': 'Olá\n', 'plain.md': '', 'long.md': 'x'.repeat(100_000) };
  const read = unzipSync(archive(Object.entries(files).map(([name, text]) => ({ name, text }))));
  expect(Object.entries(read).map(([name, bytes]) => [name, decode(bytes)])).toEqual(Object.entries(files));
});

// Readers that check them reject other values. The CRC-32 of "123456789" is the check value of the algorithm.
test('a file has its checksum, its size and its time in the header', () => {
  const header = new DataView(Uint8Array.from(archive([{ name: 'a', text: '123456789' }])).buffer);
  expect(header.getUint32(14, true)).toBe(0xcbf43926);
  expect([header.getUint32(18, true), header.getUint32(22, true)]).toEqual([9, 9]);
  const [time, day] = [header.getUint16(10, true), header.getUint16(12, true)];
  expect([day >> 9, (day >> 5) & 15, day & 31]).toEqual([2026 - 1980, 11, 27]);
  expect([time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual([8, 30, 14]);
});

test('more files than a plain archive can count are in the directory of Zip64', () => {
  const bytes = archive(many(70_000));
  const end = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 22, 22);
  expect([end.getUint32(0, true), end.getUint16(10, true)]).toEqual([0x06054b50, 0xffff]);
  expect(Object.keys(unzipSync(bytes))).toHaveLength(70_000);
});

test('an empty archive is valid', () => {
  expect(unzipSync(archive([]))).toEqual({});
});
