import { Problem } from '@/provider/problem';
import { presentBookmark } from '@/provider/presenters/bookmark';
import { presentCollectionSummary } from '@/provider/presenters/collection';
import type { Handlers } from '@/provider/http/handler';
import { describePage } from '@/provider/services/listing/pagination';
import { searchLibrary } from '@/provider/services/search/search-library';

export const search: Handlers<'search.find' | 'search.facets'> = {
  'search.facets': () =>
    Promise.resolve({
      status: 200,
      body: { collections: [], tags: [], hosts: [], types: [], years: [], exact: true },
    }),
  'search.find': async ({ actor, query, deps }) => {
    const startedAt = performance.now();
    if (query.mode === 'ask' && actor.plan !== 'pro') {
      throw new Problem('PLAN_REQUIRED', { data: { feature: 'ask' } });
    }
    const { bookmarks, collections, tags, total, next } = await searchLibrary(deps, actor, query);
    return {
      status: 200,
      body: {
        bookmarks: bookmarks.map(presentBookmark),
        collections: collections.map(presentCollectionSummary),
        tags,
        pagination: describePage(query, total, next),
        matches: [],
        query: { text: query.q.trim(), chips: [], words: [], parsed: true },
        suggestion: null,
        took: Math.round((performance.now() - startedAt) * 100) / 100,
      },
    };
  },
};
