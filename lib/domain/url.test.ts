import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLiveUrl, isWeb, readUrl } from '@/lib/domain/live-url';
import { parseBookmarkUrl } from '@/lib/domain/url';

const url = (raw: string) => parseBookmarkUrl(raw);

describe('parseBookmarkUrl', () => {
  it.each([
    ['https://www.example.com/a/b?c=d#e', 'example.com', '/a/b?c=d#e'],
    ['http://Example.COM', 'example.com', ''],
    ['https://example.com:8443/x', 'example.com:8443', '/x'],
    ['https://münchen.example/straße', 'xn--mnchen-3ya.example', '/straße'],
    ['https://ja.example/%E5%96%AB?q=%20', 'ja.example', '/喫?q=%20'],
    ['http://[::1]:3000/', '[::1]:3000', ''],
  ])('keeps the web URL %s as typed', (raw, domain, path) => {
    expect(url(raw)).toEqual({ url: raw, kind: 'web', domain, path, addedScheme: false });
  });

  it.each([
    ['example.com', 'https://example.com', 'example.com', ''],
    ['www.example.com/a', 'https://www.example.com/a', 'example.com', '/a'],
    ['//cdn.example.com/x', 'https://cdn.example.com/x', 'cdn.example.com', '/x'],
    ['localhost:3000/admin', 'https://localhost:3000/admin', 'localhost:3000', '/admin'],
    ['192.168.1.10:8080', 'https://192.168.1.10:8080', '192.168.1.10:8080', ''],
    ['example.com:8080/x?y', 'https://example.com:8080/x?y', 'example.com:8080', '/x?y'],
  ])('adds https:// to %s and reports it', (raw, stored, domain, path) => {
    expect(url(raw)).toEqual({ url: stored, kind: 'web', domain, path, addedScheme: true });
  });

  it.each([['hello'], ['https://intranet/wiki'], ['https://me:secret@example.com/']])(
    'warns of %s without rejecting it',
    (raw) => expect(url(raw)).toMatchObject({ kind: 'web', warning: 'unusual' }),
  );

  it('accepts a host of at most 253 characters; a longer one is text everywhere', () => {
    const host = (length: number) => `${'a.'.repeat(120)}${'b'.repeat(length - 240)}`;
    expect(url(`https://${host(253)}/x`)).toMatchObject({ kind: 'web', path: '/x' });
    expect(isLiveUrl(`https://${host(253)}/x`)).toBe(true);
    for (const raw of [`https://${host(254)}/x`, host(254), `//${host(300)}`]) {
      expect(url(raw)).toMatchObject({ url: raw, kind: 'inert', domain: '', warning: 'invalid' });
    }
    expect(isLiveUrl(`https://${host(254)}/`)).toBe(false);
  });

  it.each([
    ['javascript:alert(1)'],
    [' javascript:alert(1)'],
    ['java\tscript:alert(1)'],
    ['java\nscript:alert(1)'],
    ['\u0001javascript:alert(1)'],
    ['jAvAsCrIpT:alert(1)'],
    ['javascript:8080'],
    ['vbscript:msgbox(1)'],
    ['data:text/html,<script>alert(1)</script>'],
    ['file:///etc/passwd'],
    ['place:sort=8&maxResults=10'],
    ['about:config'],
    ['chrome://settings'],
    ['feed:https://example.com/rss'],
    ['mailto:a@example.com'],
    ['ftp://ftp.example.com/x'],
    ['tel:112'],
    ['view-source:https://example.com'],
    ['blob:https://example.com/1'],
  ])('keeps %j unchanged as inert text', (raw) => {
    expect(url(raw)).toEqual({
      url: raw,
      kind: 'inert',
      domain: '',
      path: '',
      addedScheme: false,
      warning: 'scheme',
    });
    expect(isLiveUrl(raw)).toBe(false);
  });

  it.each([['http://[bad'], ['hello world'], ['/path'], ['\\\\server\\share'], ['#top'], ['..']])(
    'keeps invalid URLs: %j',
    (raw) => expect(url(raw)).toMatchObject({ url: raw, kind: 'inert', warning: 'invalid' }),
  );

  it('warns of an empty URL', () => {
    for (const raw of [' \t', 'https://', 'HTTP:', ' http:/'])
      expect(url(raw)).toMatchObject({ kind: 'inert', warning: 'empty' });
  });

  it('removes characters that parsers ignore, and normalizes unusual forms of http', () => {
    expect(url(' https://exam\nple.com/a ').url).toBe('https://example.com/a');
    expect(url('https:/example.com\\a').url).toBe('https://example.com/a');
    expect(url('http:example.com').url).toBe('http://example.com/');
  });

  it('yields text that a database can store', () => {
    expect(url('javascript:\0\uD800').url).toBe('javascript:\uFFFD\uFFFD');
  });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc
    .tuple(
      fc.constantFrom(
        '',
        ' ',
        '\u0001',
        '\t',
        '//',
        'http:',
        'https://',
        'javascript:',
        'JAVA\nSCRIPT:',
        'data:',
        'a:',
        'x.y:1',
      ),
      fc.string(),
    )
    .map((parts) => parts.join('')),
);

describe('parseBookmarkUrl, on any text', () => {
  it('never throws, and is live if and only if it is a web URL', () => {
    fc.assert(
      fc.property(hostile, (raw) => {
        const result = parseBookmarkUrl(raw);
        expect(isLiveUrl(result.url)).toBe(result.kind === 'web');
        expect(result.domain === '').toBe(result.kind === 'inert');
        expect(result.url.isWellFormed()).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(hostile, (raw) => {
        const once = parseBookmarkUrl(raw);
        expect(parseBookmarkUrl(once.url)).toEqual({ ...once, addedScheme: false });
      }),
      { numRuns: 2000 },
    );
  });
});

describe('isLiveUrl', () => {
  it('rejects null and empty URLs', () => {
    expect([null, undefined, '', 'example.com'].map(isLiveUrl)).toEqual([false, false, false, false]);
  });

  // The same bookmark is rendered on the server and in the browser, and their parsers disagree on these hosts: Node
  // returns the second column, Chromium 156 the third. Both must render text.
  it.each([
    ['https://a b.example/', null, 'a%20b.example'],
    ['https://a*b.example/', 'a*b.example', 'a%2Ab.example'],
  ])('%s is text for both parsers', (url, inNode, inChromium) => {
    expect(readUrl(url)?.hostname ?? null).toBe(inNode);
    expect(isLiveUrl(url)).toBe(false);
    expect(isWeb({ protocol: 'https:', hostname: inChromium })).toBe(false);
  });

  it('accepts a host of printable ASCII only where parsers agree on it', () => {
    const printable = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
    const accepted = printable.filter((char) => isWeb({ protocol: 'https:', hostname: `a${char}b.example` }));
    expect(accepted.join('')).toBe('-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~');
    expect(['127.0.0.1', '[::1]', 'xn--mnchen-3ya.de'].map((host) => isLiveUrl(`https://${host}/`))).toEqual([
      true,
      true,
      true,
    ]);
  });
});
