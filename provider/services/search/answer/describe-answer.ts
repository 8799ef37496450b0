import type { SearchChip, SearchMatch } from '@/lib/contract/schemas/search';
import { joinNodes } from '@/lib/domain/query/nodes';
import type { Query } from '@/lib/domain/query/query';
import type { Actor, RequestContext } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { labelChips } from '@/provider/services/search/answer/chip-labels';
import { explainHits } from '@/provider/services/search/answer/explain-hits';
import { suggestQuery } from '@/provider/services/search/answer/suggest-query';
import type { SearchRequest, SearchResults } from '@/provider/services/search/search-library';

export interface AnswerDescription {
  chips: SearchChip[];
  dropped: SearchChip[];
  matches: SearchMatch[];
  suggestion: string | null;
}

/** What the answer of a search says beside its hits; another query is suggested on the first page only. */
export async function describeAnswer(
  { db }: Pick<ProviderDeps, 'db'>,
  actor: Actor,
  { locale }: Pick<RequestContext, 'locale'>,
  { cursor, page = 1 }: SearchRequest,
  { search: { scope, prepared, isClosest, dropped }, bookmarks, total }: SearchResults,
): Promise<AnswerDescription> {
  const isFirst = cursor === undefined && page === 1;
  const [matches, suggestion] = await Promise.all([
    explainHits(db, bookmarks, prepared.words, { hasPageTexts: actor.plan === 'pro' }),
    isFirst && !isClosest && dropped.length === 0 ? suggestQuery(db, scope, prepared, total) : null,
  ]);
  const chipsOf = (query: Query): SearchChip[] => labelChips(locale, query);
  const asQuery: Query = { where: joinNodes('and', dropped), sort: null, limit: null };
  return { chips: chipsOf(prepared.query), dropped: chipsOf(asQuery), matches, suggestion };
}
