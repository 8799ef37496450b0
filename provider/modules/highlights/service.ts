import { and, eq, sql } from 'drizzle-orm';
import type { Highlight } from '@/lib/contract/highlights';
import { parseTags, printTags } from '@/lib/domain/tags';
import { serviceLimits } from '@/lib/contract/service-limits';
import { highlightVector } from '@/lib/domain/search-vector';
import type { Actor } from '@/provider/actor';
import { newId, type Executor } from '@/provider/db/client';
import { highlights } from '@/provider/db/schema/highlights';
import { inRetriedTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import type { BodyOf } from '@/provider/middleware/handler';
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
  { uuid = newId(), start = null, end = null, tags = '', ...fields }: BodyOf<'highlights.create'>,
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
      tags: normalizeTags(tags),
      search: highlightVector({ ...fields, tags }),
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

const normalizeTags = (tags: string): string => printTags(parseTags(tags.normalize('NFC')));

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

/** Changes the color, the note or the tags of an annotation. Throws NOT_FOUND, and the error of an exceeded quota. */
export function updateHighlight(
  { db, clock }: Deps,
  { accountId }: Actor,
  id: string,
  { tags, ...changes }: BodyOf<'highlights.update'>,
): Promise<Highlight> {
  return changing(db, accountId, id, async (tx, before) => {
    await tx
      .update(highlights)
      .set({
        ...changes,
        ...(tags !== undefined && { tags: normalizeTags(tags) }),
        search: highlightVector({ ...before, ...changes, ...(tags !== undefined && { tags }) }),
        updatedAt: clock(),
        // Undoing the import that added it keeps what the user has changed.
        importId: null,
      })
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
  work: (tx: Executor, highlight: Highlight) => Promise<T>,
): Promise<T> {
  return inRetriedTransaction(db, async (tx) => {
    const found = await findHighlight(tx, accountId, id);
    if (found === null) throw new Problem('NOT_FOUND');
    await lockBookmark(tx, accountId, found.bookmark);
    return work(tx, await readHighlight(tx, accountId, id));
  });
}

async function readHighlight(tx: Executor, accountId: string, id: string): Promise<Highlight> {
  const found = await findHighlight(tx, accountId, id);
  // Encrypting its bookmark has deleted it meanwhile.
  if (found === null) throw new Problem('NOT_FOUND');
  return presentHighlight(found);
}
