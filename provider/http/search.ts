import { requirePro } from '@/provider/policies/plan';
import { presentBookmark } from '@/provider/presenters/bookmark';
import { presentCollectionSummary } from '@/provider/presenters/collection';
import type { Handlers } from '@/provider/http/handler';
import { countSmart } from '@/provider/services/collections/smart-counts';
import { describePage } from '@/provider/services/listing/pagination';
import { describeAnswer } from '@/provider/services/search/answer/describe-answer';
import { nameSpaces } from '@/provider/services/search/find-names';
import { searchLibrary } from '@/provider/services/search/search-library';

export const search: Handlers<'search.find'> = {
  'search.find': async ({ actor, context, query, deps }) => {
    const startedAt = performance.now();
    if (query.mode === 'ask') requirePro(actor, 'ask');
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
        spaces: await nameSpaces(deps.db, actor.spaceId, [...found.bookmarks, ...found.collections]),
        pagination: describePage(query, found.total, found.next),
        matches,
        query: { text, chips, words: [...prepared.words], parsed, closest: isClosest, dropped },
        suggestion,
        took: Math.round((performance.now() - startedAt) * 100) / 100,
      },
    };
  },
};
