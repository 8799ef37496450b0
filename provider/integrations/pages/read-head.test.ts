import { describe, expect, it } from 'vitest';
import { createHeadReader, type Head } from '@/provider/integrations/pages/read-head';

/** Reads a document in pieces of a length, as far as the reader wants it; returns the head and the bytes it took. */
async function readBytes(document: Uint8Array, length = 700, contentType = 'text/html') {
  const reader = createHeadReader(contentType);
  let taken = 0;
  for (let start = 0; start < document.length; start += length) {
    taken = Math.min(document.length, start + length);
    if (!(await reader.write(document.subarray(start, taken)))) break;
  }
  return { head: reader.end(), taken };
}

const readHead = async (html: string, length = 64 * 1024): Promise<Head> =>
  (await readBytes(Buffer.from(html), length)).head;

describe('readHead', () => {
  it('returns title, links and meta unchanged', async () => {
    const head = await readHead(`<!doctype html><html><head><TITLE>A &amp; B</TITLE>
      <base href="/docs/"><link rel=canonical href="/c"><link REL="Shortcut Icon" HREF="/f.ico" sizes="16X16">
      <link rel=stylesheet href=/s.css><meta name=Description content="d"><meta property="og:image" content="/i.png">
      <meta name=description content="second"></head><body></body></html>`);
    expect(head.title).toBe('A & B');
    expect(head.base).toBe('/docs/');
    expect(head.canonical).toBe('/c');
    expect(head.icons).toEqual([{ href: '/f.ico', rel: 'shortcut icon', type: '', sizes: '16x16' }]);
    expect([...head.meta]).toEqual([
      ['description', 'd'],
      ['og:image', '/i.png'],
    ]);
  });

  it.each([
    ['</head>', '<head><title>page</title></head>'],
    ['<body>', '<head><title>page</title><body>'],
  ])('stops at %s', async (_name, start) => {
    const html = `${start}<title>late</title><meta name=description content=late>${' '.repeat(100_000)}`;
    const { head, taken } = await readBytes(Buffer.from(html));
    expect({ title: head.title, meta: head.meta.size }).toEqual({ title: 'page', meta: 0 });
    expect(taken).toBeLessThan(3_000);
  });

  it('reads a title behind a megabyte of script that mentions the end of the head', async () => {
    const script = `<script>"</head><body>".length;${'x = 1;'.repeat(170_000)}</script>`;
    const head = await readHead(`<head>${script}<title>late</title></head><body>`);
    expect(head.title).toBe('late');
  });

  it.each([
    [
      'a heading',
      '<body><h1> <img alt=logo></h1><h1>The <em>real</em>\nheading</h1><h1>x</h1>',
      'The real\nheading',
    ],
    ['a title in the body', '<body><p>x</p><title>in the body</title>', 'in the body'],
  ])('without a title it reads on, to %s', async (_name, html, expected) => {
    const head = await readHead(`<head><title> </title></head>${html}`);
    expect(head.title.trim() || head.heading).toBe(expected);
  });

  it.each([
    ['{"@type":"NewsArticle","headline":"From data"}', 'From data'],
    ['[{"@type":"x"},{"@graph":[{"headline":" "},{"headline":"A &amp; B"}]}]', 'A & B'],
    ['{"headline":{"a":1}}', ''],
    ['{"headline":', ''],
    ['['.repeat(50_000), ''],
  ])('reads the headline of %.40s', async (json, expected) => {
    const head = await readHead(`<head><script type="application/ld+json">${json}</script></head>`);
    expect(head.headline).toBe(expected);
  });

  it.each([
    ['a first title that is blank', '<title> </title><title>page</title>', 'page'],
    ['an unclosed title', '<title>page', 'page'],
    ['an entity, decoded once', '<title>&amp;amp; &eacute;</title>', '&amp; é'],
  ])('reads %s', async (_name, html, title) => expect((await readHead(html)).title).toBe(title));

  it('decodes the values in pieces of any size, in an encoding declared late', async () => {
    const document = Buffer.concat([
      Buffer.from(`<script>${' '.repeat(4000)}</script><title>`),
      Buffer.from([0xcf, 0xf0, 0xe8]),
      Buffer.from(
        ' &mdash; </title><meta http-equiv=content-type content="text/html; charset=windows-1251">',
      ),
    ]);
    for (const length of [1, 333, 9_000]) {
      expect((await readBytes(document, length)).head.title).toBe('При — ');
    }
  });

  it('reads UTF-16, with a mark or without', async () => {
    const html = '<!doctype html><title>日本 é</title>';
    for (const mark of ['\ufeff', '']) {
      const document = Buffer.from(mark + html, 'utf16le');
      expect((await readBytes(document, 3)).head.title).toBe('日本 é');
    }
  });

  it('reads on behind a short head until the encoding can be detected', async () => {
    const decoder = new TextDecoder('windows-1251');
    const codes = new Map(
      Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
    );
    const encode = (text: string) => Buffer.from([...text].map((character) => codes.get(character) ?? 0));
    const text = 'Сегодня в городе открылась новая библиотека с читальным залом. '.repeat(20);
    const html = `<head><title>Чай</title></head><body><p>${text}</p>`;
    expect((await readBytes(encode(html), 40)).head.title).toBe('Чай');
  });

  it('keeps a refresh of the page apart from one for browsers without scripts', async () => {
    const head = await readHead(
      '<noscript><meta http-equiv=refresh content="0;url=/plain"></noscript><meta http-equiv=Refresh content="1; url=/next">',
    );
    expect([head.refresh, head.scriptlessRefresh]).toEqual(['1; url=/next', '0;url=/plain']);
  });

  it('takes few icons that are in the page itself', async () => {
    const link = (length: number) => `<link rel=icon href="data:image/png;base64,${'A'.repeat(length)}">`;
    const head = await readHead(link(20_000).repeat(9) + link(70_000));
    expect(head.icons).toHaveLength(4);
  });

  it.each([
    ['a picture', '<svg><title>icon</title></svg><title>page</title>'],
    ['a script', '<script>"<title>script</title>"</script><title>page</title>'],
    ['a comment', '<!-- <title>comment</title> --><title>page</title>'],
    ['a second title', '<title>page</title><title>other</title>'],
  ])('is not misled by %s', async (_name, html) => expect((await readHead(html)).title).toBe('page'));

  it('ignores inherited property names', async () => {
    const head = await readHead(
      '<meta name="__proto__" content="x"><meta name="constructor" content="y"><link rel=icon __proto__=x>',
    );
    expect([...head.meta.keys()]).toEqual(['__proto__', 'constructor']);
    expect(head.icons).toEqual([]);
  });

  it('limits what it returns of a head that never ends', async () => {
    const links = '<link rel=icon href=/a>'.repeat(1000);
    const metas = Array.from({ length: 1000 }, (_, index) => `<meta name=n${index} content=x>`).join('');
    const long = `<link rel=canonical href=/${'a'.repeat(10_000)}>`;
    const head = await readHead(`${links}${metas}${long}<title>${'t'.repeat(50_000)}`);
    expect(head.icons).toHaveLength(32);
    expect(head.meta.size).toBe(200);
    expect(head.canonical).toBe('');
    expect(head.title.length).toBeLessThan(20_000);
  });

  const size = 3 * 1024 * 1024;
  it.each([
    ['angle brackets', '<'],
    ['ampersands', '&'],
    ['entities', '&amp;'],
    ['open tags', '<a>'],
    ['nested pictures', '<svg>'],
    ['close tags', '</a>'],
    ['comments', '<!---'],
    ['declarations', '<!'],
    ['attributes', '<a '.padEnd(5) + 'b=c '.repeat(10_000)],
    ['one tag of attributes', 'x="" '],
    ['quotes', '<a b="'],
    ['scripts', '<script></scrip'],
    ['titles', '<title></titl'],
  ])('reads three megabytes of %s in a limited time', async (_name, unit) => {
    const prefix = unit.startsWith('<') || unit.startsWith('&') ? '' : '<meta ';
    const html = (prefix + unit.repeat(Math.ceil(size / unit.length))).slice(0, size);
    const before = process.threadCpuUsage();
    await readHead(html);
    expect(process.threadCpuUsage(before).user).toBeLessThan(4_000_000);
  });
});
