import { sql, type SQL } from 'drizzle-orm';
import type { BodyOf } from '@/provider/middleware/handler';
import type { CollectionRef } from '@/lib/contract/collections';
import { keyOfNew } from '@/lib/domain/order-key';
import type { Actor, CurrentSpace } from '@/provider/actor';
import { executePrepared, newId, toSql, type Executor } from '@/provider/db/client';
import { currentCredential, inTransaction, lockSpace } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import {
  contentColumns,
  contentValues,
  contentAfter,
  encryptedContent,
  type BookmarkContent,
} from '@/provider/modules/bookmarks/content';
import { eachColumn } from '@/provider/modules/bookmarks/columns';
import { sendMetadataJob } from '@/provider/modules/bookmarks/metadata';
import {
  editedColumns,
  editedOf,
  nothingEdited,
  presentBookmark,
  recordOfNew,
  type BookmarkRecord,
  type EditedFields,
} from '@/provider/modules/bookmarks/record';
import { findBookmark, findBookmarkByKey } from '@/provider/modules/bookmarks/queries';
import { Problem } from '@/provider/problem';

interface NewBookmark {
  id: string;
  accountId: string;
  spaceId: string;
  content: BookmarkContent;
  edited: EditedFields;
  /** Without duplicates; empty means the default collection, which is ignored beside others. */
  collections: readonly string[];
  /** Whether to save it even if the same page already exists in the space. */
  isForced: boolean;
  /** See {@link CreateOptions}. */
  isFetched: boolean;
  now: Date;
}

interface InsertResult {
  made: boolean;
  /** Number of the collections that belong to the space. */
  places: number;
  /** Whether one of them is smart. */
  smart: boolean;
  collections: CollectionRef[] | null;
  /** In the spelling of the space. */
  tags: string[] | null;
}

const columnNames = toSql(() => eachColumn(editedColumns, (column) => column));
const editedValues = (edited: EditedFields): SQL =>
  toSql((parameters) =>
    eachColumn(
      editedColumns,
      (_, name, type) => `${parameters.add(edited[name as keyof EditedFields])}::${type}`,
    ),
  );

// A single statement, and thus a transaction of its own outside of one: saving a bookmark is interactive, and each
// round trip to the database costs as much as the work itself. It locks the space before it reads anything, see
// `mw_open_places`.
function insertion(bookmark: NewBookmark, orderKey: string): SQL {
  const { id, accountId, spaceId, content, edited, isForced, isFetched, now } = bookmark;
  const collections = sql`${sql.param(bookmark.collections)}::uuid[]`;
  return sql`
    with places as (
      select p.* from mw_open_places(${accountId}, ${spaceId}, ${content.urlKey}, ${collections}) p
      where set_config('markwell.credential', ${currentCredential() ?? ''}, true) is not null
    ), placed as (
      select * from places p
      where cardinality(${collections}) < 2 or not (
        select c.is_default from collections c where c.account_id = ${accountId} and c.id = p.id)
    ), made as (
      insert into bookmarks (id, account_id, space_id, order_key, created_at, updated_at, ${columnNames}, ${contentColumns})
      select ${id}, ${accountId}, ${spaceId}, ${orderKey}, ${now}, ${now}, ${editedValues(edited)}, ${contentValues(content)}
      where (select count(*) from places where not smart) = greatest(cardinality(${collections}), 1)
        and (${isForced} or not exists (select 1 from places where taken))
        and not exists (select 1 from bookmarks o where o.id = ${id})
      on conflict (account_id, id) do nothing
      returning id, tags
    ), links as (
      insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at)
      select ${accountId}, made.id, p.id, ${spaceId}, true, ${now} from made cross join placed p
    ), untitled as (
      insert into metadata_fetches (account_id, bookmark_id)
      select ${accountId}, made.id from made
      where ${content.title}::text = '' and ${content.url}::text ~* '^https?:' and ${isFetched}
    ), unvisited_links as (
      insert into link_checks (account_id, bookmark_id, host, due_at)
      select ${accountId}, made.id, ${content.domain}, 'infinity' from made where not ${isFetched}
    ), unvisited_pages as (
      insert into page_fetches (account_id, bookmark_id, host, due_at)
      select ${accountId}, made.id, ${content.domain}, 'infinity' from made where not ${isFetched}
    ), unvisited_copies as (
      insert into copy_fetches (account_id, bookmark_id, host, due_at)
      select ${accountId}, made.id, ${content.domain}, 'infinity' from made where not ${isFetched}
    ), unvisited_covers as (
      insert into cover_fetches (account_id, bookmark_id, host, due_at)
      select ${accountId}, made.id, ${content.domain}, 'infinity' from made where not ${isFetched}
    )
    select exists (select 1 from made) as made, (select count(*)::integer from places) as places,
      exists (select 1 from places where smart) as smart,
      (select json_agg(json_build_object('uuid', id, 'name', name, 'color', color, 'icon', icon, 'security', security)
        order by natural_key, id) from placed) as collections, (select tags from made) as tags`;
}

