import { and, sql, type SQL } from 'drizzle-orm';
import { flagSetBy } from '@/lib/bookmark/fields';
import { limits } from '@/lib/contract/limits';
import type { BulkInput } from '@/lib/contract/bulk';
import { Uuid } from '@/lib/contract/primitives';
import { tagKey } from '@/lib/domain/tag-key';
import { parseTags, uniqueTags } from '@/lib/domain/tags';
import type { Actor } from '@/provider/actor';
import { executePrepared, inline, type Executor } from '@/provider/db/client';
import { beginBulkChange, inTransaction, lockSpaces } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import type { Handlers } from '@/provider/middleware/handler';
import { rewriteTexts } from '@/provider/modules/bookmarks/rewrite-texts';
import {
  beginChange,
  closeChange,
  recordBookmarks,
  recordChange,
  type Change,
  type ChangeResult,
} from '@/provider/modules/bookmarks/journal';
import { copyMany, moveMany, removeManyFrom } from '@/provider/modules/bulk/link-many';
import {
  hasEncrypted,
  selectBookmarks,
  selectNamed,
  spacesOf,
  type Selection,
} from '@/provider/modules/bookmarks/selection';
import { undoChange } from '@/provider/modules/bulk/undo';
import { resolveChosen, type Reader } from '@/provider/modules/bookmarks/smart';
import { claimIdempotencyKey } from '@/provider/modules/idempotency/idempotency-keys';
import { hasAll, hasAny } from '@/provider/modules/tags/service';
import { Problem } from '@/provider/problem';

/** What an action writes to the columns of bookmarks. */
interface Marking {
  name: string;
  /** The columns, whose values are recorded. */
  columns: readonly string[];
  set: SQL;
  /** Condition for the bookmarks that it changes. */
  where: SQL;
}

/** Sets or clears a flag, such as the favorite mark. */
function flagMarking(input: Parameters<typeof flagSetBy>[0]): Marking {
  const { name, value } = flagSetBy(input);
  const column = sql.identifier(name);
  const where = value ? sql`not b.${column}` : sql`b.${column}`;
  return { name: `bulk-${name}`, columns: [name], set: sql`${column} = ${value}`, where };
}

/** Marks bookmarks as read, which removes them from the list "Read later", or as unread. */
const readMarking = (isRead: boolean, now: Date): Marking => ({
  name: isRead ? 'bulk-read' : 'bulk-unread',
  columns: ['read_at', 'later'],
  set: isRead ? sql`read_at = ${now}, later = false` : sql`read_at = null`,
  where: isRead ? sql`(b.read_at is null or b.later)` : sql`b.read_at is not null`,
});

/** Moves bookmarks to the trash, where they keep their collections, or restores them. */
const trashMarking = (isTrashed: boolean, now: Date): Marking => ({
  name: 'bulk-trash',
  columns: ['deleted_at'],
  set: sql`deleted_at = ${isTrashed ? now : null}`,
  where: isTrashed ? sql`b.deleted_at is null` : sql`b.deleted_at is not null`,
});

async function markMany(
  tx: Executor,
  change: Change,
  selection: Selection,
  { name, columns, set, where }: Marking,
): Promise<number> {
  const { id, accountId, now } = change;
  const values = [...columns, 'updated_at'].map(
    (column) => sql`${inline(column)}, b.${sql.identifier(column)}`,
  );
  const affected = await recordBookmarks(tx, change, {
    where: [...selection, where],
    before: sql`jsonb_build_object(${sql.join(values, sql`, `)})`,
  });
  await executePrepared(
    tx,
    name,
    sql`update bookmarks b set ${set}, updated_at = ${now} from change_rows r
      where r.account_id = ${accountId} and r.change_id = ${id}
        and b.account_id = ${accountId} and b.id = r.bookmark_id`,
  );
  return affected;
}

/** Deletes bookmarks permanently: nothing is recorded, so this cannot be undone. */
async function eraseMany(tx: Executor, selection: Selection): Promise<number> {
  await beginBulkChange(tx);
  const { rowCount } = await tx.execute(sql`delete from bookmarks b where ${and(...selection)}`);
  return rowCount ?? 0;
}

const refuse = (code: 'encrypted_bookmark' | 'too_many_tags'): Problem =>
  new Problem('VALIDATION_FAILED', { issues: [{ path: 'tags', code }] });

/** Replaces the tags of the bookmarks that meet a condition. */
async function rewriteTags(
  tx: Executor,
  change: Change,
  where: readonly SQL[],
  revise: (tags: readonly string[]) => string[],
): Promise<number> {
  const affected = await recordBookmarks(tx, change, { where });
  await rewriteTexts(tx, change, ({ tags }) => ({ tags: revise(tags) }));
  return affected;
}

