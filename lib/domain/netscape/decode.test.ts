import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFileDecoder, decodeStream } from '@/lib/domain/netscape/decode';

const encoder = new TextEncoder();

function decode(bytes: Uint8Array, sizes: readonly number[]): string {
  const decoder = createFileDecoder();
  let text = '';
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    text += decoder.write(bytes.subarray(at, at + size));
    at += size;
  }
  return text + decoder.end();
}

const sizes = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 5 });

describe('createFileDecoder', () => {
  it('reads UTF-8 in pieces of any size', () => {
    const prose = fc
      .string({ unit: 'grapheme', maxLength: 3_000 })
      .map((text) => `<p>${text.toWellFormed()}`);
    fc.assert(
      fc.property(prose, sizes, (text, steps) => {
        expect(decode(encoder.encode(text), steps)).toBe(text);
      }),
    );
  });

  it('reads any bytes, and the same however they are parted', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 6_000 }), sizes, (tail, steps) => {
        const bytes = new Uint8Array([...encoder.encode('<p>'), ...tail]);
        const text = decode(bytes, [bytes.length]);
        expect(decode(bytes, steps)).toBe(text);
        expect(text).not.toContain('\uFFFD'.repeat(2));
      }),
    );
  });

  it.each([
    ['utf-16le', [0xff, 0xfe], (unit: number) => [unit & 255, unit >> 8]],
    ['utf-16be', [0xfe, 0xff], (unit: number) => [unit >> 8, unit & 255]],
    ['utf-16le without a mark', [], (unit: number) => [unit & 255, unit >> 8]],
  ])('reads %s', (_, mark, split) => {
    const text = '<DL>日本語 😀';
    const units = Array.from({ length: text.length }, (__, index) => split(text.charCodeAt(index)));
    expect(decode(new Uint8Array([...mark, ...units.flat()]), [3])).toBe(text);
  });

  it('goes by an encoding that the file declares, whatever the quotes', () => {
    for (const meta of ['<meta charset=koi8-r>', '<META CONTENT=\'text/html; charset="koi8-r"\'>']) {
      expect(decode(new Uint8Array([...encoder.encode(meta), 0xcd, 0xc9, 0xd2]), [5])).toBe(`${meta}мир`);
    }
  });

  it('does not go by an encoding that nobody knows', () => {
    expect(decode(encoder.encode('<meta charset=klingon>é'), [64])).toBe('<meta charset=klingon>é');
  });
});

describe('decodeStream', () => {
  it('yields the text of a stream of bytes', async () => {
    const pieces = ['<p>', 'é'.repeat(5_000), 'end'].map((text) => encoder.encode(text));
    const parts: string[] = [];
    for await (const part of decodeStream(Readable.from(pieces))) parts.push(part);
    expect(parts.join('')).toBe(`<p>${'é'.repeat(5_000)}end`);
  });
});
