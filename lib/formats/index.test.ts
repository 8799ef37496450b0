import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { formats } from '@/lib/formats';
import type { Format } from '@/lib/formats/format';
import { FormatError } from '@/lib/formats/entry';
import { detectFormats, outline, readFile } from '@/lib/formats/testing/read-file';

const folder = import.meta.dirname;
const files = globSync('*/fixtures/*', { cwd: folder })
  .filter((file) => !file.startsWith('netscape/') && !file.endsWith('.expected.json'))
  .sort();
const bytesOf = (file: string): Uint8Array => readFileSync(path.join(folder, file));

function formatOf(file: string): Format {
  const [format] = detectFormats(formats, bytesOf(file));
  if (!format) throw new Error(`no format reads ${file}`);
  return format;
}

describe.each(files)('%s', (file) => {
  test('is read as expected', async () => {
    const expectedFile = path.join(folder, `${file}.expected.json`);
    const result: unknown = JSON.parse(
      JSON.stringify({ format: formatOf(file).id, ...(await outline(formatOf(file), bytesOf(file))) }),
    );
    expect(result).toEqual(JSON.parse(readFileSync(expectedFile, 'utf8')));
  });

  test('has one format', () => {
    expect(detectFormats(formats, bytesOf(file)).map(({ id }) => id)).toEqual([formatOf(file).id]);
  });

  test('is read identically in chunks of one, seven and 4,097 bytes', async () => {
    const format = formatOf(file);
    const whole = await outline(format, bytesOf(file));
    for (const size of [1, 7, 4_097]) expect(await outline(format, bytesOf(file), size)).toEqual(whole);
  });

  test('is read in part, or rejected as damaged, if it is cut off', async () => {
    const format = formatOf(file);
    const bytes = bytesOf(file);
    const step = 1 + Math.floor(bytes.length / 97);
    for (let length = 0; length < bytes.length; length += step) {
      const outcome = await readFile(format, bytes.subarray(0, length)).then(
        (read) => read.entries.length,
        (error: unknown) => error,
      );
      if (typeof outcome !== 'number') expect(outcome).toBeInstanceOf(FormatError);
    }
  });
});

describe('a hostile file of few bytes is damaged', () => {
  const hostile = (file: string): string => {
    const text = new TextDecoder().decode(bytesOf(file)).trimStart();
    if (text.startsWith('{')) return `{"x":${'['.repeat(1_000_000)}`;
    if (text.startsWith('[')) return '['.repeat(1_000_000);
    const [firstLine = ''] = text.split('\n');
    if (!text.startsWith('<')) return firstLine.trim() + ',x'.repeat(1_000_000);
    return `${/<(?!\?|!)[^>]*>/.exec(text)?.[0] ?? ''}${'<x>'.repeat(1_000_000)}`;
  };

  test.each(files.filter((file) => !/\.(?:html|jsonlz4|txt|md)$/.test(file)))('%s', async (file) => {
    const bytes = new TextEncoder().encode(hostile(file));
    await expect(readFile(formatOf(file), bytes)).rejects.toThrow(FormatError);
  });
});
