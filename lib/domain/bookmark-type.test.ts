import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bookmarkType,
  hostsOfNoType,
  typesOfExtensions,
  typesOfFirstLabels,
  typesOfHosts,
  typesOfPathParts,
} from '@/lib/domain/bookmark-type';
import type { BookmarkType } from '@/lib/domain/query/query';
import { parseBookmarkUrl } from '@/lib/domain/url';

const typeOf = (url: string, title = '') => bookmarkType({ ...parseBookmarkUrl(url), title });

test.each<[BookmarkType | null, ...string[]]>([
  ['video', 'https://www.youtube.com/watch?v=1', 'https://m.youtube.com/watch?v=1', 'https://youtu.be/1'],
  [
    'video',
    'https://vimeo.com/1',
    'https://www.twitch.tv/x',
    'https://a.example/talk.mp4',
    'https://v.redd.it/1',
  ],
  [
    'code',
    'https://github.com/a/b',
    'https://gist.github.com/1',
    'https://gitlab.com/a/b',
    'https://gitlab.gnome.org/a',
  ],
  ['code', 'https://codeberg.org/a/b', 'https://www.npmjs.com/package/a', 'https://crates.io/crates/a'],
  [
    'code',
    'https://pypi.org/project/a/',
    'https://stackoverflow.com/q/1',
    'https://github.com/a/b/blob/main/docs/x.pdf',
  ],
  [
    'code',
    'https://raw.githubusercontent.com/a/b/main/logo.png',
    'https://github.com/a/news',
    'https://github.com/docs',
  ],
  [
    'docs',
    'https://docs.python.org/3/',
    'https://docs.rs/serde',
    'https://developer.mozilla.org/en-US/docs/Web',
  ],
  [
    'docs',
    'https://requests.readthedocs.io/en/latest/',
    'https://learn.microsoft.com/en-us/azure/',
    'https://docs.github.com/en',
  ],
  [
    'docs',
    'https://nextjs.org/docs/app',
    'https://www.postgresql.org/docs/17/sql.html',
    'https://huggingface.co/docs/x',
  ],
  [
    'docs',
    'https://a.example/en/Documentation/',
    'https://docs.example.com:8443/',
    'https://developers.facebook.com/',
  ],
  [
    'article',
    'https://pt.wikipedia.org/wiki/Rust',
    'https://a.medium.com/x',
    'https://dev.to/a/b',
    'https://x.substack.com/p/y',
  ],
  [
    'article',
    'https://arxiv.org/abs/1706.03762',
    'https://doi.org/10.1/x',
    'https://openreview.net/forum?id=1',
  ],
  [
    'article',
    'https://a.example/blog/x',
    'https://blog.a.example/',
    'https://huggingface.co/blog/x',
    'https://g1.globo.com/x',
  ],
  [
    'pdf',
    'https://arxiv.org/pdf/1706.03762',
    'https://a.example/paper.PDF?download=1',
    'https://aclanthology.org/P19.pdf',
  ],
  ['pdf', 'https://openreview.net/pdf?id=1', 'https://docs.example.com/a.pdf#page=2'],
  ['image', 'https://unsplash.com/photos/1', 'https://a.example/x.jpeg', 'https://br.pinterest.com/pin/1'],
  ['image', 'https://en.wikipedia.org/wiki/File:A.png', 'https://i.redd.it/1.jpg'],
  ['audio', 'https://open.spotify.com/track/1', 'https://a.bandcamp.com/', 'https://a.example/x.mp3'],
  ['audio', 'https://music.youtube.com/watch?v=1', 'https://podcasts.apple.com/x'],
  [
    'social',
    'https://x.com/a/status/1',
    'https://old.reddit.com/r/videos',
    'https://news.ycombinator.com/item?id=1',
  ],
  ['social', 'https://www.linkedin.com/in/a', 'https://www.facebook.com/a', 'https://www.instagram.com/p/1'],
  [
    'social',
    'https://www.threads.net/@a',
    'https://bsky.app/profile/a',
    'https://mastodon.example/@a',
    'https://fosstodon.org/@a',
  ],
  [
    null,
    'https://example.com/',
    'https://docs.google.com/document/d/1',
    'https://notgithub.com/a',
    'https://github.community/',
  ],
  [
    null,
    'https://github.io/',
    'https://docs/',
    'https://a.example/mydocs/x',
    'https://a.example/?f=x.pdf',
    'https://[::1]:3000/a',
  ],
  [null, 'mailto:me@github.com', 'javascript:alert(1)', 'not a url'],
])('%s: %s, %s', (type, ...urls) => {
  for (const url of urls) expect([url, typeOf(url)]).toEqual([url, type]);
});

test('a title can determine a type that the URL does not', () => {
  expect(typeOf('https://a.example/x', 'Widgets — Example 1.2 documentation')).toBe('docs');
  expect(typeOf('https://a.example/x', '[PDF] On widgets')).toBe('pdf');
  expect(typeOf('https://a.example/x', 'How to write documentation well')).toBeNull();
});

describe('the tables', () => {
  test('contain every host once, as displayed', () => {
    for (const host of [...typesOfHosts.keys(), ...hostsOfNoType]) {
      expect([host, parseBookmarkUrl(`https://${host}/`).domain]).toEqual([host, host]);
    }
  });

  test('contain words in lower case', () => {
    for (const name of [typesOfExtensions, typesOfFirstLabels, typesOfPathParts].flatMap((all) => [
      ...all.keys(),
    ])) {
      expect(name).toMatch(/^[a-z0-9-]+$/);
    }
  });
});

test('any text has a type or none', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string({ unit: 'binary' }), (domain, path, title) => {
      expect(() => bookmarkType({ domain, path, title })).not.toThrow();
    }),
  );
});
