import fs from 'node:fs';
import zlib from 'node:zlib';
import { DomUtils, parseDocument } from 'htmlparser2';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { answerVisit } from '@/app/public/answer-visit';
import { pageSize, showPage } from '@/app/public/show';
import {
  refusal,
  sampleBookmark,
  sampleOrigin,
  samplePage,
  sampleUuid,
  sampleVisit,
} from '@/app/public/testing/sample-visit';
import { themeCookie, themeGround } from '@/components/common/theme';
import { assets } from '@/lib/public-page/assets';
import { script } from '@/lib/public-page/script';
import { tokens } from '@/lib/public-page/stylesheet';

const path = `/public/${sampleUuid}/night-trains-of-europe`;

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

interface ReadPage {
  text: string;
  all: (name: string) => Element[];
  /** Attributes of the elements of a name for which these hold. */
  find: (name: string, attributes?: Record<string, string>) => Record<string, string>[];
}

async function read(sample: Partial<Parameters<typeof sampleVisit>[0]> = {}): Promise<ReadPage> {
  const visit = await sampleVisit({ path, answer: samplePage(), ...sample });
  const text = await (await answerVisit(visit, { file: null, size: pageSize }, showPage)).text();
  const document = parseDocument(text);
  const all = (name: string): Element[] => DomUtils.getElementsByTagName(name, document);
  return {
    text,
    all,
    find: (name, wanted = {}) =>
      all(name)
        .map(({ attribs }) => attribs)
        .filter((attribs) => Object.entries(wanted).every(([key, value]) => attribs[key] === value)),
  };
}

const hrefs = ({ find }: ReadPage, wanted: Record<string, string>): (string | undefined)[] =>
  [...find('link', wanted), ...find('a', wanted)].map(({ href }) => href);

/** Names of elements and their attributes in order: what texts must not be able to change. */
const shapeOf = ({ all }: ReadPage): string[] =>
  all('*').map(({ name, attribs }) => `${name} ${Object.keys(attribs).join(' ')}`);

// Guarantee: nothing that an owner can type becomes markup, a script or a link that runs code.
test('whatever things are called, the page is built the same', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }).filter((value) => value.trim() !== ''),
    fc.constantFrom(
      '"><script>alert(1)</script>',
      "' onmouseover='alert(1)",
      '</title></style></script><!-- <svg onload=alert(1)>',
      '\u202egnp.exe',
    ),
  );
  const named = (name: string) =>
    samplePage({ name, description: `x${name}` }, [sampleBookmark({ title: name, path: `/${name}` })]);
  const plain = shapeOf(await read({ answer: named('plain') }));
  await fc.assert(
    fc.asyncProperty(text, async (name) => {
      expect(shapeOf(await read({ answer: { ...named(name), owner: { name } } }))).toEqual(plain);
    }),
    { numRuns: 200 },
  );
});

test('the words of a search are never markup either', async () => {
  const answer = samplePage({}, []);
  const shape = async (q: string) =>
    shapeOf(await read({ path: `${path}?q=${encodeURIComponent(q)}`, answer }));
  expect(await shape('"><script>alert(1)</script>')).toEqual(await shape('plain'));
});

test.each([
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'mailto:a@b.example',
  'about:blank',
  '//evil.example',
  'not an address',
  '',
])('an address like %j is no link, in the page or in its data', async (url) => {
  const page = await read({
    answer: samplePage({}, [sampleBookmark({ url, domain: '', path: '', title: 'Inert' })]),
  });
  expect(page.find('a', { class: 'title' })).toEqual([]);
  expect(page.find('span', { class: 'title' })).toHaveLength(1);
  expect(page.text).toContain('"itemListElement":[]');
});

test('every link out opens in a tab of its own and vouches for nothing', async () => {
  expect((await read()).find('a', { class: 'title' })).toEqual([
    {
      class: 'title',
      dir: 'auto',
      href: 'https://back-on-track.eu/night-train-map',
      target: '_blank',
      rel: 'noopener ugc',
    },
  ]);
});

