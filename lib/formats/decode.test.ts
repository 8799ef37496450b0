import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFileDecoder, decodeStream, detectEncoding } from '@/lib/formats/decode';

const encoder = new TextEncoder();

function decode(bytes: Uint8Array, sizes: readonly number[]): string {
  const decoder = createFileDecoder(detectEncoding);
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
  it('decodes UTF-8 in chunks of any size', () => {
    const prose = fc
      .string({ unit: 'grapheme', maxLength: 3_000 })
      .map((text) => `<p>${text.toWellFormed()}`);
    fc.assert(
      fc.property(prose, sizes, (text, steps) => {
        expect(decode(encoder.encode(text), steps)).toBe(text);
      }),
    );
  });

  it('decodes any bytes, with the same result for any chunks', () => {
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

  it('uses the encoding that the file declares, with any quotes', () => {
    for (const meta of ['<meta charset=koi8-r>', '<META CONTENT=\'text/html; charset="koi8-r"\'>']) {
      expect(decode(new Uint8Array([...encoder.encode(meta), 0xcd, 0xc9, 0xd2]), [5])).toBe(`${meta}мир`);
    }
  });

  it('ignores an unknown encoding', () => {
    expect(decode(encoder.encode('<meta charset=klingon>é'), [64])).toBe('<meta charset=klingon>é');
  });
});

/** Encodes text in an encoding for which only a decoder is available. */
function encode(label: string, text: string): number[] {
  const decoder = new TextDecoder(label);
  const known = new Map<string, number[]>();
  const add = (...code: number[]) => {
    const character = decoder.decode(Uint8Array.from(code));
    if (!known.has(character)) known.set(character, code);
  };
  for (let first = 0; first < 256; first += 1) add(first);
  if (label === 'shift_jis')
    for (let first = 0x81; first < 0xf0; first += 1)
      for (let second = 0x40; second < 0xfd; second += 1) add(first, second);
  return Array.from(text).flatMap((character) => known.get(character) ?? []);
}

describe('an undeclared encoding', () => {
  const fileOf = (titles: readonly string[], head = '') =>
    `${head}<DL><p>\n${titles.map((title) => `<DT><A HREF="https://example.com/">${title}</A>\n`).join('')}</DL>`;

  it.each([
    ['shift_jis', ['日本語のページ']],
    ['shift_jis', ['東京の天気予報', '料理のレシピ', 'ソフトウェア']],
    ['windows-1251', ['Новости']],
    ['windows-1251', ['Новости дня', 'Как приготовить борщ', 'Погода в Москве']],
    ['macintosh', ['Pão de queijo', 'Ação e reação', 'José e a “rede”']],
    ['windows-1252', ['Pão de queijo', 'Ação e reação', 'José e a “rede”']],
    ['windows-1252', ['Müller & Söhne – Übersicht']],
  ])('is detected as %s, in chunks of any size: %j', (label, titles) => {
    const text = fileOf(titles);
    for (const step of [1, 7, 4_096, 100_000])
      expect(decode(Uint8Array.from(encode(label, text)), [step])).toBe(text);
  });

  it('is detected after a long ASCII part of a file', () => {
    const text = fileOf([
      ...Array.from({ length: 5_000 }, (_, n) => `Page ${n}`),
      'Новости дня',
      'Погода в Москве',
    ]);
    expect(decode(Uint8Array.from(encode('windows-1251', text)), [32_768])).toBe(text);
  });

  it('is Mac Roman if the file declares the system encoding of a Mac', () => {
    const text = fileOf(
      ['Café'],
      '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=X-MAC-SYSTEM">\n',
    );
    expect(decode(Uint8Array.from(encode('macintosh', text)), [64])).toBe(text);
  });

  it('stays UTF-8 in a file with one invalid title', () => {
    const [start, end] = fileOf(['Überblick', 'Ação', '|']).split('|');
    const bytes = [...encoder.encode(start), ...encode('windows-1252', 'Größe'), ...encoder.encode(end)];
    expect(decode(Uint8Array.from(bytes), [512])).toBe(fileOf(['Überblick', 'Ação', 'Größe']));
  });
});

describe('decodeStream', () => {
  it('yields the text of a stream of bytes', async () => {
    const pieces = ['<p>', 'é'.repeat(5_000), 'end'].map((text) => encoder.encode(text));
    const parts: string[] = [];
    for await (const part of decodeStream(Readable.from(pieces), detectEncoding)) parts.push(part);
    expect(parts.join('')).toBe(`<p>${'é'.repeat(5_000)}end`);
  });
});