/** Adds tags to bookmarks. Throws VALIDATION_FAILED when one of them is encrypted, or would have too many tags. */
async function tagMany(
  tx: Executor,
  change: Change,
  selection: Selection,
  tags: readonly string[],
): Promise<number> {
  if (await hasEncrypted(tx, selection)) throw refuse('encrypted_bookmark');
  return rewriteTags(tx, change, [...selection, sql`not (${hasAll(tags)})`], (before) => {
    const all = uniqueTags([...before, ...tags]);
    if (all.length > limits.tagsPerBookmark) throw refuse('too_many_tags');
    return all;
  });
}

/** Removes tags from bookmarks, in any spelling. */
function untagMany(
  tx: Executor,
  change: Change,
  selection: Selection,
  tags: readonly string[],
): Promise<number> {
  const keys = new Set(tags.map(tagKey));
  return rewriteTags(tx, change, [...selection, hasAny(tags)], (before) =>
    before.filter((tag) => !keys.has(tagKey(tag))),
  );
}

/**
 * Applies one action to many bookmarks of the actor's space: to all of them or, after an error, to none. Bookmarks
 * selected by id may be in other spaces, unless the action concerns collections. The number of statements does not
 * depend on the number of bookmarks; only rewritten texts are processed here, some thousands at a time. Throws
 * SPACE_NOT_FOUND, NOT_FOUND, SMART_COLLECTION, VALIDATION_FAILED, CONFLICT for a key that is the id of another change,
 * and Replayed.
 */
export async function changeMany(
  deps: Pick<ProviderDeps, 'db' | 'clock'>,
  actor: Actor,
  input: BulkInput,
  reader: Reader,
): Promise<ChangeResult> {
  const { db, clock } = deps;
  const chosen = await resolveChosen(deps, actor, input, reader);
  const spaces = new Set([actor.spaceId]);
  if (input.action === 'move' && input.space !== undefined) spaces.add(input.space);
  const idsAcrossSpaces = involvesCollections(input) ? undefined : input.uuids;
  if (idsAcrossSpaces !== undefined) {
    for (const id of await spacesOf(db, actor.accountId, idsAcrossSpaces)) spaces.add(id);
  }
  return inTransaction(db, async (tx) => {
    await claimIdempotencyKey(tx, actor, `bulk:${input.action}`, clock());
    const locked = await lockSpaces(tx, actor.accountId, [...spaces]);
    if (locked < spaces.size) throw new Problem('SPACE_NOT_FOUND');
    const selection =
      idsAcrossSpaces === undefined
        ? await selectBookmarks(tx, actor, chosen)
        : await selectNamed(tx, actor.accountId, [...spaces], idsAcrossSpaces);
    if (input.action === 'erase') return { affected: await eraseMany(tx, selection), undo: null };
    // A client that stored the request knows its key, but not the response.
    const key = Uuid.safeParse(actor.idempotencyKey).data;
    const change = beginChange(actor, clock(), key);
    if (key === undefined) return closeChange(tx, change, await apply(tx, change, selection, input));
    // Recorded first: `apply` writes to all rows of the change, and the id may be that of another one.
    await recordChange(tx, change);
    const affected = await apply(tx, change, selection, input);
    return { affected, undo: affected === 0 ? null : change.id };
  });
}

const involvesCollections = ({ action }: BulkInput): boolean =>
  action === 'move' || action === 'copy' || action === 'removeFrom';

type Undoable = Exclude<BulkInput, { action: 'erase' }>;

function apply(tx: Executor, change: Change, selection: Selection, input: Undoable): Promise<number> {
  switch (input.action) {
    case 'move':
      return moveMany(tx, change, selection, { ...input, spaceId: input.space ?? change.spaceId });
    case 'copy':
      return copyMany(tx, change, selection, input.collection);
    case 'removeFrom':
      return removeManyFrom(tx, change, selection, input.collection);
    case 'tag':
      return tagMany(tx, change, selection, parseTags(input.tags));
    case 'untag':
      return untagMany(tx, change, selection, parseTags(input.tags));
    case 'read':
      return markMany(tx, change, selection, readMarking(input.read, change.now));
    case 'delete':
    case 'restore':
      return markMany(tx, change, selection, trashMarking(input.action === 'delete', change.now));
    default:
      return markMany(tx, change, selection, flagMarking(input));
  }
}

type Ids = 'bookmarks.bulk' | 'bookmarks.undo';

export const bulk: Handlers<Ids> = {
  'bookmarks.bulk': async ({ actor, body, deps, context }) => ({
    status: 200,
    body: await changeMany(deps, actor, body, context),
  }),

  'bookmarks.undo': async ({ actor, params, query, deps }) => ({
    status: 200,
    body: await undoChange(deps, actor, params.uuid, query.limit),
  }),
};
