import { count, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Feedback } from '@/lib/contract/feedback';
import type { Database, Executor } from '@/provider/db/client';
import { accounts } from '@/provider/db/schema/accounts';
import { feedback } from '@/provider/db/schema/admin';
import type { CursorValues } from '@/provider/pagination';

/** Stores a report. The author may send it again, because the response was lost: it then replaces itself. */
export async function upsertFeedback(db: Database, row: typeof feedback.$inferInsert): Promise<void> {
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

interface Position {
  /** The last row of the page before. */
  after: CursorValues | null;
  offset: number;
  limit: number;
}

export async function selectFeedback(db: Database, { after, offset, limit }: Position): Promise<Feedback[]> {
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
    })
    .from(feedback)
    .leftJoin(accounts, eq(accounts.id, feedback.accountId))
    .where(
      after
        ? sql`(${feedback.createdAt}, ${feedback.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
        : undefined,
    )
    .orderBy(desc(feedback.createdAt), desc(feedback.id))
    .offset(offset)
    .limit(limit);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

export async function countFeedback(db: Database): Promise<number> {
  const [row] = await db.select({ total: count() }).from(feedback);
  return row?.total ?? 0;
}

export async function selectScreenshot(db: Database, id: string): Promise<Buffer | null> {
  const [row] = await db.select({ bytes: feedback.screenshot }).from(feedback).where(eq(feedback.id, id));
  return row?.bytes ?? null;
}

/** Whether there was such a report. */
export async function deleteFeedback(db: Executor, id: string): Promise<boolean> {
  const rows = await db.delete(feedback).where(eq(feedback.id, id)).returning({ id: feedback.id });
  return rows.length > 0;
}

export async function deleteFeedbackBefore(db: Database, before: Date): Promise<void> {
  await db.delete(feedback).where(lt(feedback.createdAt, before));
}
