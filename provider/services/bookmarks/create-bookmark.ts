import { parseTags } from '@/lib/domain/tags';
import type { Actor } from '@/provider/actor';
import { inTransaction, type Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { presentBookmark } from '@/provider/presenters/bookmark';
import { Problem } from '@/provider/problem';
import {
  plainContent,
  readUrl,
  sealedContent,
  type BookmarkContent,
} from '@/provider/services/bookmarks/bookmark-content';
import type { BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';
import { findBookmark, findBookmarkByKey } from '@/provider/services/bookmarks/find-bookmark';
import { insertBookmark, type NewBookmark } from '@/provider/services/bookmarks/insert-bookmark';
import { metadataQueue } from '@/provider/services/bookmarks/metadata-queue';
import { newId } from '@/provider/services/new-id';

export interface CreateBookmark {
  uuid?: string | undefined;
  title?: string | undefined;
  url?: string | undefined;
  description?: string | undefined;
  tags?: string | undefined;
  favorite?: boolean | undefined;
  collections?: readonly string[] | undefined;
  encrypted?: boolean | undefined;
  cipher?: string | undefined;
  hint?: string | undefined;
  /** Save it although the same page is in the space already. */
  force?: boolean | undefined;
}

export interface CreatedBookmark {
  bookmark: BookmarkRecord;
  /** False when the same account made it with the same uuid before. */
  isNew: boolean;
}

const lock = { name: 'lock-space', text: 'select 1 from spaces where id = $1 for no key update' };

/**
 * Saves a bookmark in the actor's space, or finds the one that the same account made with the same uuid before. Throws
 * VALIDATION_FAILED, NOT_FOUND for a collection that is not of the space, SMART_COLLECTION, ALREADY_EXISTS with the bookmark that leads
 * to the same page, CONFLICT when the uuid is somebody else's.
 */
export async function createBookmark(
  deps: ProviderDeps,
  actor: Actor,
  input: CreateBookmark,
): Promise<CreatedBookmark> {
  const { db, clock } = deps;
  const content = readContent(input);
  const bookmark: NewBookmark = {
    id: input.uuid ?? newId(),
    accountId: actor.accountId,
    spaceId: actor.spaceId,
    content,
    favorite: input.favorite ?? false,
    collections: [...new Set(input.collections)],
    isForced: input.force ?? false,
    now: clock(),
  };
  const inserted = await insertBookmark(db.$client, bookmark);
  const created =
    typeof inserted === 'object'
      ? { bookmark: inserted, isNew: true }
      : await inTransaction(db, (tx) => insertOrRefuse(tx, bookmark, input.uuid));
  if (created.isNew && content.title === '') metadataQueue(deps).wake();
  return created;
}

/** Once more, with what is in the way held in place while it is looked at: by now it may be gone. */
async function insertOrRefuse(
  tx: Queryable,
  bookmark: NewBookmark,
  uuid: string | undefined,
): Promise<CreatedBookmark> {
  const { accountId, spaceId, content } = bookmark;
  const { rowCount } = await tx.query({ ...lock, values: [spaceId] });
  if (rowCount === 0) throw new Problem('SPACE_NOT_FOUND');
  const inserted = await insertBookmark(tx, bookmark);
  if (typeof inserted === 'object') return { bookmark: inserted, isNew: true };
  const made = uuid === undefined ? null : await findBookmark(tx, accountId, uuid);
  if (made) return { bookmark: made, isNew: false };
  if (inserted === 'foreign-collection') throw new Problem('NOT_FOUND');
  if (inserted === 'smart-collection') throw new Problem('SMART_COLLECTION');
  throw await refusal(tx, spaceId, content);
}

function readContent(input: CreateBookmark): BookmarkContent {
  if (input.encrypted === true) return sealedContent(input.cipher ?? '', input.hint ?? null);
  return plainContent({
    title: input.title ?? '',
    url: readUrl(input.url ?? ''),
    description: input.description ?? '',
    tags: parseTags(input.tags ?? ''),
  });
}

/** The page is in the space already, or else the id is somebody else's. */
async function refusal(tx: Queryable, spaceId: string, { urlKey }: BookmarkContent): Promise<Problem> {
  const existing = urlKey === null ? null : await findBookmarkByKey(tx, spaceId, urlKey);
  if (!existing) return new Problem('CONFLICT');
  return new Problem('ALREADY_EXISTS', { data: { bookmark: presentBookmark(existing) } });
}
