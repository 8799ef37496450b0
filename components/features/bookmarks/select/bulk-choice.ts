import { listFilter, type BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import type { Selection } from '@/components/features/bookmarks/select/selection';
import type { BulkQuery } from '@/lib/contract/schemas/bulk';

type Choice = { readonly uuids: string[] } | { readonly query: BulkQuery };

/** A selection as a call names it: bookmark by bookmark, or as all that a list holds. */
export function bulkChoice({ kind, named }: Selection, source: BookmarkSource): Choice {
  const names = [...named];
  if (kind === 'some') return { uuids: names };
  return { query: { ...queryOf(source), ...(names.length > 0 && { except: names }) } };
}

function queryOf(source: BookmarkSource): BulkQuery {
  switch (source.kind) {
    case 'library':
    case 'tag':
      return listFilter(source);
    case 'collection':
      return { collection: source.uuid };
    case 'search':
      // Changing everything for want of a filter would be the worst that could happen.
      throw new Error('What a search has found is selected by name.');
  }
}
