import type { MergeInput } from '@/lib/contract/schemas/bulk';
import { parseTags } from '@/lib/domain/tags';
import type { Actor } from '@/provider/actor';
import { inTransaction, type Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import type { BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';
import { getBookmark } from '@/provider/services/bookmarks/find-bookmark';
import { beginChange, closeChange, prepareFor, type Written } from '@/provider/services/bulk/journal';
import { mergeNoted } from '@/provider/services/duplicates/merge-noted';
import { lockSpaces } from '@/provider/services/lock-spaces';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

const before = `jsonb_build_object('deleted_at', null, 'updated_at', b.updated_at)`;

const noteOthers = {
  name: 'merge-note-others',
  text: `insert into change_rows (change_id, bookmark_id, before, into_id)
    select $1, b.id, ${before}, $2 from bookmarks b where b.id = any ($3::uuid[])`,
};

const noteRepeated = (direction: 'asc' | 'desc') => ({
  name: `merge-note-repeated-${direction}`,
  text: `insert into change_rows (change_id, bookmark_id, before, into_id)
    select $1, b.id, ${before}, b.kept from (
      select id, updated_at, first_value(id) over (
        partition by url_key order by created_at ${direction}, id ${direction}) as kept
      from bookmarks where space_id = $2 and deleted_at is null and url_key is not null) b
    where b.id <> b.kept`,
});

const refuse = (code: 'required' | 'encrypted_bookmark'): Problem =>
  new Problem('VALIDATION_FAILED', { issues: [{ path: 'uuids', code }] });

/**
 * Makes one bookmark of several of the actor's space. Throws NOT_FOUND when one of them is not there or in the trash, or
 * a chosen collection is not of the space, SMART_COLLECTION, and VALIDATION_FAILED when one is encrypted or there is nothing to merge.
 */
export function mergeBookmarks(
  { db, clock }: Deps,
  actor: Actor,
  { keep, uuids, tags, ...choice }: MergeInput,
): Promise<{ bookmark: BookmarkRecord; undo: string | null }> {
  const others = [...new Set(uuids)].filter((id) => id !== keep);
  if (others.length === 0) throw refuse('required');
  return inTransaction(db, async (tx) => {
    await lockOwnSpace(tx, actor);
    await requireReadable(tx, actor.spaceId, [keep, ...others]);
    const change = beginChange(actor, clock());
    await tx.query({ ...noteOthers, values: [change.id, keep, others] });
    const kept = { id: keep, spaceId: actor.spaceId };
    await mergeNoted(tx, change, { ...choice, tags: tags === undefined ? undefined : parseTags(tags) }, kept);
    const { undo } = await closeChange(tx, change, others.length);
    return { bookmark: await getBookmark(tx, actor.accountId, keep), undo };
  });
}

async function requireReadable(tx: Queryable, spaceId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ encrypted: boolean }>({
    name: 'merge-candidates',
    text: 'select encrypted from bookmarks where space_id = $1 and id = any ($2::uuid[]) and deleted_at is null',
    values: [spaceId, ids],
  });
  if (rows.length < ids.length) throw new Problem('NOT_FOUND');
  if (rows.some(({ encrypted }) => encrypted)) throw refuse('encrypted_bookmark');
}

/**
 * Merges every group of bookmarks of the actor's space that lead to the same page into its oldest or its newest one.
 * Answers how many have gone to the trash.
 */
export function mergeDuplicates(
  { db, clock }: Deps,
  actor: Actor,
  keep: 'oldest' | 'newest',
): Promise<Written> {
  return inTransaction(db, async (tx) => {
    await lockOwnSpace(tx, actor);
    const change = beginChange(actor, clock());
    const { rowCount } = await tx.query({
      ...noteRepeated(keep === 'oldest' ? 'asc' : 'desc'),
      values: [change.id, actor.spaceId],
    });
    await prepareFor(tx, rowCount ?? 0);
    if (rowCount !== 0) await mergeNoted(tx, change);
    return closeChange(tx, change, rowCount ?? 0);
  });
}

async function lockOwnSpace(tx: Queryable, { accountId, spaceId }: Actor): Promise<void> {
  if ((await lockSpaces(tx, accountId, [spaceId])) === 0) throw new Problem('SPACE_NOT_FOUND');
}
