import type { SearchChip, SearchMatch } from '@/lib/contract/schemas/search';
import type { Actor, RequestContext } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { labelChips } from '@/provider/services/search/answer/chip-labels';
import { explainHits } from '@/provider/services/search/answer/explain-hits';
import { suggestQuery } from '@/provider/services/search/answer/suggest-query';
import type { SearchRequest, SearchResults } from '@/provider/services/search/search-library';

export interface AnswerDescription {
  chips: SearchChip[];
  matches: SearchMatch[];
  suggestion: string | null;
}

/** What the answer of a search says beside its hits; another query is suggested on the first page only. */
export async function describeAnswer(
  { db }: Pick<ProviderDeps, 'db'>,
  actor: Actor,
  { locale }: Pick<RequestContext, 'locale'>,
  { cursor, page = 1 }: SearchRequest,
  { search: { scope, prepared }, bookmarks, total }: SearchResults,
): Promise<AnswerDescription> {
  const isFirst = cursor === undefined && page === 1;
  const [matches, suggestion] = await Promise.all([
    explainHits(db, bookmarks, prepared.words, { hasPageTexts: actor.plan === 'pro' }),
    isFirst ? suggestQuery(db, scope, prepared, total) : null,
  ]);
  return { chips: labelChips(locale, prepared.query), matches, suggestion };
}
