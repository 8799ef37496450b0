import { decodeJwt } from 'jose';
import type { Account, SignedIn } from '@/lib/contract/schemas/account';
import type { Session } from '@/lib/bff/session';

/** The session and account that a sign-in or a refresh answers, or null where it is not what the contract says. */
export async function readSignedIn(
  response: Response,
): Promise<{ session: Session; account: Account } | null> {
  const answer: unknown = await response.json().catch(() => null);
  const { tokens, account } = (answer ?? {}) as Partial<SignedIn>;
  const access = readToken(tokens?.access);
  const refresh = readToken(tokens?.refresh);
  if (!access || !refresh || !account) return null;
  const sessionId = sessionIdOf(access.token);
  return {
    session: { v: 1, sessionId, accountId: account.uuid, access, refresh, ...hintsOf(account) },
    account,
  };
}

/** What the cookie repeats of the account. */
export function hintsOf(account: Account): Pick<Session, 'space' | 'isAdmin' | 'language'> {
  return { space: account.space, isAdmin: account.isAdmin, language: account.preferences.language };
}

function readToken(issued: { token: string; expires: string } | undefined) {
  const expires = Date.parse(issued?.expires ?? '');
  return issued?.token && !Number.isNaN(expires) ? { token: issued.token, expires } : null;
}

/** The access token names its session. Only the provider checks it; here it is for showing and logging. */
function sessionIdOf(token: string): string {
  try {
    const { sid } = decodeJwt(token);
    return typeof sid === 'string' ? sid : '';
  } catch {
    return '';
  }
}
