import type { Metadata } from 'next';
import type { getTranslations } from 'next-intl/server';
import { bookmarkTitle } from '@/components/entities/bookmark-text';
import type { PublicCollectionPage } from '@/lib/contract/public';
import { isLiveUrl } from '@/lib/domain/live-url';
import { feeds, publicFilePath, publicPath, type PublicView } from '@/lib/domain/public-address';
import { locales, type Locale } from '@/lib/i18n/locale';

export type PublicTranslator = Awaited<ReturnType<typeof getTranslations<'Public'>>>;

interface Context {
  view: PublicView;
  t: PublicTranslator;
  locale: Locale;
  /** Public origin of the application. */
  origin: string;
}

/** Size of the Open Graph picture, in pixels. */
export const pictureSize = { width: 1200, height: 630 };

const descriptionLength = 300;
const openGraphLocales: Record<Locale, string> = { en: 'en_US', 'pt-BR': 'pt_BR' };

/** Search engines may index a view if the owner lists the collection, but never search results. */
const isIndexed = ({ collection }: PublicCollectionPage, { q }: PublicView): boolean =>
  collection.listed && q === '';

/** Returns the collection with its displayed name: the default one is named in the visitor's language. */
export function withShownName(found: PublicCollectionPage, t: PublicTranslator): PublicCollectionPage {
  if (!found.collection.isDefault) return found;
  return { ...found, collection: { ...found.collection, name: t('uncategorized') } };
}

/** Returns the description of a collection, or a summary if its owner wrote none. */
export function describeCollection({ collection, owner }: PublicCollectionPage, t: PublicTranslator): string {
  const text = collection.description.replace(/\s+/g, ' ').trim();
  if (text === '') return t('summary', { count: collection.count, name: owner.name });
  const letters = Array.from(text);
  return letters.length <= descriptionLength ? text : `${letters.slice(0, descriptionLength - 1).join('')}…`;
}

/** Returns title, canonical URL, languages, feeds and Open Graph data of a page of a collection. */
export function collectionMetadata(found: PublicCollectionPage, context: Context): Metadata {
  const { collection, owner, pagination } = found;
  const { view, t, locale, origin } = context;
  const pathOf = (change: Partial<PublicView>): string => publicPath(collection, { ...view, ...change });
  const title = titleOf(found, context);
  const description = describeCollection(found, t);
  const indexed = isIndexed(found, view);
  return {
    title,
    description,
    ...(!indexed && { robots: { index: false } }),
    alternates: {
      canonical: pathOf({}),
      // The URL without a language uses the visitor's own.
      ...(indexed && {
        languages: {
          ...Object.fromEntries(locales.map((lang) => [lang, pathOf({ lang })])),
          'x-default': pathOf({ lang: null }),
        },
      }),
      types: Object.fromEntries(
        feeds.map(({ name, file, type }) => [
          type,
          [{ title: `${collection.name} (${name})`, url: publicFilePath(collection, file) }],
        ]),
      ),
    },
    pagination: {
      previous: view.page > 1 ? origin + pathOf({ page: view.page - 1 }) : null,
      next: view.page < pagination.pages ? origin + pathOf({ page: view.page + 1 }) : null,
    },
    openGraph: {
      type: 'website',
      siteName: t('product'),
      title,
      description,
      url: pathOf({}),
      locale: openGraphLocales[locale],
      images: [
        {
          url: publicFilePath(collection, 'opengraph-image'),
          ...pictureSize,
          type: 'image/png',
          alt: t('picture', { name: collection.name, owner: owner.name }),
        },
      ],
    },
    twitter: { card: 'summary_large_image' },
  };
}

/** Returns the links of a page as schema.org data; null for pages that are not indexed. */
export function listData(
  found: PublicCollectionPage,
  { view, t, origin }: Omit<Context, 'locale'>,
): object | null {
  if (!isIndexed(found, view)) return null;
  const { collection, bookmarks, pagination } = found;
  const before = (view.page - 1) * pagination.size;
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name: collection.name,
    description: describeCollection(found, t),
    url: origin + publicPath(collection, view),
    numberOfItems: collection.count,
    itemListOrder: 'https://schema.org/ItemListOrderDescending',
    itemListElement: bookmarks.flatMap((bookmark, index) =>
      isLiveUrl(bookmark.url)
        ? [
            {
              '@type': 'ListItem',
              position: before + index + 1,
              name: bookmarkTitle(bookmark),
              url: bookmark.url,
            },
          ]
        : [],
    ),
  };
}

function titleOf({ collection: { name } }: PublicCollectionPage, { view, t }: Context): string {
  if (view.q !== '') return t('searchTitle', { name, query: view.q });
  return view.page > 1 ? t('pageTitle', { name, page: view.page }) : name;
}
