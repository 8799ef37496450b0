import { DomUtils, parseDocument } from 'htmlparser2';
import fc from 'fast-check';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import { createRowDates } from '@/components/common/row-dates';
import { PublicScreen } from '@/components/features/public/public-screen';
import {
  sampleBookmark,
  sampleOrigin,
  samplePage,
  sampleUuid,
} from '@/components/features/public/testing/sample-collection';
import type { PublicCollectionPage } from '@/lib/contract/public';
import type { PublicView } from '@/lib/domain/public-address';
import { loadMessages } from '@/lib/i18n/load-messages';
import type { Locale } from '@/lib/i18n/locale';

const path = `/public/${sampleUuid}/night-trains-of-europe`;
const timeZone = 'UTC';
const now = new Date('2026-11-20T12:00:00.000Z');
const messages = {
  en: await loadMessages('en', ['Public']),
  'pt-BR': await loadMessages('pt-BR', ['Public']),
};

function render(found: PublicCollectionPage, view: Partial<PublicView> = {}, locale: Locale = 'en') {
  const text = renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone={timeZone}>
      <PublicScreen
        {...found}
        view={{ q: '', page: 1, lang: null, ...view }}
        origin={sampleOrigin}
        dates={createRowDates({ locale, timeZone, now })}
      />
    </NextIntlClientProvider>,
  );
  const document = parseDocument(text);
  const all = (name: string) => DomUtils.getElementsByTagName(name, document);
  return {
    text,
    all,
    words: DomUtils.textContent(document),
    /** Attributes of the links of the rows. */
    links: all('a')
      .map(({ attribs }) => attribs)
      .filter(({ class: names }) => names === 'row-title'),
    hrefs: all('a').map(({ attribs }) => attribs['href']),
  };
}

/** Returns the names of elements and attributes in order, which texts must not be able to change. */
const shapeOf = ({ all }: ReturnType<typeof render>): string[] =>
  all('*').map(({ name, attribs }) => `${name} ${Object.keys(attribs).join(' ')}`);

// Guarantee: nothing that an owner or a visitor can type becomes markup, a script or a link that runs code.
test('texts never change the elements of the page', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }).filter((value) => value.trim() !== ''),
    fc.constantFrom(
      '"><script>alert(1)</script>',
      "' onmouseover='alert(1)",
      '</title></style></script><!-- <svg onload=alert(1)>',
      '\u202egnp.exe',
    ),
  );
  const named = (name: string) => {
    const bookmark = sampleBookmark({ title: name, path: `/${name}` });
    return render(
      { ...samplePage({ name, description: `x${name}` }, [bookmark]), owner: { name } },
      { q: name },
    );
  };
  const plain = shapeOf(named('plain'));
  fc.assert(
    fc.property(text, (name) => {
      expect(shapeOf(named(name))).toEqual(plain);
    }),
    { numRuns: 100 },
  );
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
])('the url %j is not a link, and no icon is requested for it', (url) => {
  const page = render(samplePage({}, [sampleBookmark({ url, domain: '', path: '', title: 'Inert' })]));
  expect(page.links).toEqual([]);
  expect(page.all('img')).toEqual([]);
  expect(page.words).toContain('Inert');
});

test('a bookmark opens in a new tab with rel ugc; its icon comes from the public call', () => {
  const page = render(samplePage());
  expect(page.links).toEqual([
    {
      class: 'row-title',
      dir: 'auto',
      href: 'https://back-on-track.eu/night-train-map',
      target: '_blank',
      rel: 'noopener ugc',
    },
  ]);
  expect(page.all('img').map(({ attribs }) => [attribs['src'], attribs['data-letter']])).toEqual([
    [`/v1/preview/favicon/public?collection=${sampleUuid}&host=back-on-track.eu`, 'B'],
  ]);
});

test('cards have the pictures of the public call, and the letter of the site without one', () => {
  const cover = { version: 'v1', thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI', width: 640, height: 480 };
  const bookmarks = [sampleBookmark({ cover }), sampleBookmark({ uuid: 'other' })];
  const page = render(samplePage({ layout: 'cards', parts: ['cover', 'date'] }, bookmarks));
  expect(page.links).toHaveLength(2);
  const sources = page.all('img').map(({ attribs }) => attribs['src'] ?? '');
  const [picture, ...icons] = sources;
  expect(picture).toContain(`/v1/preview/cover/public?collection=${sampleUuid}&bookmark=`);
  expect(icons.every((source) => source.startsWith('/v1/preview/favicon/public'))).toBe(true);
  expect(page.text).toMatch(/class="cover" style="--tile:#[0-9a-f]{6}">B</);
});

test('cards use the width of large screens, and lists have a readable column', () => {
  const widths = (['cards', 'moodboard', 'list', 'compact', 'headlines'] as const).map(
    (layout) => /max-w-\d+/.exec(render(samplePage({ layout })).text)?.[0],
  );
  expect(widths).toEqual(['max-w-340', 'max-w-340', 'max-w-190', 'max-w-190', 'max-w-190']);
});

describe('a visitor', () => {
  it.each([
    [
      'en',
      [
        'Public collection',
        'Create your own collection',
        '1 link',
        'Updated on 18 November 2026',
        'Mon',
        'Sign up',
      ],
    ],
    [
      'pt-BR',
      [
        'Coleção pública',
        'Crie sua própria coleção',
        '1 link',
        'Atualizada em 18 de novembro de 2026',
        'Seg',
        'Criar conta',
      ],
    ],
  ] as const)('reads the page in %s', (locale, expected) => {
    const { words } = render(samplePage(), {}, locale);
    for (const text of expected) expect(words).toContain(text);
  });

  it('finds every feed, and the page in each language', () => {
    const { hrefs } = render(samplePage({ count: 120 }), { page: 2, q: 'a&b' });
    for (const file of ['rss.xml', 'atom.xml', 'feed.json']) expect(hrefs).toContain(`${path}/${file}`);
    for (const lang of ['en', 'pt-BR']) expect(hrefs).toContain(`${path}?q=a%26b&page=2&lang=${lang}`);
  });

  it('keeps search and language on other pages', () => {
    const { hrefs } = render(samplePage({ count: 120 }), { page: 2, q: 'x', lang: 'pt-BR' });
    expect(hrefs).toContain(`${path}?q=x&lang=pt-BR`);
    expect(hrefs).toContain(`${path}?q=x&page=3&lang=pt-BR`);
  });

  it('sees the empty state of an empty collection, without a search field', () => {
    const page = render(samplePage({}, []));
    expect(page.words).toContain('Nothing here yet');
    expect(page.all('form')).toEqual([]);
  });

  it('whose search finds nothing sees the query and a link to the whole list', () => {
    const page = render(samplePage({ count: 52 }, []), { q: 'zeppelin' });
    expect(page.words).toContain('Nothing found for “zeppelin”');
    expect(page.all('input').map(({ attribs }) => [attribs['name'], attribs['value']])).toEqual([
      ['q', 'zeppelin'],
    ]);
    expect(page.hrefs).toContain(path);
  });
});
