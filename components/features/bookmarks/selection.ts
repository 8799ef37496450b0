import { type BookmarkSource, listFilter } from '@/components/features/bookmarks/bookmark-source';
import type { BulkQuery } from '@/lib/contract/bulk';

/** A row of a list: its bookmark, and its index in the whole list, counted from 0. */
export interface RowPlace {
  readonly uuid: string;
  readonly place: number;
}

/** Selected bookmarks of a list. */
export interface Selection {
  /** `some`: the named ones; `all`: every bookmark of the list, loaded or not, except the named ones. */
  readonly kind: 'some' | 'all';
  readonly named: ReadonlySet<string>;
  /** The row that was selected last: ranges start there. */
  readonly anchor: RowPlace | null;
  /** The named bookmarks when the anchor was set, so that a shrinking range restores their state. */
  readonly before: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

export const nothing: Selection = { kind: 'some', named: none, anchor: null, before: none };

export const isSelected = ({ kind, named }: Selection, uuid: string): boolean =>
  named.has(uuid) === (kind === 'some');

/** Returns the number of selected bookmarks of a list of `total`. */
export const selectedCount = ({ kind, named }: Selection, total: number): number =>
  kind === 'some' ? named.size : Math.max(0, total - named.size);

/** Returns the filter for all bookmarks of a list. Throws for a search, which no filter describes. */
export function sourceFilter(source: BookmarkSource): BulkQuery {
  switch (source.kind) {
    case 'library':
    case 'tag':
      return listFilter(source);
    case 'collection':
      return { collection: source.uuid };
    case 'search':
      // Without a filter, everything would be changed.
      throw new Error('Search results have no filter.');
  }
}

type Choice = { readonly uuids: string[] } | { readonly query: BulkQuery };

/** Returns a selection as API parameters: a list of bookmarks, or the query of the whole list. */
export function bulkChoice({ kind, named }: Selection, source: BookmarkSource): Choice {
  const names = [...named];
  if (kind === 'some') return { uuids: names };
  return { query: { ...sourceFilter(source), ...(names.length > 0 && { except: names }) } };
}
