import type { BodyOf } from '@/provider/middleware/handler';
import { parseTags } from '@/lib/domain/tags';
import { parseBookmarkUrl } from '@/lib/domain/url';
import type { Actor } from '@/provider/actor';
import { inRetriedTransaction, lockAllSpaces } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import {
  contentColumns,
  contentValues,
  plainContent,
  readUrl,
  encryptedContent,
  type BookmarkContent,
} from '@/provider/modules/bookmarks/content';
import { eraseCopies } from '@/provider/modules/bookmarks/erase-copies';
import { anchorOf, manualOrder } from '@/provider/modules/bookmarks/manual-order';
import { presentBookmark, type BookmarkRecord } from '@/provider/modules/bookmarks/presenter';
import {
  findBookmark,
  getBookmark,
  isUnchanged,
  lockBookmark,
  replaceLinks,
} from '@/provider/modules/bookmarks/queries';
import { claimIdempotencyKey } from '@/provider/modules/idempotency/idempotency-keys';
import { Problem } from '@/provider/problem';

type UpdateBookmark = BodyOf<'bookmarks.update'>;

const writeMarks = {
  name: 'update-bookmark-marks',
  text: 'update bookmarks set updated_at = $2, favorite = $3, highlighted = $4 where id = $1 and account_id = $5',
};

const writeContent = {
  name: 'update-bookmark-content',
  text: `update bookmarks set updated_at = $2, favorite = $3, highlighted = $4,
      extra = case when $6 then null else extra end,
      ${contentColumns.map((column, index) => `${column} = $${index + 7}`).join(', ')}
    where id = $1 and account_id = $5`,
};

/**
 * Changes a bookmark of the actor; what is absent stays. One that becomes encrypted loses every readable copy in the
 * same transaction. Throws NOT_FOUND (also for a collection that is not of its space), SMART_COLLECTION,
 * VALIDATION_FAILED, OUTDATED with the bookmark when it was changed since the caller read it, and Replayed.
 */
export function updateBookmark(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
  input: UpdateBookmark,
): Promise<BookmarkRecord> {
  return inRetriedTransaction(db, async (tx) => {
    await claimIdempotencyKey(tx, actor, `update:${id}`, clock());
    // Duplicates in the trash of other spaces are deleted with its readable copies.
    if (input.encrypted === true) await lockAllSpaces(tx, actor.accountId);
    const current = await lockBookmark(tx, actor.accountId, id);
    if (input.updatedAt !== undefined && !isUnchanged(current, input.updatedAt))
      throw new Problem('OUTDATED', { data: { bookmark: presentBookmark(current) } });
    const content = planContent(current, input);
    if (input.collections !== undefined) await replaceLinks(tx, actor.accountId, current, input.collections);
    if (content?.encrypted === true && !current.encrypted) await eraseCopies(tx, actor.accountId, [current]);
    const { favorite = current.favorite, highlighted = current.highlighted } = input;
    const marks = [id, clock(), favorite, highlighted, actor.accountId];
    if (content === null) await tx.query({ ...writeMarks, values: marks });
    else
      await tx.query({ ...writeContent, values: [...marks, content.encrypted, ...contentValues(content)] });
    return getBookmark(tx, actor.accountId, id);
  });
}

const refuse = (path: string, code: 'required' | 'plaintext_beside_cipher'): Problem =>
  new Problem('VALIDATION_FAILED', { issues: [{ path, code }] });

const texts = ({ title, url, description, tags }: UpdateBookmark) => [title, url, description, tags];

/** What the bookmark says after the change; null when that does not change. */
function planContent(current: BookmarkRecord, input: UpdateBookmark): BookmarkContent | null {
  if (input.encrypted === true) {
    return encryptedContent(input.cipher ?? '', input.hint ?? (current.encrypted ? current.hint : null));
  }
  if (!current.encrypted) {
    return texts(input).some((text) => text !== undefined) ? mergeText(current, input) : null;
  }
  if (input.encrypted === false) return plainText(input);
  if (texts(input).some((text) => text)) throw refuse('cipher', 'plaintext_beside_cipher');
  return input.hint === undefined ? null : encryptedContent(current.cipher ?? '', input.hint);
}

function mergeText(current: BookmarkRecord, input: UpdateBookmark): BookmarkContent {
  // An imported link that is not of the web stays as it is while its other fields are edited.
  const keepsUrl = input.url === undefined || input.url === current.url;
  return plainContent({
    title: input.title ?? current.title ?? '',
    url: keepsUrl ? parseBookmarkUrl(current.url ?? '') : readUrl(input.url ?? ''),
    description: input.description ?? current.description ?? '',
    tags: parseTags(input.tags ?? current.tags),
  });
}

