import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Output } from '@/lib/contract/index';
import { quoteLexeme, tagLexeme } from '@/lib/domain/search-words';
import { tagKey } from '@/lib/domain/tag-key';
import { uniqueTags } from '@/lib/domain/tags';
import type { Actor } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import { tags as tagTable } from '@/provider/db/schema/words';
import { inTransaction, lockSpaces } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { rewriteTexts } from '@/provider/modules/bookmarks/rewrite-texts';
import {
  beginChange,
  closeChange,
  deleteChangeRows,
  recordBookmarks,
  recordChange,
  type Change,
} from '@/provider/modules/bookmarks/journal';
import { retagHighlights } from '@/provider/modules/highlights/retag';
import { Problem } from '@/provider/problem';

const query = (tags: readonly string[], operator: '&' | '|'): SQL =>
  sql`${tags.map((tag) => quoteLexeme(tagLexeme(tag))).join(operator)}::tsquery`;

/** Whether `bookmarks b` has any of the tags, in any spelling. Null for encrypted bookmarks. */
export const hasAny = (tags: readonly string[]): SQL => sql`b.search @@ ${query(tags, '|')}`;

export const hasAll = (tags: readonly string[]): SQL => sql`b.search @@ ${query(tags, '&')}`;

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

interface TagRow {
  name: string;
  count: number;
}

const isTag = (spaceId: string, name: string) =>
  and(eq(tagTable.spaceId, spaceId), eq(tagTable.key, sql`mw_tag_key(${name})`));

/**
 * Renames a tag of the actor's space, including the trash. If the new name belongs to another tag, both are merged
 * under the existing spelling. Throws NOT_FOUND.
 */
export function renameTag(
  { db, clock }: Deps,
  actor: Actor,
  oldName: string,
  newName: string,
): Promise<Output<'tags.rename'>> {
  return inTransaction(db, async (tx) => {
    const change = await beginTagChange(tx, actor, clock());
    await requireTag(tx, change, oldName);
    const old = await readTag(tx, change, oldName);
    const isSpelling = tagKey(oldName) === tagKey(newName);
    const name = isSpelling ? newName : ((await readTag(tx, change, newName))?.name ?? newName);
    // Before the bookmarks: they take over the spelling of the tag.
    if (isSpelling) await tx.update(tagTable).set({ name }).where(isTag(change.spaceId, name));
    const affected = await retag(tx, change, oldName, name);
    const { undo } = await closeChange(tx, change, affected, isSpelling ? (old?.name ?? null) : null);
    const { count = 0 } = (await readTag(tx, change, name)) ?? {};
    return { name, count, undo };
  });
}

/**
 * Removes a tag from every bookmark of the actor's space, including the trash; `undo` is the id by which that can be
 * undone. Throws NOT_FOUND, and CONFLICT for an `undo` id that is taken.
 */
export function deleteTag({ db, clock }: Deps, actor: Actor, name: string, undo?: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const change = await beginTagChange(tx, actor, clock(), undo);
    await requireTag(tx, change, name);
    if (undo !== undefined) await recordChange(tx, change);
    await retag(tx, change, name, null);
    if (undo === undefined) await deleteChangeRows(tx, change);
  });
}

async function beginTagChange(tx: Executor, actor: Actor, now: Date, id?: string): Promise<Change> {
  if ((await lockSpaces(tx, actor.accountId, [actor.spaceId])) === 0) throw new Problem('SPACE_NOT_FOUND');
  return beginChange(actor, now, id);
}

async function readTag(tx: Executor, { spaceId }: Change, name: string): Promise<TagRow | undefined> {
  const [tag] = await tx
    .select({ name: tagTable.name, count: tagTable.bookmarkCount })
    .from(tagTable)
    .where(isTag(spaceId, name));
  return tag;
}

async function requireTag(tx: Executor, change: Change, tag: string): Promise<void> {
  const { rowCount } = await tx.execute(sql`select 1 from bookmarks b where ${withTag(change, tag)} limit 1`);
  if (rowCount === 0) throw new Problem('NOT_FOUND');
}

/** Condition for bookmarks of the space with the tag; the trash has a separate index, hence the two branches. */
function withTag({ accountId, spaceId }: Change, tag: string): SQL {
  const has = hasAny([tag]);
  return sql`b.account_id = ${accountId} and b.space_id = ${spaceId}
    and (b.deleted_at is null and ${has} or b.deleted_at is not null and ${has})`;
}

/**
 * Replaces a tag of bookmarks and of their annotations, or removes it without a replacement; returns the number of changed
 * bookmarks.
 */
async function retag(tx: Executor, change: Change, tag: string, replacement: string | null): Promise<number> {
  const key = tagKey(tag);
  const isSpelling = replacement !== null && tagKey(replacement) === key;
  const affected = await recordBookmarks(tx, change, {
    where: [
      withTag(change, tag),
      // A bookmark that already has the new spelling does not change.
      ...(isSpelling ? [sql`not (b.tags @> array[${replacement}]::text[])`] : []),
    ],
  });
  const revise = (tags: readonly string[]): string[] =>
    replacement === null
      ? tags.filter((own) => tagKey(own) !== key)
      : uniqueTags(tags.map((own) => (tagKey(own) === key ? replacement : own)));
  await rewriteTexts(tx, change, ({ tags }) => ({ tags: revise(tags) }));
  // Afterwards: the bookmarks that it adds to the journal have other tags themselves.
  return affected + (await retagHighlights(tx, change, tag, revise));
}
