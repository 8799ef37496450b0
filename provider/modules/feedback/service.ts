import { and, count, desc, eq, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { FeedbackInput, FeedbackPage, FeedbackState, Feedback } from '@/lib/contract/feedback';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { Actor, RequestContext } from '@/provider/actor';
import { newId, type Database, type Executor } from '@/provider/db/client';
import { accounts } from '@/provider/db/schema/accounts';
import { feedback } from '@/provider/db/schema/admin';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { countHits, perAddress } from '@/provider/middleware/rate-limit';
import { writeAudit } from '@/provider/modules/audit/audit';
import {
  decodeCursor,
  describePage,
  encodeCursor,
  type CursorScope,
  type PageRequest,
  type CursorValues,
} from '@/provider/pagination';
import { Problem } from '@/provider/problem';

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'config'>;

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

interface Author {
  /** Null for a guest. */
  accountId: string | null;
  context: RequestContext;
}

async function countReport(deps: Deps, { accountId, context }: Author): Promise<void> {
  if (accountId !== null) {
    await countHits(deps, [{ key: `feedback:account:${accountId}`, max: 20, windowMs: dayMs }]);
    return;
  }
  await countHits(deps, perAddress('feedback', context, 5, hourMs));
  // Limits all guests together, so that many addresses cannot fill the disk. Reports that exceed the limit of their
  // address are not counted.
  await countHits(deps, [{ key: 'feedback:guests', max: 100, windowMs: dayMs }]);
}

/** Stores a report for the administrators. Throws RATE_LIMITED or VALIDATION_FAILED. */
export async function storeFeedback(deps: Deps, report: FeedbackInput, author: Author): Promise<void> {
  const { uuid, screenshot, eventId, email, ...rest } = report;
  await countReport(deps, author);
  const picture = screenshot === undefined ? null : Buffer.from(screenshot, 'base64');
  if (picture !== null && !isPng(picture)) {
    throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'screenshot', code: 'invalid_format' }] });
  }
  await upsertFeedback(deps.db, {
    ...rest,
    id: uuid ?? newId(),
    accountId: author.accountId,
    email: email.trim(),
    eventId: eventId ?? null,
    userAgent: author.context.userAgent,
    screenshot: picture,
    createdAt: deps.clock(),
  });
}

const pngSignature = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const headerBytes = 33;

/** Whether a file starts like a PNG of an acceptable size. It is not decoded in this process. */
function isPng(file: Buffer): boolean {
  if (file.byteLength < headerBytes || file.byteLength > serviceLimits.screenshotBytes) return false;
  if (!file.subarray(0, pngSignature.byteLength).equals(pngSignature)) return false;
  return [file.readUInt32BE(16), file.readUInt32BE(20)].every(
    (edge) => edge > 0 && edge <= serviceLimits.screenshotEdge,
  );
}

/** Returns a page of reports, newest first, optionally of one state. */
export async function listFeedback(
  deps: Deps,
  query: PageRequest & { state?: FeedbackState | undefined },
): Promise<z.input<typeof FeedbackPage>> {
  const { cursor, page = 1, size, state } = query;
  const scope: CursorScope = { secret: deps.config.secret, list: ['admin.feedback', state ?? null] };
  const rows = await selectFeedback(deps.db, {
    state,
    after: cursor === undefined ? null : decodeCursor(scope, cursor),
    offset: cursor === undefined ? (page - 1) * size : 0,
    limit: size + 1,
  });
  const content = rows.slice(0, size);
  const last = content.at(-1);
  const next = rows.length > size && last ? encodeCursor(scope, [last.createdAt, last.uuid]) : null;
  return { content, pagination: describePage(query, await countFeedback(deps.db, state), next) };
}

/** Returns the screenshot of a report. Throws NOT_FOUND. */
export async function readScreenshot({ db }: Pick<Deps, 'db'>, uuid: string): Promise<Buffer> {
  const screenshot = await selectScreenshot(db, uuid);
  if (!screenshot) throw new Problem('NOT_FOUND');
  return screenshot;
}