/**
 * Locks the space and inserts a bookmark with its links. Returns the record, or why nothing was inserted: a missing
 * space or a collection of another space; a smart collection; or an existing page or id.
 */
async function insertBookmark(
  tx: Executor,
  bookmark: NewBookmark,
): Promise<BookmarkRecord | 'foreign-collection' | 'smart-collection' | 'taken'> {
  const { id, spaceId, content, now, collections } = bookmark;
  const orderKey = keyOfNew(now);
  const { rows } = await executePrepared<InsertResult>(tx, 'insert-bookmark', insertion(bookmark, orderKey));
  const result = rows[0];
  if (result?.made === true) {
    const created = { id, spaceId, orderKey, collections: result.collections };
    return recordOfNew(created, { ...bookmark, content: { ...content, tags: result.tags ?? content.tags } });
  }
  if ((result?.places ?? 0) < Math.max(collections.length, 1)) return 'foreign-collection';
  return result?.smart === true ? 'smart-collection' : 'taken';
}

type CreateBookmark = BodyOf<'bookmarks.create'>;

export interface CreateOptions {
  /**
   * Whether jobs may request the page before the user visits it. A program that acts on untrusted text could otherwise
   * send data to a server in an address. See `recordVisit`.
   */
  isFetched?: boolean;
}

export interface CreatedBookmark {
  bookmark: BookmarkRecord;
  /** False when the same account created it earlier with the same uuid. */
  isNew: boolean;
}

/**
 * Saves a bookmark in the actor's space, or finds the one that the same account created with the same uuid. Throws
 * VALIDATION_FAILED, NOT_FOUND for a collection of another space, SMART_COLLECTION, ALREADY_EXISTS with the bookmark of
 * the same page, and CONFLICT when the uuid belongs to another account.
 */
export async function createBookmark(
  deps: ProviderDeps,
  actor: Actor,
  input: CreateBookmark,
  { isFetched = true }: CreateOptions = {},
): Promise<CreatedBookmark> {
  const { db, clock } = deps;
  const now = clock();
  const content = readContent(input);
  const bookmark: NewBookmark = {
    id: input.uuid ?? newId(),
    accountId: actor.accountId,
    spaceId: actor.spaceId,
    content,
    edited: { ...nothingEdited, ...editedOf(input, now) },
    collections: [...new Set(input.collections)],
    isForced: input.force ?? false,
    isFetched,
    now,
  };
  const inserted = await insertBookmark(db, bookmark);
  const created =
    typeof inserted === 'object'
      ? { bookmark: inserted, isNew: true }
      : await inTransaction(db, (tx) => insertOrRefuse(tx, bookmark, input.uuid));
  if (created.isNew && isFetched && content.title === '') await sendMetadataJob(deps, bookmark.id);
  return created;
}

/** Retries under the lock of the space, so that a conflict can be reported consistently: it may no longer exist. */
async function insertOrRefuse(
  tx: Executor,
  bookmark: NewBookmark,
  uuid: string | undefined,
): Promise<CreatedBookmark> {
  const { accountId, spaceId, content } = bookmark;
  if (!(await lockSpace(tx, { accountId, spaceId }))) throw new Problem('SPACE_NOT_FOUND');
  const inserted = await insertBookmark(tx, bookmark);
  if (typeof inserted === 'object') return { bookmark: inserted, isNew: true };
  const existing = uuid === undefined ? null : await findBookmark(tx, accountId, uuid);
  if (existing) return { bookmark: existing, isNew: false };
  if (inserted === 'foreign-collection') throw new Problem('NOT_FOUND');
  if (inserted === 'smart-collection') throw new Problem('SMART_COLLECTION');
  throw await refusal(tx, bookmark, content);
}

function readContent(input: CreateBookmark): BookmarkContent {
  if (input.encrypted === true) return encryptedContent(input.cipher ?? '', input.hint ?? null);
  return contentAfter(input, null);
}

/** Returns the error for an existing page, or else for an id of another account. */
async function refusal(tx: Executor, place: CurrentSpace, { urlKey }: BookmarkContent): Promise<Problem> {
  const existing = urlKey === null ? null : await findBookmarkByKey(tx, place, urlKey);
  if (!existing) return new Problem('CONFLICT');
  return new Problem('ALREADY_EXISTS', { data: { bookmark: presentBookmark(existing) } });
}
