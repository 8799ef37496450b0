import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { BodyOf } from '@/provider/middleware/handler';
import type { Actor } from '@/provider/actor';
import { executePrepared } from '@/provider/db/client';
import { bookmarks, type BookmarkRow } from '@/provider/db/schema/library';
import { inRetriedTransaction, lockAllSpaces } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import {
  contentAfter,
  encryptedContent,
  hasContent,
  type BookmarkContent,
} from '@/provider/modules/bookmarks/content';
import { eraseCopies, erasing } from '@/provider/modules/bookmarks/erase-copies';
import { anchorOf, manualOrder } from '@/provider/modules/bookmarks/manual-order';
import { presentBookmark, editedOf, type BookmarkRecord } from '@/provider/modules/bookmarks/record';
import {
  findBookmark,
  getBookmark,
  isUnchanged,
  lockBookmark,
  replaceLinks,
} from '@/provider/modules/bookmarks/queries';
import { attempt, writeAtOnce } from '@/provider/modules/bookmarks/write-at-once';
import { claimIdempotencyKey } from '@/provider/modules/idempotency/idempotency-keys';
import { Problem } from '@/provider/problem';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

type UpdateBookmark = BodyOf<'bookmarks.update'>;

/** The condition for a bookmark of an account. */
const isBookmark = (accountId: string, id: string) =>
  and(eq(bookmarks.id, id), eq(bookmarks.accountId, accountId));

/**
 * Updates a bookmark of the actor; absent fields do not change. If it becomes encrypted, every plaintext copy is
 * deleted in the same transaction. Throws NOT_FOUND (also for a collection of another space), SMART_COLLECTION,
 * VALIDATION_FAILED, OUTDATED with the bookmark if it changed since the caller read it, and Replayed.
 */
export async function updateBookmark(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  input: UpdateBookmark,
): Promise<BookmarkRecord> {
  const target = `update:${id}`;
  const updated = await attempt(db, actor, { target, now: clock() }, async (tx) => {
    if (input.encrypted === true || input.collections !== undefined) return null;
    const current = await findBookmark(tx, actor.accountId, id);
    if (!current || isOutdated(current, input)) return null;
    const conditions = [sql`b.xmin = ${current.version}::text::xid`];
    return writeAtOnce(tx, actor, { id, changes: changesOf(current, input, clock()), conditions });
  });
  if (updated) return updated;
  return inRetriedTransaction(db, async (tx) => {
    await claimIdempotencyKey(tx, actor, target, clock());
    // Duplicates in the trash of other spaces are deleted as plaintext copies.
    if (input.encrypted === true) {
      await tx.$client.query(erasing);
      await lockAllSpaces(tx, actor.accountId);
    }
    const current = await lockBookmark(tx, actor.accountId, id);
    if (isOutdated(current, input))
      throw new Problem('OUTDATED', { data: { bookmark: presentBookmark(current) } });
    const changes = changesOf(current, input, clock());
    if (input.collections !== undefined) await replaceLinks(tx, actor.accountId, current, input.collections);
    if (changes.encrypted === true && !current.encrypted) await eraseCopies(tx, actor.accountId, [current]);
    await tx.update(bookmarks).set(changes).where(isBookmark(actor.accountId, id));
    return getBookmark(tx, actor.accountId, id);
  });
}

const isOutdated = (current: BookmarkRecord, { updatedAt }: UpdateBookmark): boolean =>
  updatedAt !== undefined && !isUnchanged(current, updatedAt);

/** Returns the columns that an update changes. Throws VALIDATION_FAILED. */
function changesOf(current: BookmarkRecord, input: UpdateBookmark, now: Date): Partial<BookmarkRow> {
  const content = planContent(current, input);
  // An encrypted bookmark must not keep readable attributes.
  const extra = content?.encrypted === true ? { extra: null } : {};
  return { updatedAt: now, ...editedOf(input, now), ...content, ...extra };
}

const refuse = (path: string, code: 'required' | 'plaintext_beside_cipher'): Problem =>
  new Problem('VALIDATION_FAILED', { issues: [{ path, code }] });

