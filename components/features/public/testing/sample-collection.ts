import { createTranslator } from 'next-intl';
import type { getTranslations } from 'next-intl/server';
import type { PublicBookmark, PublicCollectionPage } from '@/lib/contract/public';
import { loadMessages } from '@/lib/i18n/load-messages';
import type { Locale } from '@/lib/i18n/locale';
import type { Messages } from '@/lib/i18n/messages';

export const sampleUuid = '0190a5d0-ac96-774b-bcce-0123456789ab';
export const sampleOrigin = 'https://links.example';

/** A bookmark of a public collection, as the service returns it. */
export const sampleBookmark = (over: Partial<PublicBookmark> = {}): PublicBookmark => ({
  uuid: '0190a5d0-ac96-774b-bcce-000000000001',
  title: 'Night trains in Europe: every route on one map',
  url: 'https://back-on-track.eu/night-train-map',
  domain: 'back-on-track.eu',
  path: '/night-train-map',
  createdAt: '2026-11-16T08:30:00.000Z',
  cover: null,
  ...over,
});

/** A page of a public collection, as the service returns it. */
export function samplePage(
  collection: Partial<PublicCollectionPage['collection']> = {},
  bookmarks: readonly PublicBookmark[] = [sampleBookmark()],
): PublicCollectionPage {
  const count = collection.count ?? bookmarks.length;
  return {
    collection: {
      uuid: sampleUuid,
      name: 'Night trains of Europe',
      description: 'Routes, timetables and stories for people who would rather wake up somewhere else.',
      color: 'b93a1a',
      icon: null,
      cover: null,
      isDefault: false,
      slug: 'night-trains-of-europe',
      shareUrl: `${sampleOrigin}/public/${sampleUuid}/night-trains-of-europe`,
      listed: true,
      count,
      createdAt: '2021-03-01T10:00:00.000Z',
      updatedAt: '2026-11-18T10:00:00.000Z',
      layout: 'list',
      parts: ['collections', 'date'],
      ...collection,
    },
    owner: { name: 'Marina Souza' },
    bookmarks: [...bookmarks],
    pagination: { page: 1, size: 50, total: count, pages: Math.ceil(count / 50), next: null },
  };
}

/** The translator of public pages. */
export async function sampleTranslator(locale: Locale = 'en') {
  const messages = (await loadMessages(locale, ['Public'])) as Pick<Messages, 'Public'>;
  const t = createTranslator({ locale, messages, namespace: 'Public' });
  return t as Awaited<ReturnType<typeof getTranslations<'Public'>>>;
}
