import type { Show } from '@/app/public/answer-visit';
import { collectionView } from '@/app/public/collection-view';
import { assets } from '@/lib/public-page/assets';
import { collectionPage } from '@/lib/public-page/collection-page';
import { atomFeed, jsonFeed, rssFeed, type Feed } from '@/lib/public-page/feeds';
import { nothingAllowed } from '@/lib/public-page/respond';
import { isIndexed } from '@/lib/public-page/views';

/** Bookmarks of a page, and of a feed. */
export const pageSize = 50;

/** The page itself. */
export const showPage: Show = (page, asked, visit) => {
  const view = collectionView(page, asked, visit);
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: collectionPage(view, visit.look),
    contentPolicy: assets().contentPolicy,
    indexed: isIndexed(view),
  };
};

const showFeed =
  (type: string, write: (feed: Feed) => string): Show =>
  (page, asked, visit) => {
    const view = collectionView(page, { ...asked, q: '', page: 1 }, visit);
    const entries = page.bookmarks.flatMap(({ uuid }, index) => {
      const row = view.rows[index];
      return row === undefined ? [] : [{ uuid, row }];
    });
    return {
      status: 200,
      type: `${type}; charset=utf-8`,
      body: write({ view, look: visit.look, entries }),
      contentPolicy: nothingAllowed,
      indexed: view.listed,
      // Readers of feeds run in browsers too.
      headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
    };
  };

export const showRss = showFeed('application/rss+xml', rssFeed);
export const showAtom = showFeed('application/atom+xml', atomFeed);
export const showJson = showFeed('application/feed+json', jsonFeed);
