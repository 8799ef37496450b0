import type { SearchFacets } from '@/lib/contract/schemas/search';
import type { Actor, RequestContext } from '@/provider/actor';
import type { AskDeps } from '@/provider/services/ask/ask-question';
import { countFacets } from '@/provider/services/search/facets/count-facets';
import { prepareSearch, type AskedFor } from '@/provider/services/search/search-library';

const nothing: SearchFacets = { collections: [], tags: [], hosts: [], types: [], years: [], exact: true };

/** What a search can be narrowed to. Finds, and throws, what the search itself does. */
export async function findFacets(
  deps: AskDeps,
  actor: Actor,
  context: Pick<RequestContext, 'timeZone' | 'locale'>,
  asked: AskedFor,
): Promise<SearchFacets> {
  const { scope, prepared, isEmpty } = await prepareSearch(deps, actor, context, asked);
  if (isEmpty || scope.size === 0) return nothing;
  const hasPageTexts = actor.plan === 'pro';
  return countFacets(deps.db, scope, { query: prepared, timeZone: context.timeZone, hasPageTexts });
}