/** Returns the content after the change; null if it does not change. */
function planContent(current: BookmarkRecord, input: UpdateBookmark): BookmarkContent | null {
  if (input.encrypted === true) {
    return encryptedContent(input.cipher ?? '', input.hint ?? (current.encrypted ? current.hint : null));
  }
  if (!current.encrypted) {
    return hasContent(input) ? contentAfter(input, current) : null;
  }
  if (input.encrypted === false) {
    if (input.url === undefined) throw refuse('url', 'required');
    return contentAfter(input, null);
  }
  if (hasContent(input, { isText: true })) throw refuse('cipher', 'plaintext_beside_cipher');
  return input.hint === undefined ? null : encryptedContent(current.cipher ?? '', input.hint);
}

/** Adds or removes the favorite mark of a bookmark of the actor. Throws NOT_FOUND and Replayed. */
export async function setFavorite(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  favorite: boolean,
): Promise<BookmarkRecord> {
  const target = `favorite:${id}`;
  const changes = { favorite, updatedAt: clock() };
  const written = await attempt(db, actor, { target, now: clock() }, (tx) =>
    writeAtOnce(tx, actor, { id, changes }),
  );
  if (written) return written;
  return inRetriedTransaction(db, async (tx) => {
    await claimIdempotencyKey(tx, actor, target, clock());
    await lockBookmark(tx, actor.accountId, id);
    await tx.update(bookmarks).set(changes).where(isBookmark(actor.accountId, id));
    return getBookmark(tx, actor.accountId, id);
  });
}

/**
 * Records a visit of a bookmark of the actor. It changes no counter of the space, so no space is locked. Jobs may request
 * its page from now on: the user has done so as well, see `CreateOptions`.
 */
export async function recordVisit({ db, clock }: Deps, { accountId }: Actor, id: string): Promise<void> {
  const { rows } = await executePrepared<{ id: string }>(
    db,
    'record-visit',
    sql`with checked as (
        update link_checks set due_at = ${clock()}
        where account_id = ${accountId} and bookmark_id = ${id} and due_at = 'infinity'
      ), fetched as (
        update page_fetches set due_at = ${clock()}
        where account_id = ${accountId} and bookmark_id = ${id} and due_at = 'infinity'
      ), copied as (
        update copy_fetches set due_at = ${clock()}
        where account_id = ${accountId} and bookmark_id = ${id} and due_at = 'infinity'
      ), covered as (
        update cover_fetches set due_at = ${clock()}
        where account_id = ${accountId} and bookmark_id = ${id} and due_at = 'infinity'
      )
      update bookmarks set visits = visits + 1, last_accessed_at = ${clock()}
      where account_id = ${accountId} and id = ${id} returning id`,
  );
  if (rows.length === 0) throw new Problem('NOT_FOUND');
}

const order = manualOrder(bookmarks, isNull(bookmarks.deletedAt));

/**
 * Moves a bookmark of the actor directly after or before another one in the manual order of their space, by updating
 * this row only. Throws NOT_FOUND for either, also when they are in different spaces or the other one is in the trash.
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

/**
 * Moves a bookmark of the actor to the trash, where it keeps its collections; one in the trash does not change. With
 * `isPermanent` it is deleted permanently, in the trash or not. Throws NOT_FOUND and Replayed.
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
    const isTarget = isBookmark(actor.accountId, id);
    if (isPermanent) {
      await tx.delete(bookmarks).where(isTarget);
      return;
    }
    const now = clock();
    await tx
      .update(bookmarks)
      .set({ deletedAt: now, updatedAt: now })
      .where(and(isTarget, isNull(bookmarks.deletedAt)));
  });
}

/**
 * Restores a bookmark of the actor from the trash; one outside the trash does not change. Throws NOT_FOUND and
 * Replayed.
 */
export function restoreBookmark({ db, clock }: Deps, actor: Actor, id: string): Promise<BookmarkRecord> {
  return inRetriedTransaction(db, async (tx) => {
    await claimIdempotencyKey(tx, actor, `restore:${id}`, clock());
    await lockBookmark(tx, actor.accountId, id);
    await tx
      .update(bookmarks)
      .set({ deletedAt: null, updatedAt: clock() })
      .where(and(isBookmark(actor.accountId, id), isNotNull(bookmarks.deletedAt)));
    return getBookmark(tx, actor.accountId, id);
  });
}
