import { and, eq, gt } from 'drizzle-orm';
import { sessionOf, type Actor, type RequestContext } from '@/provider/actor';
import { sessions, type AccountRow } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { countPasswordChange } from '@/provider/services/auth-limits';
import { verifyPassword } from '@/provider/services/passwords';

/** Says that the current password is not right; never 401, which would sign its holder out. */
export const wrongPassword = (): Problem =>
  new Problem('VALIDATION_FAILED', { issues: [{ path: 'currentPassword', code: 'wrong_password' }] });

/** The hash of a password that somebody has just proved to know. Throws PASSWORD_REQUIRED or VALIDATION_FAILED. */
export async function requirePassword(
  { passwordHash }: Pick<AccountRow, 'passwordHash'>,
  currentPassword: string,
): Promise<string> {
  if (passwordHash === null) throw new Problem('PASSWORD_REQUIRED');
  if (!(await verifyPassword(currentPassword, passwordHash))) throw wrongPassword();
  return passwordHash;
}

const recentMs = 10 * 60_000;

/**
 * Confirms that the holder of a session is the account holder: by the password, or for an account without one by a
 * sign-in of the last ten minutes. Throws RATE_LIMITED, VALIDATION_FAILED or SIGN_IN_AGAIN.
 */
export async function confirmHolder(
  deps: ProviderDeps,
  actor: Actor,
  account: Pick<AccountRow, 'passwordHash'>,
  currentPassword: string | undefined,
  context: RequestContext,
): Promise<void> {
  if (account.passwordHash !== null) {
    await countPasswordChange(deps, context, actor.accountId);
    await requirePassword(account, currentPassword ?? '');
    return;
  }
  const since = new Date(deps.clock().getTime() - recentMs);
  const isRecent = and(eq(sessions.id, sessionOf(actor)), gt(sessions.createdAt, since));
  const [session] = await deps.db.select({ id: sessions.id }).from(sessions).where(isRecent);
  if (!session) throw new Problem('SIGN_IN_AGAIN');
}