/** Marks a report as done, or opens it again. Throws NOT_FOUND. */
export async function setFeedbackState(
  deps: Pick<Deps, 'db' | 'clock'>,
  { accountId }: Actor,
  uuid: string,
  state: FeedbackState,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const [found] = await tx
      .select({ doneAt: feedback.doneAt })
      .from(feedback)
      .where(eq(feedback.id, uuid))
      .for('update');
    if (!found) throw new Problem('NOT_FOUND');
    if (stateOf(found) === state) return;
    const doneAt = state === 'done' ? deps.clock() : null;
    await tx.update(feedback).set({ doneAt }).where(eq(feedback.id, uuid));
    const action = state === 'done' ? 'closeFeedback' : 'reopenFeedback';
    const change = { action, before: { report: uuid }, after: {} } as const;
    await writeAudit(tx, deps, { actorId: accountId, targetId: null }, [change]);
  });
}

const stateOf = ({ doneAt }: { doneAt: Date | null }): FeedbackState => (doneAt === null ? 'open' : 'done');

/** Deletes a report. Throws NOT_FOUND. */
export async function removeFeedback(
  deps: Pick<Deps, 'db' | 'clock'>,
  { accountId }: Actor,
  uuid: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await deleteFeedback(tx, uuid))) throw new Problem('NOT_FOUND');
    const change = { action: 'deleteFeedback', before: { report: uuid }, after: {} } as const;
    await writeAudit(tx, deps, { actorId: accountId, targetId: null }, [change]);
  });
}

/** Deletes reports that are older than the retention period. */
export const purgeFeedback = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  deleteFeedbackBefore(db, new Date(clock().getTime() - serviceLimits.feedbackDays * dayMs));

/** Stores a report. A repeated request, for example after a lost response, updates the existing row. */
async function upsertFeedback(db: Database, row: typeof feedback.$inferInsert): Promise<void> {
  const { id: _, createdAt: __, ...set } = row;
  await db
    .insert(feedback)
    .values(row)
    .onConflictDoUpdate({
      target: feedback.id,
      set,
      setWhere: sql`${feedback.accountId} is not distinct from ${row.accountId}::uuid`,
    });
}

const inState = (state: FeedbackState | undefined): SQL | undefined => {
  if (state === undefined) return undefined;
  return state === 'open' ? isNull(feedback.doneAt) : isNotNull(feedback.doneAt);
};

interface Position {
  state: FeedbackState | undefined;
  /** Cursor values of the last row of the previous page. */
  after: CursorValues | null;
  offset: number;
  limit: number;
}

async function selectFeedback(db: Database, { state, after, offset, limit }: Position): Promise<Feedback[]> {
  const rows = await db
    .select({
      uuid: feedback.id,
      message: feedback.message,
      name: feedback.name,
      email: feedback.email,
      url: feedback.url,
      source: feedback.source,
      eventId: feedback.eventId,
      tags: feedback.tags,
      userAgent: feedback.userAgent,
      account: { uuid: accounts.id, email: accounts.email },
      hasScreenshot: sql<boolean>`${isNotNull(feedback.screenshot)}`,
      createdAt: feedback.createdAt,
      doneAt: feedback.doneAt,
    })
    .from(feedback)
    .leftJoin(accounts, eq(accounts.id, feedback.accountId))
    .where(
      and(
        inState(state),
        after
          ? sql`(${feedback.createdAt}, ${feedback.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(feedback.createdAt), desc(feedback.id))
    .offset(offset)
    .limit(limit);
  return rows.map(({ doneAt, ...row }) => ({
    ...row,
    state: stateOf({ doneAt }),
    createdAt: row.createdAt.toISOString(),
  }));
}

async function countFeedback(db: Database, state: FeedbackState | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(feedback).where(inState(state));
  return row?.total ?? 0;
}

async function selectScreenshot(db: Database, id: string): Promise<Buffer | null> {
  const [row] = await db.select({ bytes: feedback.screenshot }).from(feedback).where(eq(feedback.id, id));
  return row?.bytes ?? null;
}

/** Deletes a report; false if it does not exist. */
async function deleteFeedback(db: Executor, id: string): Promise<boolean> {
  const rows = await db.delete(feedback).where(eq(feedback.id, id)).returning({ id: feedback.id });
  return rows.length > 0;
}

async function deleteFeedbackBefore(db: Database, before: Date): Promise<void> {
  await db.delete(feedback).where(lt(feedback.createdAt, before));
}
