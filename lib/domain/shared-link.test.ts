import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSharedLink, readSharedFields, sharedLinkPath } from '@/lib/domain/shared-link';

const nothing = { title: '', text: '', url: '' };
const page = 'https://trains.example/night?line=1';

test.each([
  ['a link in its own field', { url: page, title: 'Night trains' }, { url: page, title: 'Night trains' }],
  ['only a link, in the text', { text: page }, { url: page }],
  [
    'a title, and the link in the text',
    { title: 'Night trains', text: page },
    { url: page, title: 'Night trains' },
  ],
  [
    'a title and the link in one text',
    { text: `Night trains ${page}` },
    { url: page, title: 'Night trains' },
  ],
  [
    'the title again in the text',
    { title: 'Night trains', text: `Night trains\n${page}` },
    { url: page, title: 'Night trains' },
  ],
  [
    'a quote and the link below it',
    { title: 'Night trains', text: `"All lines\nof Europe"\n ${page}` },
    { url: page, title: 'Night trains', description: '"All lines\nof Europe"' },
  ],
  [
    'a text of several lines without a title',
    { text: `One\nTwo\n${page}` },
    { url: page, description: 'One\nTwo' },
  ],
  ['the link in the title', { title: page }, { url: page }],
  ['a quote that names another link', { text: `See https://a.example and read ${page}` }, { url: page }],
  [
    'the first of several links',
    { text: `${page} is better than https://a.example for maps` },
    { url: page },
  ],
  ['only words', { text: 'Buy milk' }, { url: '', title: 'Buy milk' }],
  ['an address that is not of the web', { url: 'tel:112', title: 'Help' }, { url: 'tel:112', title: 'Help' }],
  ['nothing', {}, { url: '', title: '' }],
] as const)('%s', (_, fields, expected) => {
  expect(readSharedFields({ ...nothing, ...fields })).toMatchObject(expected);
});

test('the description is empty unless the text contains more than the title', () => {
  expect(readSharedFields({ ...nothing, title: 'Night trains', text: page }).description).toBe('');
});

test('shared fields arrive in the form unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.webUrl(), (title, text, url) => {
      const link = readSharedFields({ title, text: `${text} ${url}`, url: '' });
      const path = sharedLinkPath(link);
      expect(new URL(path, 'https://app.example').pathname).toBe('/');
      expect(parseSharedLink(path.slice('/#add?'.length))).toEqual(link);
    }),
  );
});

test('a text of any length fits into a response header', () => {
  const link = readSharedFields({
    title: '旅'.repeat(100_000),
    text: `${'夜'.repeat(100_000)} ${page}`,
    url: '',
  });
  expect(link.url).toBe(page);
  expect(sharedLinkPath(link).length).toBeLessThan(64_000);
});

test.each([
  [
    'url=https://x.example/?id=1&title=abc&tags=a,b&description=c',
    { url: 'https://x.example/?id=1', title: 'abc', description: 'c', tags: 'a,b' },
  ],
  [
    'title=abc&url=https://x.example/?id=1&page=2&q=a%20b+c#top',
    { url: 'https://x.example/?id=1&page=2&q=a%20b+c#top', title: 'abc', description: '' },
  ],
  [
    'url=https%3A%2F%2Fx.example%2F%3Fid%3D1%26a%3D2&title=a%20b+c',
    { url: 'https://x.example/?id=1&a=2', title: 'a b c', description: '' },
  ],
  ['url=x.example&title=a', { url: 'x.example', title: 'a', description: '' }],
])('a handwritten link %s fills the form', (query, link) => {
  expect(parseSharedLink(query)).toEqual(link);
});
