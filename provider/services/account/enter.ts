import { eq } from 'drizzle-orm';
import type { RequestContext } from '@/provider/actor';
import { accounts, sessions } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import type { AccountRecord } from '@/provider/services/accounts';
import { describeDevice } from '@/provider/services/account/describe-device';
import type { MailContent } from '@/provider/services/mails/letter';
import { mailQueue } from '@/provider/services/mails/mail-queue';
import { letterTo, postMail } from '@/provider/services/mails/post-mail';
import { startSession, type SignedInAccount } from '@/provider/services/sessions';

/**
 * Opens a session for an account that has proved who it is, and mails its holder about a device not seen lately. It
 * begins in the default space, unless the account goes on with what it was doing.
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
    postMail(tx, deps, { letter, accountId: account.id }),
  );
  mailQueue(deps).wake();
  return signedIn;
}

async function openDefaultSpace({ db }: ProviderDeps, account: AccountRecord): Promise<AccountRecord> {
  const { id, currentSpaceId, defaultSpaceId } = account;
  if (defaultSpaceId === null || defaultSpaceId === currentSpaceId) return account;
  await db.update(accounts).set({ currentSpaceId: defaultSpaceId }).where(eq(accounts.id, id));
  return { ...account, currentSpaceId: defaultSpaceId };
}

/**
 * Whether a session of the last weeks came from such a browser on such a system. Versions and addresses change all the
 * time and would make the mail a habit. Nobody is warned of a first sign-in.
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
