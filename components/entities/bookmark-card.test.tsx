import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BookmarkCard } from '@/components/entities/bookmark-card';
import type { BookmarkRowLabels } from '@/components/entities/bookmark-row';
import { sampleBookmark } from '@/lib/api/testing/samples';
import type { Bookmark } from '@/lib/contract/bookmarks';

const cover = { version: 'v1', thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI', width: 640, height: 480 };
const bookmark = {
  ...sampleBookmark('trains', {
    title: 'Night trains',
    url: 'https://trains.example/',
    domain: 'trains.example',
  }),
  cover,
};
const labels = {
  encryptedTitle: 'Encrypted bookmark',
  hint: 'Hint:',
  encrypted: 'Encrypted',
} as BookmarkRowLabels;

const render = (shown: Bookmark, style?: object) =>
  renderToStaticMarkup(
    <BookmarkCard
      bookmark={shown}
      labels={labels}
      date="Mon"
      isMoodboard={false}
      parts={['cover', 'collections', 'date']}
      style={style}
    />,
  );

test('a picture has its version in the address, and its placeholder below it', () => {
  expect(render(bookmark)).toContain('/v1/bookmarks/trains/cover?size=320&amp;version=v1 320w');
  expect(render(bookmark)).toContain('background:rgb(');
  expect(render(bookmark, {})).toContain('url(data:image/png;base64,');
});

test('without a picture, the letter of the site is drawn on its color', () => {
  const html = render({ ...bookmark, cover: null });
  expect(html).toMatch(/class="cover" style="--tile:#[0-9a-f]{6}">T</);
});

// Guarantee: nothing about an encrypted bookmark is requested, locked or not.
test.each([
  ['locked', { title: null, url: null, domain: null }],
  ['unlocked', {}],
])('no picture and no icon is requested for one that is encrypted and %s', (_, texts) => {
  const html = render({ ...bookmark, encrypted: true, ...texts });
  expect(html).not.toContain('<img');
});
