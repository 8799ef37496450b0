import { type BookmarkSource, listFilter } from '@/components/features/bookmarks/bookmark-source';
import type { Selection } from '@/components/features/bookmarks/selection';
import type { BulkQuery } from '@/lib/contract/bulk';

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
