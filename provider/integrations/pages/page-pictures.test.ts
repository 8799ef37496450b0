import { describe, expect, test } from 'vitest';
import { readPagePictures } from '@/provider/integrations/pages/page-pictures';
import { fetchFrom } from '@/provider/testing/covers';

const url = 'https://site.example/articles/one';
const read = (html: string) => readPagePictures(fetchFrom({ [url]: html }).fetchPage, url);

test('the pictures that a page names come first, each once, resolved', async () => {
  const found = await read(`<head><base href="/media/">
    <meta name="twitter:image" content="tw.jpg"><meta property="og:image" content="og.jpg?a=1&amp;b=2">
    <meta property="og:image:url" content="og.jpg?a=1&amp;b=2"></head>
    <img src="tw.jpg"><img src="https://cdn.example/é.png">`);
  expect(found).toEqual({
    named: ['https://site.example/media/og.jpg?a=1&b=2', 'https://site.example/media/tw.jpg'],
    shown: ['https://cdn.example/%C3%A9.png'],
  });
});

test('of the pictures of its content, the largest source, without icons and drawings', async () => {
  const found = await read(`<img src="icon.png" width="16" height="16"><img src="/logo.svg">
    <img src="data:image/png;base64,AAAA"><img data-src="lazy.jpg" src="data:image/gif;base64,R0lG">
    <img src="s.jpg" srcset="s.jpg 320w, m.jpg 1200w, l.jpg 4000w" width="800"><img src="2.jpg">`);
  expect(found?.shown).toEqual(
    ['lazy.jpg', 'm.jpg', '2.jpg'].map((name) => `https://site.example/articles/${name}`),
  );
});

describe('an address that the guard forbids', () => {
  test.each([
    'http://127.0.0.1/a.png',
    'file:///etc/passwd',
    'http://u:p@site.example/a',
    'javascript:alert(1)',
    'http://10.0.0.1:22/a.png',
  ])('is left out: %s', async (href) => {
    const found = await read(`<meta property="og:image" content="${href}"><img src="${href}">`);
    expect(found).toEqual({ named: [], shown: [] });
  });
});

test('a page that is a picture names itself, and another file has none', async () => {
  const of = (type: string) =>
    readPagePictures(fetchFrom({ [url]: { type, bytes: Buffer.from('x') } }).fetchPage, url);
  expect(await of('image/jpeg')).toEqual({ named: [url], shown: [] });
  expect(await of('image/svg+xml')).toEqual({ named: [], shown: [] });
  expect(await of('application/pdf')).toEqual({ named: [], shown: [] });
});

test('a gate in front of a page, and a page that cannot be read, have none', async () => {
  expect(
    await read('<title>Just a moment...</title><meta property="og:image" content="/gate.png">'),
  ).toBeNull();
  expect(await readPagePictures(fetchFrom({}).fetchPage, url)).toBeNull();
});

test('hostile markup ends soon, with what was found', async () => {
  const deep = await read(
    `<meta property="og:image" content="/a.png">${'<div>'.repeat(300_000)}<img src="b.png">`,
  );
  expect(deep).toEqual({ named: ['https://site.example/a.png'], shown: [] });
  const many = await read('<img src=a.png>'.repeat(100_000));
  expect(many?.shown).toEqual(['https://site.example/articles/a.png']);
  const long = await read(`<meta property="og:image" content="/${'a'.repeat(100_000)}">`);
  expect(long?.named).toEqual([]);
});
