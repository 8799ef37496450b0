import type { Handlers } from '@/provider/middleware/handler';
import { presentBookmark } from '@/provider/modules/bookmarks/presenter';
import { countSmart } from '@/provider/modules/collections/list';
import { presentCollectionSummary } from '@/provider/modules/collections/routes';
import { describeAnswer } from '@/provider/modules/search/answer';
import { findExampleQuestions } from '@/provider/modules/search/example-questions';
import { findFacets } from '@/provider/modules/search/facets';
import { nameSpaces } from '@/provider/modules/search/lookups';
import { searchLibrary } from '@/provider/modules/search/search-library';
import { describePage } from '@/provider/pagination';
import { requireFeature } from '@/provider/policies';

export const search: Handlers<'search.find'> = {
  'search.find': async ({ actor, context, query, deps }) => {
    const startedAt = performance.now();
    if (query.mode === 'ask') requireFeature(actor, 'ask');
    const found = await searchLibrary(deps, actor, context, query);
    const { chips, dropped, matches, suggestion } = await describeAnswer(deps, actor, context, query, found);
    const { text, parsed, prepared, isClosest } = found.search;
    const collections = await countSmart(deps, found.collections, context);
    return {
      status: 200,
      body: {
        bookmarks: found.bookmarks.map(presentBookmark),
        tiers: found.tiers,
        collections: collections.map(presentCollectionSummary),
        tags: found.tags,
        spaces: await nameSpaces(deps.db, actor, [...found.bookmarks, ...found.collections]),
        pagination: describePage(query, found.total, found.next),
        matches,
        query: { text, chips, words: [...prepared.words], parsed, closest: isClosest, dropped },
        suggestion,
        took: Math.round((performance.now() - startedAt) * 100) / 100,
      },
    };
  },
};

export const searchFacets: Handlers<'search.facets' | 'search.examples'> = {
  'search.facets': async ({ actor, context, query, deps }) => {
    if (query.mode === 'ask') requireFeature(actor, 'ask');
    return { status: 200, body: await findFacets(deps, actor, context, query) };
  },
  'search.examples': async ({ actor, context, deps }) => {
    requireFeature(actor, 'ask');
    return { status: 200, body: { questions: await findExampleQuestions(deps, actor, context) } };
  },
};
