import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { BulkQuery } from '@/lib/contract/schemas/bulk';
import { tagKey } from '@/lib/domain/tag-key';
import { parseTags } from '@/lib/domain/tags';
import { listScope } from '@/lib/queries/patches/bookmark-scope';
import type { OpenedText } from '@/lib/vault/opened';

/** Whether an encrypted bookmark stands in a list, as far as that can be told without reading it. */
export function isIn(filter: BulkQuery, bookmark: Bookmark, defaultCollection: string | undefined): boolean {
  if (listScope(filter).holds(bookmark) === false) return false;
  return filter.uncollected !== true || bookmark.collections[0]?.uuid === defaultCollection;
}

/** Whether an opened bookmark has a tag, and is in no trash. */
export function hasOpenedTag(name: string, { deletedAt }: Bookmark, { tags }: OpenedText): boolean {
  const key = tagKey(name);
  return deletedAt === null && parseTags(tags).some((tag) => tagKey(tag) === key);
}
