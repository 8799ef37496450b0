import { sql } from 'drizzle-orm';
import { trimTitle } from '@/lib/contract/blank';
import { limits } from '@/lib/contract/limits';
import { tagKey } from '@/lib/domain/tag-key';
import { uniqueTags } from '@/lib/domain/tags';
import type { Actor } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import { inTransaction, lockSpaces } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import {
  beginChange,
  closeChange,
  recordBookmarks,
  type Change,
  type ChangeResult,
} from '@/provider/modules/bookmarks/journal';
import { replaceLinks } from '@/provider/modules/bookmarks/queries';
import { rewriteTexts, type BookmarkTexts, type TextRow } from '@/provider/modules/bookmarks/rewrite-texts';
import { hasEncrypted, selectNamed, spacesOf } from '@/provider/modules/bookmarks/selection';
import { Problem } from '@/provider/problem';

/** New values of one bookmark; absent fields do not change. */
export interface BookmarkChange {
  uuid: string;
  title?: string | undefined;
  description?: string | undefined;
  notes?: string | undefined;
  addTags?: readonly string[] | undefined;
  removeTags?: readonly string[] | undefined;
  favorite?: boolean | undefined;
  later?: boolean | undefined;
  /** True marks the bookmark as read now and removes it from the list "Read later". */
  read?: boolean | undefined;
  /** Ids of collections of its space; empty means the default collection. */
  collections?: readonly string[] | undefined;
}

/**
 * Changes up to a few hundred readable bookmarks, each in its own way: all of them or, after an error, none. Throws
 * NOT_FOUND for a missing or encrypted bookmark and for a collection of another space, SMART_COLLECTION, and
 * VALIDATION_FAILED for too many tags.
 */
export async function updateMany(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  actor: Actor,
  changes: readonly BookmarkChange[],
): Promise<ChangeResult> {
  const { accountId } = actor;
  const byId = new Map(changes.map((own) => [own.uuid, own]));
  const ids = [...byId.keys()];
  // The journal restores collections in the space of the change only: one of a moved bookmark is that of its space.
  const spaces = await spacesOf(db, accountId, ids);
  const [spaceId = actor.spaceId] = spaces;
  return inTransaction(db, async (tx) => {
    await lockSpaces(tx, accountId, spaces);
    const change = beginChange({ accountId, spaceId }, clock());
    const linkedIds = changes.filter(({ collections }) => collections !== undefined).map(({ uuid }) => uuid);
    const otherIds = ids.filter((id) => !linkedIds.includes(id));
    const affected =
      (await record(tx, change, { ids: linkedIds, spaces, links: true })) +
      (await record(tx, change, { ids: otherIds, spaces, links: false }));
    await writeMarks(tx, change, changes);
    await rewriteTexts(tx, change, (row) => revise(row, byId.get(row.id)));
    for (const { uuid, collections } of byId.values()) {
      if (collections) await replaceLinks(tx, accountId, { id: uuid, spaceId }, collections);
    }
    return closeChange(tx, change, affected);
  });
}

interface Recorded {
  ids: readonly string[];
  spaces: readonly string[];
  links: boolean;
}

async function record(tx: Executor, change: Change, { ids, spaces, links }: Recorded): Promise<number> {
  if (ids.length === 0) return 0;
  if (links && spaces.length > 1) throw new Problem('NOT_FOUND');
  const where = await selectNamed(tx, change.accountId, spaces, ids);
  if (await hasEncrypted(tx, where)) throw new Problem('NOT_FOUND');
  return recordBookmarks(tx, change, { where, links });
}

/** Writes flags and the reading state, and records their values before. */
async function writeMarks(tx: Executor, change: Change, changes: readonly BookmarkChange[]): Promise<void> {
  const marks = changes.map(({ uuid, favorite, later, read }) => ({
    id: uuid,
    favorite,
    later: later ?? (read === true ? false : undefined),
    read,
  }));
  const { id, accountId, now } = change;
  const rows = sql`jsonb_to_recordset(${JSON.stringify(marks)}) as u (id uuid, favorite boolean, later boolean, read boolean)`;
  await tx.execute(sql`
    update change_rows r set before = r.before
      || case when u.favorite is null then '{}' else jsonb_build_object('favorite', b.favorite) end
      || case when u.later is null then '{}' else jsonb_build_object('later', b.later) end
      || case when u.read is null then '{}' else jsonb_build_object('read_at', b.read_at) end
    from ${rows} join bookmarks b on b.account_id = ${accountId} and b.id = u.id
    where r.account_id = ${accountId} and r.change_id = ${id} and r.bookmark_id = u.id`);
  await tx.execute(sql`
    update bookmarks b set favorite = coalesce(u.favorite, b.favorite), later = coalesce(u.later, b.later),
      read_at = case u.read when true then ${now} when false then null else b.read_at end, updated_at = ${now}
    from ${rows} where b.account_id = ${accountId} and b.id = u.id`);
}

function revise(row: TextRow, change: BookmarkChange | undefined): BookmarkTexts | null {
  if (!change) return null;
  const { description, notes, addTags = [], removeTags = [] } = change;
  const title = change.title === undefined ? undefined : trimTitle(change.title);
  const removed = new Set(removeTags.map(tagKey));
  const tags = uniqueTags([...row.tags.filter((tag) => !removed.has(tagKey(tag))), ...addTags]);
  if (tags.length > limits.tagsPerBookmark) {
    throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'addTags', code: 'too_many_tags' }] });
  }
  const texts = { title, description, notes };
  const isChanged =
    addTags.length + removeTags.length > 0 || Object.values(texts).some((text) => text !== undefined);
  return isChanged ? { ...texts, tags } : null;
}
