import { addressIn } from '@/components/features/search/address-in';
import type { Plan } from '@/lib/contract/schemas/account';
import type { SearchResult } from '@/lib/contract/schemas/search';

/** What can be done where a search has found nothing, or little. */
export type Way =
  /** Search for something like it that is there. */
  | { readonly kind: 'suggestion'; readonly text: string }
  /** Take the words of a question as they are. */
  | { readonly kind: 'words' }
  /** Read the words as a question. */
  | { readonly kind: 'ask' }
  /** See the plan that questions are part of. */
  | { readonly kind: 'upgrade' }
  /** Leave the collections out, or every condition. */
  | { readonly kind: 'everywhere' | 'conditions'; readonly text: string }
  /** Save the page whose address was typed. */
  | { readonly kind: 'add'; readonly url: string };

interface Situation {
  readonly text: string;
  readonly isQuestion: boolean;
  readonly plan: Plan;
  readonly result: Pick<SearchResult, 'query' | 'suggestion'>;
  /** The query without its conditions of a field, or without any where none is named. */
  readonly without: (field?: string) => string;
  /** The search is narrowed by something that does not stand in the text. */
  readonly isNarrowed?: boolean;
}

/** The ways on from a search without results, the likeliest first. */
export function waysOn({ text, isQuestion, plan, result, without, isNarrowed = false }: Situation): Way[] {
  const { chips } = result.query;
  const fields = new Set(chips.map(({ field }) => field));
  const url = addressIn(text);
  const words = without();
  const everywhere = fields.has('collection') || isNarrowed ? without('collection') : null;
  const bare = fields.size > Number(fields.has('collection')) && words !== '' ? words : null;
  // A way out that has a name of its own is not offered as a guess as well.
  const guess = [everywhere, bare].includes(result.suggestion) ? null : result.suggestion;
  return [
    ...(url === null ? [] : [{ kind: 'add', url } as const]),
    ...(guess === null ? [] : [{ kind: 'suggestion', text: guess } as const]),
    ...(everywhere === null ? [] : [{ kind: 'everywhere', text: everywhere } as const]),
    ...(bare === null ? [] : [{ kind: 'conditions', text: bare } as const]),
    ...(isQuestion && chips.length > 0 ? [{ kind: 'words' } as const] : []),
    ...(url === null && !isQuestion ? [{ kind: plan === 'pro' ? 'ask' : 'upgrade' } as const] : []),
  ];
}
