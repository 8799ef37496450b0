import type { SearchFilter } from '@/lib/api/search';
import type { Plan } from '@/lib/contract/account';
import { hasFeature } from '@/lib/domain/plans';

export interface SearchAddress {
  readonly q: string;
  /** The text is a question in natural language; without it, it is parsed as the grammar. */
  readonly mode?: 'ask' | undefined;
  /** Uuid of the collection that the search is narrowed to. */
  readonly collection?: string | undefined;
  /** Uuid of the space that the search is limited to; all spaces without it. */
  readonly space?: string | undefined;
}

type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const first = (value: Parameters[string]): string => (typeof value === 'string' ? value : (value?.[0] ?? ''));

/** Returns the search in the URL of the search screen; an invalid collection or space is ignored. */
export function parseSearch({ q, mode, collection, space }: Parameters): SearchAddress {
  const [narrowed, limited] = [first(collection), first(space)];
  return {
    q: first(q).trim(),
    ...(first(mode) === 'ask' && { mode: 'ask' as const }),
    ...(uuid.test(narrowed) && { collection: narrowed.toLowerCase() }),
    ...(uuid.test(limited) && { space: limited.toLowerCase() }),
  };
}

export function searchHref({ q, mode, collection, space }: SearchAddress): string {
  const query = new URLSearchParams({ q });
  if (mode !== undefined) query.set('mode', mode);
  if (collection !== undefined) query.set('collection', collection);
  if (space !== undefined) query.set('space', space);
  return `/search?${query.toString()}`;
}

/** Whether the text is read as a question: a plan without questions searches for its words. */
export const isQuestion = ({ mode }: Pick<SearchAddress, 'mode'>, plan: Plan): boolean =>
  mode === 'ask' && hasFeature(plan, 'ask');

/** Returns the API filter for a URL of the search screen, where a question may take longer. */
export function filterOf(search: SearchAddress, plan: Plan): SearchFilter {
  const { q, collection, space } = search;
  return {
    q,
    ...(collection !== undefined && { collection }),
    ...(space !== undefined && { space }),
    ...(isQuestion(search, plan) && { mode: 'ask', assist: true }),
  };
}
