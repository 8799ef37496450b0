import { filePath, viewPath, type FileName } from '@/lib/public-page/addresses';
import { html, jsonInScript, type Html, type Part } from '@/lib/public-page/html';
import { isIndexed, type CollectionView, type Look } from '@/lib/public-page/views';
import { locales } from '@/lib/i18n/locale';

/** Feeds of a collection, by the type of their content. */
export const feeds = [
  { name: 'RSS', file: 'rss.xml', type: 'application/rss+xml' },
  { name: 'Atom', file: 'atom.xml', type: 'application/atom+xml' },
  { name: 'JSON Feed', file: 'feed.json', type: 'application/feed+json' },
] as const satisfies readonly { name: string; file: FileName; type: string }[];

const descriptionLength = 300;

/** What the page is called in a tab and in results. */
export function titleOf({ name, asked }: CollectionView, { words }: Look): string {
  if (asked.q !== '') return words('searchTitle', { name, query: asked.q });
  return asked.page > 1 ? words('pageTitle', { name, page: asked.page }) : name;
}

/** What a collection says of itself, or what can be said of it. */
export function describe(view: CollectionView, { words }: Look): string {
  const said = view.description.replace(/\s+/g, ' ').trim();
  if (said === '') return words('summary', { count: view.count, name: view.owner.name });
  const letters = Array.from(said);
  return letters.length <= descriptionLength ? said : `${letters.slice(0, descriptionLength - 1).join('')}…`;
}

/** Everything in the head that programs read: search engines, messengers, readers of feeds. */
export function collectionHead(view: CollectionView, look: Look): Html {
  const { shelf, asked } = view;
  const at = (path: string): string => `${look.origin}${path}`;
  return html`<meta name="description" content="${describe(view, look)}" />
    ${isIndexed(view) ? null : html`<meta name="robots" content="noindex" />`}
    <link rel="canonical" href="${at(viewPath(shelf, asked))}" />
    ${isIndexed(view) && languageLinks(view, at)}
    ${asked.page > 1 && html`<link rel="prev" href="${at(viewPath(shelf, { ...asked, page: asked.page - 1 }))}" />`}
    ${asked.page < view.pages && html`<link rel="next" href="${at(viewPath(shelf, { ...asked, page: asked.page + 1 }))}" />`}
    ${feeds.map(
      ({ name, file, type }) =>
        html`<link
          rel="alternate"
          type="${type}"
          title="${view.name} (${name})"
          href="${at(filePath(shelf, file))}"
        />`,
    )}
    ${previewMetas(view, look, at)} ${isIndexed(view) && listData(view, look, at)}`;
}

/** The same page in other languages; the address without one speaks the reader's own. */
function languageLinks({ shelf, asked }: CollectionView, at: (path: string) => string): Part {
  const link = (language: string, path: string): Html =>
    html`<link rel="alternate" hreflang="${language}" href="${at(path)}" />`;
  return [
    ...locales.map((locale) => link(locale, viewPath(shelf, { ...asked, lang: locale }))),
    link('x-default', viewPath(shelf, { ...asked, lang: null })),
  ];
}

/** How the page looks where its address is posted. */
function previewMetas(view: CollectionView, look: Look, at: (path: string) => string): Part {
  const alt = look.words('picture', { name: view.name, owner: view.owner.name });
  const entries: readonly (readonly [string, string])[] = [
    ['og:type', 'website'],
    ['og:site_name', look.words('product')],
    ['og:title', titleOf(view, look)],
    ['og:description', describe(view, look)],
    ['og:url', at(viewPath(view.shelf, view.asked))],
    ['og:locale', look.locale === 'en' ? 'en_US' : 'pt_BR'],
    ['og:image', at(filePath(view.shelf, 'picture.png'))],
    ['og:image:type', 'image/png'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', alt],
  ];
  return [
    entries.map(([property, content]) => html`<meta property="${property}" content="${content}" /> `),
    html`<meta name="twitter:card" content="summary_large_image" />`,
  ];
}

/** The rows as data of schema.org. */
function listData(view: CollectionView, look: Look, at: (path: string) => string): Html {
  const elements = view.rows.flatMap(({ href, title }, index) =>
    href === null ? [] : [{ '@type': 'ListItem', position: view.first + index, name: title, url: href }],
  );
  const data = {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name: view.name,
    description: describe(view, look),
    url: at(viewPath(view.shelf, view.asked)),
    numberOfItems: view.count,
    itemListOrder: 'https://schema.org/ItemListOrderDescending',
    itemListElement: elements,
  };
  return html`<script type="application/ld+json">
    ${jsonInScript(data)}
  </script>`;
}