describe('the head', () => {
  it('says what the page is', async () => {
    const page = await read();
    expect(page.text).toContain('<title>Night trains of Europe · Markwell</title>');
    expect(hrefs(page, { rel: 'canonical' })).toEqual([`${sampleOrigin}${path}`]);
    expect(page.find('meta', { name: 'description' })[0]?.['content']).toMatch(/^Routes, timetables/);
    expect(page.find('meta', { property: 'og:image' })[0]?.['content']).toBe(
      `${sampleOrigin}${path}/picture.png`,
    );
    expect(page.find('meta', { name: 'twitter:card' })[0]?.['content']).toBe('summary_large_image');
    expect(page.find('meta', { name: 'robots' })).toEqual([]);
    expect(page.find('link', { rel: 'alternate' }).map(({ type, hreflang }) => type ?? hreflang)).toEqual([
      'en',
      'pt-BR',
      'x-default',
      'application/rss+xml',
      'application/atom+xml',
      'application/feed+json',
    ]);
  });

  it('of a page in the middle names itself and its neighbours', async () => {
    const page = await read({ path: `${path}?page=2`, answer: samplePage({ count: 120 }) });
    const at = (query: string): string => `${sampleOrigin}${path}${query}`;
    expect(hrefs(page, { rel: 'canonical' })).toEqual([at('?page=2')]);
    expect(hrefs(page, { rel: 'prev' })).toEqual([at(''), path]);
    expect(hrefs(page, { rel: 'next' })).toEqual([at('?page=3'), `${path}?page=3`]);
    expect(page.text).toContain('<title>Night trains of Europe, page 2 · Markwell</title>');
  });

  it('in a language of the address keeps that language', async () => {
    const page = await read({ path: `${path}?lang=pt-BR`, answer: samplePage({ count: 120 }) });
    expect(page.find('html')[0]?.['lang']).toBe('pt-BR');
    expect(hrefs(page, { rel: 'canonical' })).toEqual([`${sampleOrigin}${path}?lang=pt-BR`]);
    expect(hrefs(page, { rel: 'next' })[1]).toBe(`${path}?page=2&lang=pt-BR`);
  });

  it('has the links as data', async () => {
    const page = await read({ path: `${path}?page=2`, answer: samplePage({ count: 60 }) });
    const [data] = page.all('script').filter(({ attribs }) => attribs['type'] === 'application/ld+json');
    expect(JSON.parse(data ? DomUtils.textContent(data) : '')).toMatchObject({
      '@type': 'ItemList',
      name: 'Night trains of Europe',
      numberOfItems: 60,
      itemListElement: [{ position: 51, url: 'https://back-on-track.eu/night-train-map' }],
    });
  });

  it.each([
    ['a search', { path: `${path}?q=trains` }],
    ['an unlisted collection', { answer: samplePage({ listed: false }) }],
    ['a page that is not there', { answer: refusal(404, 'NOT_FOUND') }],
  ])('of %s keeps search engines away', async (_, sample) => {
    const page = await read(sample);
    expect(page.find('meta', { name: 'robots' })[0]?.['content']).toBe('noindex');
    expect(page.text).not.toContain('application/ld+json');
  });
});

describe('what a visitor sees', () => {
  it.each([
    [
      'en',
      [
        'Public collection',
        'Create your own collection',
        '1 link<',
        'Updated on 18 November 2026',
        '>Mon<',
        'Sign up',
        '© 2026 Markwell',
      ],
    ],
    [
      'pt-BR',
      [
        'Coleção pública',
        'Crie a sua própria coleção',
        '1 link<',
        'Atualizada em 18 de novembro de 2026',
        '>Seg<',
        'Criar conta',
        '© 2026 Markwell',
      ],
    ],
  ] as const)('is in %s', async (locale, expected) => {
    const { text } = await read({ locale });
    for (const words of expected) expect(text).toContain(words);
  });

  it.each(['light', 'dark'] as const)('is %s where they chose so', async (theme) => {
    const page = await read({ theme });
    expect(page.find('html')[0]?.['data-theme']).toBe(theme);
    expect(page.find('meta', { name: 'theme-color' })).toEqual([
      { name: 'theme-color', content: themeGround[theme] },
    ]);
  });

  it('of an empty collection says that it is, without a search', async () => {
    const page = await read({ answer: samplePage({}, []) });
    expect(page.text).toContain('Nothing on this shelf yet');
    expect(page.find('form')).toEqual([]);
  });

  it('of a search without an answer says so and leads back', async () => {
    const page = await read({ path: `${path}?q=zeppelin`, answer: samplePage({ count: 52 }, []) });
    expect(page.text).toContain('Nothing found for “zeppelin”');
    expect(page.find('input', { name: 'q' })[0]?.['value']).toBe('zeppelin');
    expect(hrefs(page, { class: 'button' })).toContain(path);
  });
});

test('all the script of a page is less than a kilobyte, and its policy allows nothing else', async () => {
  expect(zlib.brotliCompressSync(script).length).toBeLessThan(1_000);
  const { all, text } = await read();
  const scripts = all('script').filter(({ attribs }) => attribs['type'] !== 'application/ld+json');
  expect(scripts.map((element) => DomUtils.textContent(element))).toEqual([script]);
  expect(text).not.toMatch(/\sstyle=/);
  expect(assets().contentPolicy).not.toMatch(/unsafe|https?:|\*/);
});

test('script and styles agree with the rest of the application', () => {
  const css = fs.readFileSync('app/globals.css', 'utf8');
  for (const [name, [light, dark]] of Object.entries(tokens)) {
    expect(css).toContain(`--${name}: light-dark(${light}, ${dark});`);
  }
  for (const fixed of [`${themeCookie}=`, themeGround.light, themeGround.dark])
    expect(script).toContain(fixed);
});
