import { expect, test } from 'vitest';
import type { DroppedData } from '@/components/features/drop/dropped-data';
import { linksMax, readLinks } from '@/components/features/drop/read-links';

const dropped = (data: Partial<DroppedData>): DroppedData => ({
  ...{ uriList: '', mozUrl: '', html: '', plain: '', files: [] },
  ...data,
});
const urlsIn = async (data: Partial<DroppedData>) =>
  (await readLinks(dropped(data))).links.map(({ url }) => url);

test('a link in several formats is one, with the title from any of them', async () => {
  const url = 'https://trains.example/map';
  expect(
    await readLinks(dropped({ uriList: url, plain: url, mozUrl: `${url}\n  Every route \n on one map` })),
  ).toEqual({ links: [{ url, title: 'Every route' }], leftOut: 0 });
});

test('comments in a list of addresses are ignored', async () => {
  expect(
    await urlsIn({ uriList: '# from elsewhere\r\nhttps://a.example/\r\nhttps://b.example/\r\n' }),
  ).toEqual(['https://a.example/', 'https://b.example/']);
});

test.each([
  ['the end of a sentence', 'See https://a.example/page.', 'https://a.example/page'],
  ['brackets around', '(https://a.example/page)', 'https://a.example/page'],
  ['a bracket of its own', 'https://a.example/Night_(train), or', 'https://a.example/Night_(train)'],
  ['quotes', '"https://a.example/?q=1&r=2"', 'https://a.example/?q=1&r=2'],
])('in text, an address ends before surrounding punctuation: %s', async (_, plain, url) => {
  expect(await urlsIn({ plain })).toEqual([url]);
});

test('several links of a text come in their order, each once', async () => {
  const plain = 'https://b.example/ and https://a.example/, again https://b.example/';
  expect(await urlsIn({ plain })).toEqual(['https://b.example/', 'https://a.example/']);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'just words', 'https://'])(
  '%s is no link',
  async (text) => {
    expect(await urlsIn({ uriList: text, plain: text, mozUrl: `${text}\nA title` })).toEqual([]);
  },
);

test.each([
  ['Windows', 'Night trains.url', '[InternetShortcut]\r\nURL=https://a.example/?x=1&y=2\r\nIconIndex=0'],
  ['Linux', 'Night trains.desktop', '[Desktop Entry]\nType=Link\nURL=https://a.example/?x=1&y=2\n'],
  [
    'macOS',
    'Night trains.webloc',
    '<plist><dict><key>URL</key>\n<string>https://a.example/?x=1&amp;y=2</string></dict></plist>',
  ],
])('a link in a file of %s is named like the file', async (_, name, content) => {
  expect((await readLinks(dropped({ files: [new File([content], name)] }))).links).toEqual([
    { url: 'https://a.example/?x=1&y=2', title: 'Night trains' },
  ]);
});

test('other files, files without a link and huge ones contain none', async () => {
  const files = [
    new File(['URL=https://a.example/'], 'notes.txt'),
    new File(['[InternetShortcut]'], 'empty.url'),
    new File([`URL=https://a.example/\n${'x'.repeat(100_000)}`], 'huge.url'),
  ];
  expect(await urlsIn({ files })).toEqual([]);
});

test('the number of links per drop is limited', async () => {
  const plain = Array.from({ length: 500 }, (_, index) => `https://a.example/${index}`).join(' ');
  const { links, leftOut } = await readLinks(dropped({ plain }));
  expect([links.length, leftOut]).toEqual([linksMax, 500 - linksMax]);
});

test.each([
  ['lines', { plain: 'https://a.example/\njavascript:alert(1)\nmailto:b@c.example\nnote: later\nhello' }, 2],
  ['bookmarklets with spaces', { plain: 'https://a.example/\njavascript:void alert(1)' }, 1],
  ['a list of addresses', { uriList: 'https://a.example/\r\n# x\r\njavascript:a\r\nfile:///b\r\n' }, 2],
  [
    'a link in several formats',
    { uriList: 'javascript:a', plain: 'javascript:a', mozUrl: 'javascript:a\nA bookmarklet' },
    1,
  ],
  ['hosts with a port', { plain: 'localhost:3000\nhttps://a.example/' }, 0],
])('links that are not of the web are counted: %s', async (_, data, leftOut) => {
  expect((await readLinks(dropped(data))).leftOut).toBe(leftOut);
});
