import { listFilter, type BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
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
      throw new Error('What a search has found is selected by name, and is in the order of the service.');
  }
}
