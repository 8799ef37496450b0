import { and, eq, sql } from 'drizzle-orm';
import type { Highlight } from '@/lib/contract/highlights';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { Actor } from '@/provider/actor';
import { executePrepared, newId, type Executor } from '@/provider/db/client';
import { highlights } from '@/provider/db/schema/highlights';
import { inRetriedTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import type { BodyOf } from '@/provider/middleware/handler';
import type { ChangeKey } from '@/provider/modules/bookmarks/journal';
import { lockBookmark } from '@/provider/modules/bookmarks/queries';
import { findHighlight, presentHighlight } from '@/provider/modules/highlights/queries';
import { Problem } from '@/provider/problem';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

/**
 * Annotates a passage of a bookmark's page, and returns it with whether it is new: a known uuid changes nothing. Throws
 * NOT_FOUND, also for an encrypted bookmark, TOO_MANY_HIGHLIGHTS, and the error of an exceeded quota.
 */
export function createHighlight(
  { db, clock }: Deps,
  { accountId }: Actor,
  bookmarkId: string,
  { uuid = newId(), start = null, end = null, ...fields }: BodyOf<'highlights.create'>,
): Promise<{ highlight: Highlight; isNew: boolean }> {
  return inRetriedTransaction(db, async (tx) => {
    const { encrypted } = await lockBookmark(tx, accountId, bookmarkId);
    if (encrypted) throw new Problem('NOT_FOUND');
    const known = await findHighlight(tx, accountId, uuid);
    if (known !== null) return { highlight: presentHighlight(known), isNew: false };
    await requireRoom(tx, accountId, bookmarkId);
    const now = clock();
    await tx.insert(highlights).values({
      ...fields,
      accountId,
      id: uuid,
      bookmarkId,
      startAt: start,
      endAt: end,
      createdAt: now,
      updatedAt: now,
    });
    return { highlight: await readHighlight(tx, accountId, uuid), isNew: true };
  });
}

async function requireRoom(tx: Executor, accountId: string, bookmarkId: string): Promise<void> {
  const { rows } = await tx.execute<{ count: number; bytes: number }>(
    sql`select count(*)::integer as count, coalesce(sum(stored_bytes), 0)::integer as bytes from highlights
      where account_id = ${accountId} and bookmark_id = ${bookmarkId}`,
  );
  const { count = 0, bytes = 0 } = rows[0] ?? {};
  if (count >= serviceLimits.highlightsPerBookmark || bytes > serviceLimits.highlightBytesPerBookmark) {
    throw new Problem('TOO_MANY_HIGHLIGHTS');
  }
}

/** Changes the color or the note of an annotation. Throws NOT_FOUND, and the error of an exceeded quota. */
export function updateHighlight(
  { db, clock }: Deps,
  { accountId }: Actor,
  id: string,
  changes: BodyOf<'highlights.update'>,
): Promise<Highlight> {
  return changing(db, accountId, id, async (tx) => {
    await tx
      .update(highlights)
      .set({ ...changes, updatedAt: clock() })
      .where(and(eq(highlights.accountId, accountId), eq(highlights.id, id)));
    return readHighlight(tx, accountId, id);
  });
}

/** Deletes an annotation. Throws NOT_FOUND. */
export function deleteHighlight({ db }: Deps, { accountId }: Actor, id: string): Promise<void> {
  return changing(db, accountId, id, async (tx) => {
    await tx.delete(highlights).where(and(eq(highlights.accountId, accountId), eq(highlights.id, id)));
  });
}

/** Runs a change of an annotation with the lock of its space. Throws NOT_FOUND. */
function changing<T>(
  db: ProviderDeps['db'],
  accountId: string,
  id: string,
  work: (tx: Executor) => Promise<T>,
): Promise<T> {
  return inRetriedTransaction(db, async (tx) => {
    const found = await findHighlight(tx, accountId, id);
    if (found === null) throw new Problem('NOT_FOUND');
    await lockBookmark(tx, accountId, found.bookmark);
    return work(tx);
  });
}

async function readHighlight(tx: Executor, accountId: string, id: string): Promise<Highlight> {
  const found = await findHighlight(tx, accountId, id);
  // Encrypting its bookmark has deleted it meanwhile.
  if (found === null) throw new Problem('NOT_FOUND');
  return presentHighlight(found);
}

/**
 * Copies the annotations of the bookmarks that the journal of a change records as merged into others, except passages
 * that the remaining one has already. The merged bookmarks keep theirs in the trash.
 */
export async function copyHighlights(tx: Executor, { id, accountId }: ChangeKey): Promise<void> {
  await executePrepared(
    tx,
    'copy-highlights',
    sql`insert into highlights (account_id, id, bookmark_id, quote, prefix, suffix, start_at, end_at, text_hash, color, note,
        created_at, updated_at)
      select h.account_id, gen_random_uuid(), r.into_id, h.quote, h.prefix, h.suffix, h.start_at, h.end_at, h.text_hash,
        h.color, h.note, h.created_at, h.updated_at
      from change_rows r join highlights h on h.account_id = r.account_id and h.bookmark_id = r.bookmark_id
      where r.account_id = ${accountId} and r.change_id = ${id} and r.into_id is not null and not exists (
        select from highlights o
        where o.account_id = h.account_id and o.bookmark_id = r.into_id and o.quote = h.quote)`,
  );
}
