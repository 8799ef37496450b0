import type { BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import type { Selection } from '@/components/features/bookmarks/selection';
import { sourceFilter } from '@/components/features/bookmarks/source-filter';
import type { BulkQuery } from '@/lib/contract/bulk';

type Choice = { readonly uuids: string[] } | { readonly query: BulkQuery };

/** A selection as a call names it: bookmark by bookmark, or as all that a list holds. */
export function bulkChoice({ kind, named }: Selection, source: BookmarkSource): Choice {
  const names = [...named];
  if (kind === 'some') return { uuids: names };
  return { query: { ...sourceFilter(source), ...(names.length > 0 && { except: names }) } };
}
