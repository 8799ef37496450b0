import { requirePro } from '@/provider/policies/plan';
import { findExampleQuestions } from '@/provider/modules/search/example-questions';
import type { Handlers } from '@/provider/http/handler';
import { findFacets } from '@/provider/services/search/facets/find-facets';

export const searchFacets: Handlers<'search.facets' | 'search.examples'> = {
  'search.facets': async ({ actor, context, query, deps }) => {
    if (query.mode === 'ask') requirePro(actor, 'ask');
    return { status: 200, body: await findFacets(deps, actor, context, query) };
  },
  'search.examples': async ({ actor, context, deps }) => {
    requirePro(actor, 'ask');
    return { status: 200, body: { questions: await findExampleQuestions(deps, actor, context) } };
  },
};
