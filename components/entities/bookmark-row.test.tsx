import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BookmarkRow } from '@/components/entities/bookmark-row';
import { sampleBookmark } from '@/lib/api/testing/samples';
import type { Bookmark } from '@/lib/contract/bookmarks';

const labels = {
  favorite: 'Favorite',
  encrypted: 'Encrypted',
  highlighted: 'Highlighted',
  later: 'Read later',
  read: 'Read',
  broken: 'Broken link',
  encryptedTitle: 'Encrypted bookmark',
  hint: 'Hint:',
  select: 'Select',
  move: 'Move',
};

const plain = sampleBookmark('01a1fc31-ae86-7048-ab6a-b96198598145', {
  title: 'Night trains in Europe',
  url: 'https://www.back-on-track.eu/night-train-map',
  domain: 'back-on-track.eu',
  path: '/night-train-map',
  favorite: true,
  collections: [{ uuid: 'c1', name: 'Travel', color: '1f8a8a', icon: null, security: 0 }],
  createdAt: '2026-11-16T12:00:00.000Z',
  updatedAt: '2026-11-16T12:00:00.000Z',
});

const render = (bookmark: Bookmark, rest: object = {}) =>
  renderToStaticMarkup(<BookmarkRow bookmark={bookmark} labels={labels} date="Mon" {...rest} />);

const elements = (html: string): number => html.match(/<[a-z]/g)?.length ?? 0;

test('a row has about ten elements, since fifty of them are rendered for every visit', () => {
  expect(elements(render(plain))).toBeLessThanOrEqual(10);
});

test('a chip has the icon of its collection, or the dot in its color', () => {
  const chip = (icon: string | null): string =>
    /<a[^>]*class="(chip.*?)<\/a>/.exec(
      render({ ...plain, collections: plain.collections.map((one) => ({ ...one, icon })) }),
    )?.[1] ?? '';
  expect(chip(null)).toMatch(/^chip"[^>]*--dot:#1f8a8a[^>]*>Travel$/);
  expect(chip('plane')).toMatch(
    /^chip chip-marked".*class="icon i-plane [^>]*color:#1f8a8a[^>]*><\/span>Travel$/,
  );
  expect(chip('🚲')).toMatch(/^chip chip-marked".*class="emoji [^>]*>🚲<\/span>Travel$/);
});

test('the row is draggable as a whole if requested', () => {
  expect(render(plain)).not.toContain('draggable');
  expect(render(plain, { draggable: true })).toMatch(/^<div[^>]* draggable="true"/);
});

test('the link opens a new tab without a reference to this one', () => {
  const html = render(plain);
  expect(html).toContain('href="https://www.back-on-track.eu/night-train-map"');
  expect(html).toContain('target="_blank" rel="noopener noreferrer"');
});

test('a url that is not a web address is shown and never becomes a link', () => {
  const html = render({
    ...plain,
    title: '',
    url: 'javascript:alert(1)',
    domain: '',
    path: '',
    collections: [],
  });
  expect(html).toContain('javascript:alert(1)');
  expect(html).not.toMatch(/(?:href|src)=/);
});

test('the title of a url that is not a web address is a button only if it opens something', () => {
  const settings = { ...plain, url: 'chrome://settings/' };
  expect(render(settings)).toContain('<span dir="auto" class="row-title">Night trains in Europe</span>');
  expect(render(settings, { onActivate: () => undefined })).toMatch(
    /<button[^>]*>Night trains in Europe<\/button>/,
  );
});

test('an encrypted bookmark shows asterisks and requests no icon', () => {
  const html = render({
    ...plain,
    title: null,
    url: null,
    domain: null,
    path: null,
    encrypted: true,
    cipher: 'mw1.secret',
    hint: 'the cat',
    collections: [],
  });
  expect(html).toMatch(/>\*{8,23}</);
  expect(html).toContain('aria-label="Encrypted bookmark. Hint: the cat"');
  expect(html).not.toContain('mw1.');
  expect(html).not.toContain('<img');
});

test('a decrypted bookmark is shown like any other, marked as encrypted, and requests no icon', () => {
  const html = render({ ...plain, encrypted: true, cipher: 'mw1.secret', hint: 'the cat', collections: [] });
  expect(html).toContain('href="https://www.back-on-track.eu/night-train-map"');
  expect(html).toContain('>Night trains in Europe</a>');
  expect(html).toContain('>Encrypted</span>');
  expect(html).not.toContain('<img');
  expect(html).not.toMatch(/\*{8}|mw1\.|favicon/);
});

test('only rows with a mark are labeled as such', () => {
  expect(render(plain)).not.toMatch(/Broken link|Highlighted|Read/);
  expect(render({ ...plain, later: true })).toContain('role="img" aria-label="Read later"');
  expect(render({ ...plain, readAt: plain.createdAt })).toContain('role="img" aria-label="Read"');
  expect(render({ ...plain, broken: true })).toContain('role="img" aria-label="Broken link"');
  expect(render({ ...plain, highlighted: true })).toContain('role="img" aria-label="Highlighted"');
});

test('the icon is requested by the origin of the site only', () => {
  expect(render(plain)).toContain('/v1/preview/favicon?url=https%3A%2F%2Fwww.back-on-track.eu"');
});

test('two collections are named and the rest counted, without the hidden one', () => {
  const collections = ['a', 'b', 'c', 'd'].map((name) => ({ ...plain.collections[0]!, uuid: name, name }));
  const html = render({ ...plain, collections }, { hiddenCollection: 'a' });
  expect(html).toContain('>b</a>');
  expect(html).toContain('>c</a>');
  expect(html).toContain('>+1</span>');
  expect(html).not.toContain('>a</a>');
});

test('the box of a row has an accessible name, and whether it is selected', () => {
  expect(render(plain)).not.toContain('checkbox');
  expect(render(plain, { selectable: true })).toContain(
    'role="checkbox" aria-checked="false" aria-label="Select Night trains in Europe"',
  );
  const secret = { ...plain, title: null, url: null, domain: null, path: null, encrypted: true };
  expect(render(secret, { selectable: true, selected: true })).toContain(
    'role="checkbox" aria-checked="true" aria-label="Select Encrypted bookmark"',
  );
});

test('tags are shown by choice, as text', () => {
  const tagged = { ...plain, tags: 'rail,slow travel' };
  expect(render(tagged)).not.toContain('rail');
  expect(render(tagged, { showTags: true })).toContain('#rail #slow travel');
  expect(render(plain, { showTags: true })).toBe(render(plain));
});
