import type { BodyOf } from '@/provider/middleware/handler';
import { eq } from 'drizzle-orm';
import type { RequestContext } from '@/provider/actor';
import { accounts, sessions } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { findAccountByEmail, openAccount, type AccountRecord } from '@/provider/modules/account/queries';
import { mailCode } from '@/provider/modules/auth/codes';
import { describeDevice } from '@/provider/modules/auth/devices';
import { countLogin, countRegistration } from '@/provider/modules/auth/limits';
import { hashPassword, rejectCommonPassword, verifyPassword } from '@/provider/modules/auth/passwords';
import { startSession, type SignedInAccount } from '@/provider/modules/auth/sessions';
import { letterTo, queueMail } from '@/provider/modules/mail/queue';
import type { MailContent } from '@/provider/modules/mail/templates';
import { Problem } from '@/provider/problem';

/**
 * Opens a session for an authenticated account, and mails its holder about a device without a recent session. The
 * session starts in the default space, unless `keepSpace` is set.
 */
export async function enter(
  deps: ProviderDeps,
  found: AccountRecord,
  context: RequestContext,
  { keepSpace = false }: { keepSpace?: boolean } = {},
): Promise<SignedInAccount> {
  const account = keepSpace ? found : await openDefaultSpace(deps, found);
  if (await isKnownDevice(deps, account.id, context.userAgent)) return startSession(deps, account, context);
  const { browser, system } = describeDevice(context.userAgent);
  const at = deps.clock().toISOString();
  const content: MailContent = { kind: 'signIn', at, browser, system, address: context.address };
  const letter = letterTo(account, content, context.locale);
  const signedIn = await startSession(deps, account, context, (tx) =>
    queueMail(tx, deps, { letter, accountId: account.id }),
  );
  return signedIn;
}

async function openDefaultSpace({ db }: ProviderDeps, account: AccountRecord): Promise<AccountRecord> {
  const { id, currentSpaceId, defaultSpaceId } = account;
  if (defaultSpaceId === null || defaultSpaceId === currentSpaceId) return account;
  await db.update(accounts).set({ currentSpaceId: defaultSpaceId }).where(eq(accounts.id, id));
  return { ...account, currentSpaceId: defaultSpaceId };
}

/**
 * Whether a recent session came from the same browser and system. Versions and addresses are ignored: they change so
 * often that users would stop reading the mails. A first sign-in sends no mail.
 */
async function isKnownDevice({ db }: ProviderDeps, accountId: string, userAgent: string): Promise<boolean> {
  const seen = await db
    .selectDistinct({ userAgent: sessions.userAgent })
    .from(sessions)
    .where(eq(sessions.accountId, accountId));
  const { browser, system } = describeDevice(userAgent);
  return (
    seen.length === 0 ||
    seen.some((session) => {
      const known = describeDevice(session.userAgent);
      return known.browser === browser && known.system === system;
    })
  );
}

/**
 * Creates an account, and mails the code that verifies its address. Throws RATE_LIMITED, VALIDATION_FAILED for a common
 * password, or EMAIL_IN_USE.
 */
export async function register(
  deps: ProviderDeps,
  input: BodyOf<'auth.register'>,
  context: RequestContext,
): Promise<AccountRecord> {
  await countRegistration(deps, context, input.email);
  rejectCommonPassword(input.password);
  const { firstName, lastName, email } = input;
  const { locale } = context;
  const passwordHash = await hashPassword(input.password);
  const opened = await openAccount(
    deps,
    { firstName, lastName, email, passwordHash, locale },
    (tx, account) =>
      mailCode(tx, deps, { purpose: 'verification', email, account, locale, browser: context.browser }, true),
  );
  return opened;
}

/**
 * Signs in with email and password. An unknown address, an account without a password and a wrong password have the
 * same response and timing. Throws RATE_LIMITED, INVALID_CREDENTIALS or ACCOUNT_SUSPENDED.
 */
export async function signIn(
  deps: ProviderDeps,
  { email, password }: BodyOf<'auth.login'>,
  context: RequestContext,
): Promise<SignedInAccount> {
  await countLogin(deps, context, email);
  const account = await findAccountByEmail(deps.db, email);
  const matches = await verifyPassword(password, account?.passwordHash ?? null);
  if (!account || !matches) {
    deps.log.warn({ requestId: context.requestId }, 'sign-in refused');
    throw new Problem('INVALID_CREDENTIALS');
  }
  if (account.suspendedAt) throw new Problem('ACCOUNT_SUSPENDED');
  return enter(deps, account, context);
}
