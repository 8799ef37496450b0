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
    ['https://example.com/a#:~:text=night%20trains', 'https://example.com/a'],
    ['https://example.com/a#history:~:text=1883', 'https://example.com/a#history'],
    [
      'https://example.com/?mtm_source=a&pk_campaign=b&matomo_kwd=c&at_medium=d&at_campaign=e&wt_mc=f&xtor=g&spm=h&id=1',
      'https://example.com/?id=1',
    ],
    ['https://www.youtube.com/watch?v=abc&si=x&feature=youtu.be', 'https://youtube.com/watch?v=abc'],
    ['https://m.youtube.com/watch?v=abc&si=x', 'https://m.youtube.com/watch?v=abc'],
    ['https://youtu.be/abc?si=x&t=30', 'https://youtu.be/abc?t=30'],
    ['https://open.spotify.com/track/1?si=x', 'https://open.spotify.com/track/1'],
    ['https://www.reddit.com/r/a/1?share_id=x&rdt=2', 'https://www.reddit.com/r/a/1'],
    ['https://x.com/a/status/1?s=46&t=x', 'https://x.com/a/status/1'],
    ['https://twitter.com/a/status/1?s=20', 'https://twitter.com/a/status/1'],
    ['https://www.tiktok.com/@a/video/1?_r=1&_t=x&is_from_webapp=1', 'https://www.tiktok.com/@a/video/1'],
    ['https://www.linkedin.com/in/a?trk=x&trackingId=y', 'https://www.linkedin.com/in/a'],
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
    ['https://example.com/?si=1', 'https://example.com/'],
    ['https://example.com/?feature=1', 'https://example.com/?feature=2'],
    ['https://example.com/?s=1&t=2', 'https://example.com/'],
    ['https://youtu.be/abc?t=30', 'https://youtu.be/abc'],
    ['https://www.youtube.com/watch?v=a&list=b', 'https://www.youtube.com/watch?v=a'],
    ['https://notx.com/?s=1', 'https://notx.com/'],
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
  ['https://example.com/', 'https://example.com/#:~:text=a', true],
  ['https://youtu.be/a', 'https://youtu.be/a?si=x', true],
  ['https://www.example.com/', 'https://example.com/', false],
  ['javascript:a', 'http://example.com/', false],
])('whether %s is better than %s: %s', (url, other, expected) => {
  expect(isBetterUrl(url, other)).toBe(expected);
});
