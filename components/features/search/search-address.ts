import type { SearchFilter } from '@/lib/api/search';
import type { Plan } from '@/lib/contract/account';
import { hasFeature } from '@/lib/domain/plans';

export interface SearchAddress {
  readonly q: string;
  /** The words are searched as they are, without conditions understood from plain words. */
  readonly mode?: 'keyword' | undefined;
  /** Uuid of the collection that the search is narrowed to. */
  readonly collection?: string | undefined;
  /** Uuid of the space that the search is limited to; all spaces without it. */
  readonly space?: string | undefined;
}

type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const first = (value: Parameters[string]): string => (typeof value === 'string' ? value : (value?.[0] ?? ''));

/** Returns the search in the URL of the search screen; an invalid collection, space or mode is ignored. */
export function parseSearch({ q, mode, collection, space }: Parameters): SearchAddress {
  const [narrowed, limited] = [first(collection), first(space)];
  return {
    q: first(q).trim(),
    ...(first(mode) === 'keyword' && { mode: 'keyword' as const }),
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

/** Returns the mode of the API: conditions are understood from plain words if the plan includes it. */
export const modeOf = ({ mode }: Pick<SearchAddress, 'mode'>, plan: Plan): 'ask' | undefined =>
  mode === undefined && hasFeature(plan, 'ask') ? 'ask' : undefined;

/** Returns the API filter for a URL of the search screen, where the interpretation may take longer. */
export function filterOf(search: SearchAddress, plan: Plan): SearchFilter {
  const { q, collection, space } = search;
  return {
    q,
    ...(collection !== undefined && { collection }),
    ...(space !== undefined && { space }),
    ...(modeOf(search, plan) === 'ask' && { mode: 'ask', assist: true }),
  };
}

/** Returns the path of the page that explains the search. */
export const helpPath = (): string => '/help/search';
