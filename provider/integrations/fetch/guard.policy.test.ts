import { describe, expect, it } from 'vitest';
import { findFetchUrl, findRedirectUrl } from '@/provider/integrations/fetch/guard';

const policy = { ports: [80, 443], allow: ['intranet:80', '[::1]:8080'] };

describe('findFetchUrl', () => {
  it.each([
    ['http://example.com', 'http://example.com/'],
    ['HTTPS://EXAMPLE.com:443/a?b#c', 'https://example.com/a?b'],
    ['http://example.com./', 'http://example.com/'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/'],
    ['http://93.184.216.34/', 'http://93.184.216.34/'],
    ['http://[2606:4700::1111]/', 'http://[2606:4700::1111]/'],
    ['http://intranet/', 'http://intranet/'],
    ['http://[::1]:8080/', 'http://[::1]:8080/'],
  ])('takes %s', (raw, href) => expect(findFetchUrl(raw, policy)?.href).toBe(href));

  it.each([
    'http://intranet:443/',
    'https://intranet/',
    'http://user@intranet/',
    'http://localhost/',
    'http://example.com../',
    'http://example.com:8080/',
    'ftp://example.com/',
    '/relative',
  ])('refuses %s', (raw) => expect(findFetchUrl(raw, policy)).toBeNull());

  it('resolves against a base', () => {
    expect(findFetchUrl('//other.example/x', policy, new URL('https://example.com/a/b'))?.href).toBe(
      'https://other.example/x',
    );
  });
});

describe('findRedirectUrl', () => {
  it.each([
    ['http://example.com/', 'https://example.com/x', 'https://example.com/x'],
    ['http://example.com/', '/x', 'http://example.com/x'],
    ['https://example.com/', '/x', 'https://example.com/x'],
    ['https://example.com/', 'http://example.com/x', null],
    ['https://example.com/', 'HTTP://other.example/', null],
    ['http://example.com/', 'http://localhost/', null],
  ])('from %s to %s is %s', (from, location, expected) => {
    expect(findRedirectUrl(location, new URL(from), policy)?.href ?? null).toBe(expected);
  });
});
