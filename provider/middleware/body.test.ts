import { describe, expect, test } from 'vitest';
import { readQuery } from '@/provider/middleware/body';
import { Problem } from '@/provider/problem';

describe('readQuery', () => {
  test.each<[string, Record<string, string>]>([
    ['', {}],
    ['?', {}],
    ['?a=1&b=two+words&c=%C3%A9', { a: '1', b: 'two words', c: 'é' }],
    ['?a', { a: '' }],
    ['?a=b=c#?d=e', { a: 'b=c' }],
    ['?a=%2525', { a: '%25' }],
    ['?a=%E0%A4%A', { a: '\ufffd%A' }],
    ['?q=%00', { q: '\0' }],
  ])('reads %s', (search, query) => {
    expect({ ...readQuery(`http://provider.test/v1/search${search}`) }).toEqual(query);
  });

  test('rejects a repeated parameter in any spelling', () => {
    for (const search of ['?q=1&q=2', '?q=1&%71=1', `?${'sort=x&'.repeat(5_000)}`]) {
      expect(() => readQuery(`http://provider.test/${search}`)).toThrow(Problem);
    }
  });

  test('accepts names of inherited properties as plain names', () => {
    const query = readQuery('http://provider.test/?__proto__=1&constructor=2&toString=3');
    expect(Object.entries(query)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['toString', '3'],
    ]);
  });
});
