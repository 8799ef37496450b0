import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonFaultError, JsonScanner, type JsonFault, type JsonLimits } from '@/lib/utils/json-scanner';

const limits: JsonLimits = { depth: 4, keys: 3, keyBytes: 16, values: 10 };
const unlimited: JsonLimits = { depth: 1e6, keys: 1e6, keyBytes: 1e6, values: 1e6 };

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns the fault of a text, in chunks of `chunkBytes`; null if there is none. */
function faultOf(text: string, used: JsonLimits = limits, chunkBytes = Number.MAX_SAFE_INTEGER) {
  const bytes = encode(text);
  const scanner = new JsonScanner(used);
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) scanner.write(bytes.slice(at, at + chunkBytes));
    return null;
  } catch (error) {
    if (!(error instanceof JsonFaultError)) throw error;
    return error.fault;
  }
}

const faults: [string, JsonFault | null][] = [
  ['[[[[1]]]]', null],
  ['[[[[[1]]]]]', 'too_deep'],
  ['{"a":{"a":{"a":{"a":{}}}}}', 'too_deep'],
  ['[]'.repeat(3), null],
  ['[1,2,3,4,5,6,7,8,9]', null],
  ['[1,2,3,4,5,6,7,8,9,10]', 'too_many_values'],
  [`[${'{},'.repeat(5)}{}]`, 'too_many_values'],
  ['{"a":1,"b":2,"c":3}', null],
  ['{"a":1,"b":2,"c":3,"d":4}', 'too_many_fields'],
  ['{"a":1,"a":1}', 'repeated_field'],
  ['{"a":1,"b":2,"\\u0061":3}', 'repeated_field'],
  ['{"é":1,"\\u00e9":2}', 'repeated_field'],
  ['{"a" : 1, "a" : 2}', 'repeated_field'],
  ['{"a":{"a":1},"b":{"a":2}}', null],
  ['{"a":{"a":1},"b":1,"a":2}', 'repeated_field'],
  ['[{"a":1},{"a":2}]', null],
  ['{"a":"a","b":"a,\\"a\\":[[[[[[","c":"}"}', null],
  ['{"a":"\\\\","a":1}', 'repeated_field'],
  ['["a","a"]', null],
  [`{"${'k'.repeat(16)}":1}`, null],
  [`{"${'k'.repeat(17)}":1}`, 'unknown_field'],
  [`{"a":"${'long'.repeat(100)}"}`, null],
  ['\ufeff{"a":1}', null],
];

describe('a JSON text', () => {
  test.each(faults)('%s', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
    // Wherever the text is cut into chunks.
    for (let chunkBytes = 1; chunkBytes < 9; chunkBytes += 1)
      expect(faultOf(text, limits, chunkBytes)).toBe(fault);
  });

  test('whose elements are dropped one by one may have any number of them, each within the limits', () => {
    const streamed = { ...limits, elementDepth: 2 };
    const file = (element: string) => `{"version":1,"list":[${`${element},`.repeat(500)}${element}]}`;
    expect(faultOf(file('{"a":[1,2,3],"b":1}'), streamed)).toBeNull();
    expect(faultOf(file('1'), streamed)).toBeNull();
    expect(faultOf(file('{"a":[1,2,3,4,5,6,7,8,9],"b":1}'), streamed)).toBe('too_many_values');
    expect(faultOf(file(`[${'[1],'.repeat(5)}1]`), streamed)).toBe('too_many_values');
  });
});

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, one) => sum + countOf(one), 1)
    : 1;

describe('any JSON value', () => {
  const written = fc.tuple(
    fc.jsonValue({ maxDepth: 8 }),
    fc.constantFrom(undefined, 1, '\t'),
    fc.integer({ min: 1, max: 7 }),
  );

  test('is accepted at its own depth, and rejected below it', () => {
    fc.assert(
      fc.property(written, ([value, space, chunkBytes]) => {
        const text = JSON.stringify(value, null, space);
        const depth = depthOf(value);
        expect(faultOf(text, { ...unlimited, depth }, chunkBytes)).toBeNull();
        if (depth > 0) expect(faultOf(text, { ...unlimited, depth: depth - 1 }, chunkBytes)).toBe('too_deep');
      }),
    );
  });

  test('counts with each of its values, and an empty array or object at most twice', () => {
    fc.assert(
      fc.property(written, ([value, space, chunkBytes]) => {
        const text = JSON.stringify(value, null, space);
        const count = countOf(value);
        expect(faultOf(text, { ...unlimited, values: 2 * count }, chunkBytes)).toBeNull();
        if (count > 1)
          expect(faultOf(text, { ...unlimited, values: count - 1 }, chunkBytes)).toBe('too_many_values');
      }),
    );
  });

  test('with a field repeated in another spelling is rejected', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 7 }), (key, chunkBytes) => {
        const escaped = [...key].map((one) =>
          [...Array(one.length).keys()]
            .map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`)
            .join(''),
        );
        const text = `{${JSON.stringify(key)}:1,"${escaped.join('')}":2}`;
        expect(Object.keys(JSON.parse(text) as object)).toHaveLength(1);
        expect(faultOf(text, unlimited, chunkBytes)).toBe('repeated_field');
      }),
    );
  });
});
