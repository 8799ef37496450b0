import { describe, expect, it } from 'vitest';
import { collectionMetadata, listData, withShownName } from '@/app/public/collection-metadata';
import {
  sampleBookmark,
  sampleOrigin,
  samplePage,
  sampleTranslator,
  sampleUuid,
} from '@/components/features/public/testing/sample-collection';
import type { PublicCollectionPage } from '@/lib/contract/public';
import type { PublicView } from '@/lib/domain/public-address';

const path = `/public/${sampleUuid}/night-trains-of-europe`;
const t = await sampleTranslator();

const contextOf = (view: Partial<PublicView>) => ({
  view: { q: '', page: 1, lang: null, ...view },
  t,
  locale: 'en' as const,
  origin: sampleOrigin,
});
const metadataOf = (found: PublicCollectionPage, view: Partial<PublicView> = {}) =>
  collectionMetadata(found, contextOf(view));
const dataOf = (found: PublicCollectionPage, view: Partial<PublicView> = {}) =>
  listData(found, contextOf(view));

describe('the default collection', () => {
  it('is named in the language of the visitor', async () => {
    const found = samplePage({ name: 'Uncategorized', isDefault: true });
    const shown = withShownName(found, await sampleTranslator('pt-BR'));
    expect(shown).toEqual({ ...found, collection: { ...found.collection, name: 'Sem categoria' } });
    expect(withShownName(samplePage(), t)).toEqual(samplePage());
  });
});

describe('metadata', () => {
  it('describes the collection', () => {
    const metadata = metadataOf(samplePage());
    expect(metadata).toMatchObject({
      title: 'Night trains of Europe',
      alternates: {
        canonical: path,
        languages: { en: `${path}?lang=en`, 'pt-BR': `${path}?lang=pt-BR`, 'x-default': path },
        types: {
          'application/rss+xml': [{ title: 'Night trains of Europe (RSS)', url: `${path}/rss.xml` }],
          'application/atom+xml': [{ title: 'Night trains of Europe (Atom)', url: `${path}/atom.xml` }],
          'application/feed+json': [
            { title: 'Night trains of Europe (JSON Feed)', url: `${path}/feed.json` },
          ],
        },
      },
      pagination: { previous: null, next: null },
      openGraph: {
        title: 'Night trains of Europe',
        url: path,
        locale: 'en_US',
        images: [
          {
            url: `${path}/opengraph-image`,
            alt: 'Night trains of Europe, a public collection by Marina Souza',
          },
        ],
      },
    });
    expect(metadata.description).toMatch(/^Routes, timetables/);
    expect(metadata.robots).toBeUndefined();
  });

  it('summarises a collection without a description, and cuts a long one', () => {
    expect(metadataOf(samplePage({ description: ' \n ' })).description).toBe(
      '1 link, collected by Marina Souza.',
    );
    const long = metadataOf(samplePage({ description: '🚂'.repeat(400) })).description ?? '';
    expect(Array.from(long)).toHaveLength(300);
    expect(long.endsWith('🚂…')).toBe(true);
  });

  it('of a page in the middle contains its own and the adjacent URLs, in the language of the URL', () => {
    const metadata = metadataOf(samplePage({ count: 120 }), { page: 2, lang: 'pt-BR' });
    expect(metadata).toMatchObject({
      title: 'Night trains of Europe, page 2',
      alternates: { canonical: `${path}?page=2&lang=pt-BR` },
      pagination: {
        previous: `${sampleOrigin}${path}?lang=pt-BR`,
        next: `${sampleOrigin}${path}?page=3&lang=pt-BR`,
      },
    });
  });

  it.each([
    ['a search', samplePage(), { q: 'trains' }],
    ['an unlisted collection', samplePage({ listed: false }), {}],
  ])('of %s keeps search engines away', (_, found, view) => {
    const metadata = metadataOf(found, view);
    expect(metadata.robots).toEqual({ index: false });
    expect(metadata.alternates?.languages).toBeUndefined();
    expect(dataOf(found, view)).toBeNull();
  });
});

it('the links are schema.org data with their positions, web links only', () => {
  const inert = sampleBookmark({ url: 'javascript:alert(1)' });
  expect(dataOf(samplePage({ count: 60 }, [inert, sampleBookmark()]), { page: 2 })).toMatchObject({
    '@type': 'ItemList',
    name: 'Night trains of Europe',
    url: `${sampleOrigin}${path}?page=2`,
    numberOfItems: 60,
    itemListElement: [{ position: 52, url: 'https://back-on-track.eu/night-train-map' }],
  });
});