function plainText(input: UpdateBookmark): BookmarkContent {
  if (input.url === undefined) throw refuse('url', 'required');
  return plainContent({
    title: input.title ?? '',
    url: readUrl(input.url),
    description: input.description ?? '',
    tags: parseTags(input.tags ?? ''),
  });
}

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

const favor = {
  name: 'favorite-bookmark',
  text: 'update bookmarks set favorite = $2, updated_at = $3 where id = $1 and account_id = $4',
};
const visit = {
  name: 'visit-bookmark',
  text: 'update bookmarks set visits = visits + 1, last_accessed_at = $3 where id = $1 and account_id = $2',
};

/** Marks or unmarks a favorite of the actor. Throws NOT_FOUND and Replayed. */
export function setFavorite(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  favorite: boolean,
): Promise<BookmarkRecord> {
  return inRetriedTransaction(db, async (tx) => {
    await claimIdempotencyKey(tx, actor, `favorite:${id}`, clock());
    await lockBookmark(tx, actor.accountId, id);
    await tx.query({ ...favor, values: [id, favorite, clock(), actor.accountId] });
    return getBookmark(tx, actor.accountId, id);
  });
}

/** Counts a visit of a bookmark of the actor. It changes nothing that a space counts, so no space is locked. */
export async function recordVisit({ db, clock }: Deps, actor: Actor, id: string): Promise<void> {
  const { rowCount } = await db.$client.query({ ...visit, values: [id, actor.accountId, clock()] });
  if (rowCount === 0) throw new Problem('NOT_FOUND');
}

const order = manualOrder('bookmarks', 'deleted_at is null');

/**
 * Places a bookmark of the actor right after or right before another one in the manual order of their space, by writing
 * the one row. Throws NOT_FOUND for either, also when they are not of one space or the other one is in the trash.
 */
export function orderBookmark(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
  placement: BodyOf<'bookmarks.order'>,
): Promise<BookmarkRecord> {
  return inRetriedTransaction(db, async (tx) => {
    const moved = await lockBookmark(tx, actor.accountId, id);
    const { id: anchorId, side } = anchorOf(placement);
    const anchor = await findBookmark(tx, actor.accountId, anchorId);
    if (!anchor || anchor.spaceId !== moved.spaceId || anchor.deletedAt !== null)
      throw new Problem('NOT_FOUND');
    if (anchor.id === moved.id) return moved;
    await order.place(tx, { ...moved, accountId: actor.accountId }, anchor, side, clock());
    return getBookmark(tx, actor.accountId, id);
  });
}

const erase = { name: 'erase-bookmark', text: 'delete from bookmarks where id = $1 and account_id = $2' };
const trash = {
  name: 'trash-bookmark',
  text: 'update bookmarks set deleted_at = $3, updated_at = $3 where id = $1 and account_id = $2 and deleted_at is null',
};
const restore = {
  name: 'restore-bookmark',
  text: 'update bookmarks set deleted_at = null, updated_at = $3 where id = $1 and account_id = $2 and deleted_at is not null',
};

/**
 * Moves a bookmark of the actor to the trash, where it keeps its collections; already there, it stays as it is. With
 * `isPermanent` it is erased, wherever it is. Throws NOT_FOUND and Replayed.
 */
export function deleteBookmark(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  { isPermanent }: { isPermanent: boolean },
): Promise<void> {
  return inRetriedTransaction(db, async (tx) => {
    await claimIdempotencyKey(tx, actor, `delete:${id}`, clock());
    await lockBookmark(tx, actor.accountId, id);
    await tx.query(
      isPermanent
        ? { ...erase, values: [id, actor.accountId] }
        : { ...trash, values: [id, actor.accountId, clock()] },
    );
  });
}

/** Takes a bookmark of the actor out of the trash; outside it, nothing changes. Throws NOT_FOUND and Replayed. */
export function restoreBookmark({ db, clock }: Deps, actor: Actor, id: string): Promise<BookmarkRecord> {
  return inRetriedTransaction(db, async (tx) => {
    await claimIdempotencyKey(tx, actor, `restore:${id}`, clock());
    await lockBookmark(tx, actor.accountId, id);
    await tx.query({ ...restore, values: [id, actor.accountId, clock()] });
    return getBookmark(tx, actor.accountId, id);
  });
}
