import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBetterUrl, urlKey, urlKeyHash } from '@/lib/domain/url-key';

describe('urlKey', () => {
  it.each([
    ['http://example.com', 'https://www.example.com/'],
    ['https://example.com:443/a/', 'http://EXAMPLE.com/a'],
    ['https://example.com/a?utm_source=x&b=1&fbclid=2&gclid=3', 'https://example.com/a?b=1'],
    ['https://example.com/?b=2&a=1', 'https://example.com/?a=1&b=2'],
    ['https://example.com/?utm_campaign=x', 'https://example.com/?'],
    ['https://example.com/%7euser/%c3%a9', 'https://example.com/~user/é'],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
    [' javascript:alert(1) ', 'javascript:alert(1)'],
  ])('is the same for %s and %s', (one, other) => {
    expect(urlKey(one)).toBe(urlKey(other));
    expect(urlKeyHash(one)).toBe(urlKeyHash(other));
  });

  it.each([
    ['https://example.com/#/inbox', 'https://example.com/#/sent'],
    ['https://example.com/a', 'https://example.com/A'],
    ['https://example.com/?a=1', 'https://example.com/?a=2'],
    ['https://example.com/?a=1&a=2', 'https://example.com/?a=2&a=1'],
    ['https://example.com/a%2Fb', 'https://example.com/a/b'],
    ['https://a.example.com/', 'https://example.com/'],
    ['https://example.com:8080/', 'https://example.com/'],
    ['https://one@example.com/', 'https://two@example.com/'],
    ['javascript:a', 'javascript:A'],
  ])('differs for %s and %s', (one, other) => {
    expect(urlKey(one)).not.toBe(urlKey(other));
    expect(urlKeyHash(one)).not.toBe(urlKeyHash(other));
  });

  it('is total and idempotent: the URL in a key has the same key', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()),
        (raw) => {
          const key = urlKey(raw);
          expect(urlKey(key.startsWith('//') ? `https:${key}` : key.slice(1))).toBe(key);
          expect(urlKeyHash(raw)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
        },
      ),
      { numRuns: 300 },
    );
  });
});

it.each([
  ['https://example.com/', 'http://example.com/', true],
  ['http://example.com/', 'https://example.com/', false],
  ['https://example.com/', 'https://example.com/?utm_source=x', true],
  ['https://example.com/?a=1', 'https://example.com/?a=1&fbclid=x', true],
  ['https://example.com/?utm_source=x', 'http://example.com/', true],
  ['https://www.example.com/', 'https://example.com/', false],
  ['javascript:a', 'http://example.com/', false],
])('whether %s is better than %s: %s', (url, other, expected) => {
  expect(isBetterUrl(url, other)).toBe(expected);
});
