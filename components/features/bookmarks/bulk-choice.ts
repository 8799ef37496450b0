import { type BookmarkSource, listFilter } from '@/components/features/bookmarks/bookmark-source';
import type { Selection } from '@/components/features/bookmarks/selection';
import type { BulkQuery } from '@/lib/contract/bulk';

/** What all bookmarks of a list have in common, as a call names it. Throws for a search, which no filter describes. */
export function sourceFilter(source: BookmarkSource): BulkQuery {
  switch (source.kind) {
    case 'library':
    case 'tag':
      return listFilter(source);
    case 'collection':
      return { collection: source.uuid };
    case 'search':
      // Changing everything for want of a filter would be the worst that could happen.
      throw new Error('Search results have no filter.');
  }
}

type Choice = { readonly uuids: string[] } | { readonly query: BulkQuery };

/** A selection as a call names it: bookmark by bookmark, or as all that a list holds. */
export function bulkChoice({ kind, named }: Selection, source: BookmarkSource): Choice {
  const names = [...named];
  if (kind === 'some') return { uuids: names };
  return { query: { ...sourceFilter(source), ...(names.length > 0 && { except: names }) } };
}
