import type { AccountRow } from '@/provider/db/schema/accounts';
import { Problem } from '@/provider/problem';
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
