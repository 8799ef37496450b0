import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tagKey } from '@/lib/domain/tag-key';
import { parseTags, parseTypedTags, printTags, uniqueTags } from '@/lib/domain/tags';

describe('parseTags', () => {
  it.each([
    ['', []],
    [' , ,', []],
    ['\u200b,a,\u2060\u200d , \u00ad', ['a']],
    ['\u2800,b', ['b']],
    [`${'\u200b'.repeat(64)}x`, []],
    ['a, b ,c', ['a', 'b', 'c']],
    ['to  read,\tnew\nline', ['to read', 'new line']],
    ['Zeta,alpha,zeta,ALPHA', ['Zeta', 'alpha']],
    ['caf\u00e9,cafe\u0301', ['caf\u00e9']],
    ['"><script>', ['"><script>']],
    [`${'😀'.repeat(64)}x`, ['😀'.repeat(64)]],
  ])('reads %j', (text, tags) => expect(parseTags(text)).toEqual(tags));

  it('splits a tag at a comma, since a comma cannot be serialized', () => {
    expect(uniqueTags(['a,b', 'b'])).toEqual(['a', 'b']);
  });

  it('parses its own output for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const tags = parseTags(text);
        expect(parseTags(printTags(tags))).toEqual(tags);
        expect(new Set(tags.map(tagKey)).size).toBe(tags.length);
        for (const tag of tags) expect(Array.from(tag).length).toBeLessThanOrEqual(64);
      }),
    );
  });
});

it('typed tags are separated by the comma of any writing system', () => {
  expect(parseTypedTags('a, b，日本、 旅،سفر,,A')).toEqual(['a', 'b', '日本', '旅', 'سفر']);
  expect(parseTags('日本、旅')).toEqual(['日本、旅']);
});
