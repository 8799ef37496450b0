import { describe, expect, it } from 'vitest';
import {
  pageNumbers,
  publicFilePath,
  publicIconPath,
  publicPath,
  readPublicAddress,
  slugForCall,
} from '@/lib/domain/public-address';

const uuid = '0190a5d0-ac96-774b-bcce-0123456789ab';
const key = { uuid, slug: 'night-trains' };

describe('a URL of a public collection', () => {
  it('is parsed', () => {
    const query = { q: ' two words ', page: '3', lang: 'pt-BR', utm_source: 'x' };
    expect(readPublicAddress(uuid, 'night-trains', query)).toEqual({
      ...key,
      q: 'two words',
      page: 3,
      lang: 'pt-BR',
      isExact: true,
    });
  });

  it('uses the first of repeated parameters', () => {
    expect(readPublicAddress(uuid, 'x', { q: ['a', 'b'], page: ['2', 'x'] })).toMatchObject({
      q: 'a',
      page: 2,
    });
  });

  it.each(['', '0', '-1', '1.5', '1e3', '0x10', '-0', '01', 'x', '99999999', '٣'])(
    'has no page %j',
    (page) => {
      expect(readPublicAddress(uuid, 'night-trains', { page })).toBeNull();
    },
  );

  it.each([
    '1',
    'abc',
    '..',
    `${uuid}%20`,
    `{${uuid}}`,
    uuid.replaceAll('-', ''),
    '00000000-0000-0000-0000-00000000000g',
    'x'.repeat(10_000),
    '%00',
    '%',
  ])('cannot begin with %j', (segment) => {
    expect(readPublicAddress(segment, 'night-trains')).toBeNull();
  });

  it('may be in upper case, but is not exact then', () => {
    expect(readPublicAddress(uuid.toUpperCase(), 'x')).toMatchObject({ uuid, isExact: false });
  });

  // Guarantee: only a slug becomes part of a request path, so that no other operation can be reached.
  it.each([
    '..%2f..%2fetc%2fpasswd',
    '..%09',
    'a%20b',
    '%00',
    '%',
    '%E0%A4%A',
    'evil.com',
    '127.0.0.1',
    'night-trains.',
    'x'.repeat(300),
    '',
  ])('with %j as slug requests the collection with a default slug', (segment) => {
    const address = readPublicAddress(uuid, segment);
    expect(address && slugForCall(address.slug)).toBe('collection');
  });

  it('truncates a search to the accepted length', () => {
    expect(readPublicAddress(uuid, 'x', { q: '🚂'.repeat(300) })?.q).toBe('🚂'.repeat(200));
  });

  it('removes characters of a search that cannot be stored', () => {
    expect(readPublicAddress(uuid, 'x', { q: '\0a\ud800' })?.q).toBe('a\ufffd');
    expect(readPublicAddress(uuid, 'x', { q: '\0' })?.q).toBe('');
  });

  it('ignores an unsupported language', () => {
    expect(readPublicAddress(uuid, 'x', { lang: 'xx' })?.lang).toBeNull();
  });
});

it('paths have the shortest query that describes the view', () => {
  expect(publicPath(key)).toBe(`/public/${uuid}/night-trains`);
  expect(publicPath(key, { q: 'a&b', page: 2, lang: 'en' })).toBe(
    `/public/${uuid}/night-trains?q=a%26b&page=2&lang=en`,
  );
  expect(publicPath({ uuid, slug: 'pão' })).toBe(`/public/${uuid}/p%C3%A3o`);
  expect(publicFilePath(key, 'rss.xml')).toBe(`/public/${uuid}/night-trains/rss.xml`);
  expect(publicIconPath(key, 'a&b.example')).toBe(
    `/v1/preview/favicon/public?collection=${uuid}&host=a%26b.example`,
  );
});

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 20, [1, 2, null, 20]],
  [3, 20, [1, 2, 3, 4, null, 20]],
  [4, 20, [1, 2, 3, 4, 5, null, 20]],
  [10, 20, [1, null, 9, 10, 11, null, 20]],
  [17, 20, [1, null, 16, 17, 18, 19, 20]],
  [20, 20, [1, null, 19, 20]],
])('page %i of %i names %j', (current, count, expected) => {
  expect(pageNumbers(current, count)).toEqual(expected);
});
