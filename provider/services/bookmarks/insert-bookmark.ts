import type { CollectionRef } from '@/lib/contract/schemas/collection';
import { keyAtTop, sequenceLimit } from '@/lib/domain/order-key';
import { printTags } from '@/lib/domain/tags';
import type { Queryable } from '@/provider/db/transaction';
import {
  contentColumns,
  contentValues,
  type BookmarkContent,
} from '@/provider/services/bookmarks/bookmark-content';
import type { BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';

export interface NewBookmark {
  id: string;
  accountId: string;
  spaceId: string;
  content: BookmarkContent;
  favorite: boolean;
  /** Without repetition; none means the default one, which counts only on its own. */
  collections: readonly string[];
  /** Save it although the same page is in the space already. */
  isForced: boolean;
  now: Date;
}

interface Answer {
  made: boolean;
  /** How many of the collections are of the space. */
  places: number;
  /** Whether one of them gathers by itself. */
  smart: boolean;
  collections: CollectionRef[] | null;
}

const firstContentPlace = 9;
const contentPlaces = contentColumns.map((_, index) => `$${firstContentPlace + index}`);

// One statement, which is a transaction of its own where there is none around it: a bookmark is saved while somebody
// waits, and each way to the database costs as much as the work that is done there. It waits for the lock of the space
// before it looks at anything, see `mw_open_places`.
const insert = {
  name: 'insert-bookmark',
  text: `
    with places as (
      select * from mw_open_places($3, $${firstContentPlace + 2}, $8)
    ), placed as (
      select * from places p
      where cardinality($8) < 2 or not (select c.is_default from collections c where c.id = p.id)
    ), made as (
      insert into bookmarks (id, account_id, space_id, favorite, order_key, created_at, updated_at, ${contentColumns.join(', ')})
      select $1, $2, $3, $4, $5, $6, $6, ${contentPlaces.join(', ')}
      where (select count(*) from places where not smart) = greatest(cardinality($8), 1)
        and ($7 or not exists (select 1 from places where taken))
      on conflict (id) do nothing
      returning id
    ), links as (
      insert into bookmark_collections (bookmark_id, collection_id, space_id, live, created_at)
      select made.id, p.id, $3, true, $6 from made cross join placed p
    ), untitled as (
      insert into metadata_fetches (bookmark_id, due_at)
      select made.id, $6 from made
      where $${firstContentPlace} = '' and $${firstContentPlace + 1} ~ '^https?:'
    )
    select exists (select 1 from made) as made, (select count(*)::integer from places) as places,
      exists (select 1 from places where smart) as smart,
      (select json_agg(json_build_object('uuid', id, 'name', name, 'color', color, 'security', security)
        order by mw_natural(name_key), id) from placed) as collections`,
};

/**
 * Locks the space and inserts a bookmark with its links. Answers the record, or why there is none: a collection that is
 * not of the space, or a space that is gone; a collection that gathers by itself; or else a page or an id that is taken.
 */
export async function insertBookmark(
  tx: Queryable,
  bookmark: NewBookmark,
): Promise<BookmarkRecord | 'foreign-collection' | 'smart-collection' | 'taken'> {
  const { id, accountId, spaceId, content, favorite, collections, isForced, now } = bookmark;
  const orderKey = keyAtTop(now, Math.floor(Math.random() * sequenceLimit));
  const { rows } = await tx.query<Answer>({
    ...insert,
    values: [
      id,
      accountId,
      spaceId,
      favorite,
      orderKey,
      now,
      isForced,
      collections,
      ...contentValues(content),
    ],
  });
  const answer = rows[0];
  if (answer?.made === true) return recordOf(bookmark, orderKey, answer.collections);
  if ((answer?.places ?? 0) < Math.max(collections.length, 1)) return 'foreign-collection';
  return answer?.smart === true ? 'smart-collection' : 'taken';
}

/** The record as a read would answer it. */
function recordOf(
  { id, spaceId, content, favorite, now }: NewBookmark,
  orderKey: string,
  collections: CollectionRef[] | null,
): BookmarkRecord {
  const createdAt = now.toISOString().slice(0, -1).replace('T', ' ');
  const { title, url, domain, path, description, encrypted, cipher, hint } = content;
  return {
    ...{ id, spaceId, title, url, domain, path, description, encrypted, cipher, hint, favorite, orderKey },
    tags: printTags(content.tags),
    highlighted: false,
    broken: false,
    visits: 0,
    createdAt,
    updatedAt: createdAt,
    lastAccessedAt: null,
    deletedAt: null,
    collections,
  };
}
