import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { sessions, type SessionRow } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

/** More than anybody looks at; a script that signs in again and again makes no endless list. */
const shownMax = 200;

const isAlive = (accountId: string, now: Date) =>
  and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

/** The sessions of an account that still hold, used last first. */
export function listSessions({ db, clock }: Deps, accountId: string): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(isAlive(accountId, clock()))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(shownMax);
}

/** Ends a session of an account; false when it has none of that id that still holds. */
export async function endOwnSession(
  { db, clock }: Deps,
  accountId: string,
  sessionId: string,
): Promise<boolean> {
  const now = clock();
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(isAlive(accountId, now), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}
