import { searchColumns } from '@/lib/domain/search-vector';
import { keyAtTop } from '@/lib/domain/order-key';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { urlKeyHash } from '@/lib/domain/url-key';
import type { Database } from '@/provider/db/client';
import { bookmarkCollections, bookmarks, type BookmarkRow } from '@/provider/db/schema/library';
import { newId } from '@/provider/services/new-id';

export interface SampleBookmark extends Partial<Omit<BookmarkRow, 'id' | 'search' | 'titleKey'>> {
  title: string;
  url: string;
  collections: readonly string[];
}

/** Writes bookmarks in one go, as an import does: with any date, mark and place that a test wants. Answers their ids. */
export async function insertBookmarks(
  db: Database,
  { accountId, spaceId }: { accountId: string; spaceId: string },
  samples: readonly SampleBookmark[],
): Promise<string[]> {
  const rows = samples.map(({ collections, title, url, tags = [], description = '', ...rest }, index) => {
    const { domain, path } = parseBookmarkUrl(url);
    const createdAt = rest.createdAt ?? new Date(Date.UTC(2026, 0, 1, 0, 0, index));
    const row = {
      ...rest,
      id: newId(),
      accountId,
      spaceId,
      title,
      url,
      urlKey: urlKeyHash(url),
      domain,
      path,
      description: description ?? '',
      tags,
      encrypted: false,
      favorite: rest.favorite ?? false,
      highlighted: rest.highlighted ?? false,
      orderKey: rest.orderKey ?? keyAtTop(createdAt, index),
      createdAt,
      updatedAt: rest.updatedAt ?? createdAt,
      ...searchColumns({ title, tags, domain, path, description: description ?? '' }),
    };
    return { row, collections };
  });
  const links = rows.flatMap(({ row, collections }) =>
    collections.map((collectionId) => ({
      collectionId,
      bookmarkId: row.id,
      spaceId,
      live: !row.deletedAt,
      createdAt: row.createdAt,
    })),
  );
  await db.insert(bookmarks).values(rows.map(({ row }) => row));
  if (links.length > 0) await db.insert(bookmarkCollections).values(links);
  return rows.map(({ row }) => row.id);
}
