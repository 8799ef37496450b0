import { describe, expect, it } from 'vitest';
import { readHead } from '@/provider/integrations/page-metadata';

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
    ['</head>', '<head></head><title>late</title><meta name=description content=late>'],
    ['<body>', '<head><body><title>late</title><meta name=description content=late>'],
  ])('stops at %s', async (_name, html) => {
    const head = await readHead(html);
    expect({ title: head.title, meta: head.meta.size }).toEqual({ title: '', meta: 0 });
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

  const size = 512 * 1024;
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
  ])('reads half a megabyte of %s in a moment', async (_name, unit) => {
    const prefix = unit.startsWith('<') || unit.startsWith('&') ? '' : '<meta ';
    const html = (prefix + unit.repeat(Math.ceil(size / unit.length))).slice(0, size);
    const before = process.threadCpuUsage();
    await readHead(html);
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_500_000);
  });
});
