import { and, eq, gt, isNull } from 'drizzle-orm';
import { limits } from '@/lib/contract/limits';
import type { RequestContext } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import { identities, sessions } from '@/provider/db/schema/accounts';
import type { OpenIdIdentity, ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import {
  findAccount,
  findAccountByEmail,
  getAccount,
  openAccount,
  type AccountRecord,
} from '@/provider/services/accounts';
import { countRegistration } from '@/provider/services/auth-limits';
import { mailQueue } from '@/provider/services/mails/mail-queue';
import { letterTo, postMail } from '@/provider/services/mails/post-mail';

const provider = 'google';

type Deps = ProviderDeps;

/**
 * The account that an identity signs in to: the one that it is linked to; else the one of its address, if both sides
 * have verified that address; else a new one. Throws EMAIL_NOT_VERIFIED, DIFFERENT_PROVIDER, EMAIL_IN_USE or
 * ACCOUNT_SUSPENDED.
 *
 * An account that never verified its address is never linked: somebody else may have registered it in advance, with a
 * password of their own. The new account takes its address.
 */
export async function accountOf(
  deps: Deps,
  identity: OpenIdIdentity,
  context: RequestContext,
): Promise<AccountRecord> {
  const linkedId = await findLinked(deps.db, identity);
  if (linkedId !== null) return getAccount(deps.db, linkedId);
  const account = await findAccountByEmail(deps.db, identity.email);
  if (!account) return openFor(deps, identity, context);
  if (account.oauth.length > 0) throw new Problem('DIFFERENT_PROVIDER');
  if (!identity.isEmailVerified) throw new Problem('EMAIL_IN_USE');
  if (account.suspendedAt) throw new Problem('ACCOUNT_SUSPENDED');
  if (account.emailVerifiedAt === null) return openFor(deps, identity, context, account.id);
  await linkExisting(deps, identity, account, context);
  return getAccount(deps.db, account.id);
}

async function openFor(
  deps: Deps,
  identity: OpenIdIdentity,
  context: RequestContext,
  replaces?: string,
): Promise<AccountRecord> {
  if (!identity.isEmailVerified) throw new Problem('EMAIL_NOT_VERIFIED');
  await countRegistration(deps, context, identity.email);
  const { email } = identity;
  const [localPart = email] = email.split('@');
  const input = {
    firstName: nameOf(identity.firstName, localPart),
    lastName: nameOf(identity.lastName, ''),
    email,
    passwordHash: null,
    emailVerifiedAt: deps.clock(),
    ...(replaces !== undefined && { replaces }),
  };
  const { id } = await openAccount(deps, input, (tx, account) => link(tx, deps, identity, account.id));
  return getAccount(deps.db, id);
}

/** A name that the contract would take, or what is put in its place. */
function nameOf(told: string, instead: string): string {
  const storable = told.toWellFormed().replaceAll('\0', '').trim();
  return [...(storable === '' ? instead : storable)].slice(0, limits.nameLength).join('');
}

/**
 * The account that an identity was to be linked to by its signed-in holder, whatever address the identity has. Throws
 * OAUTH_FAILED when that session is over, EMAIL_IN_USE when the identity is another account's, DIFFERENT_PROVIDER when
 * the account is linked to another identity.
 */
export async function linkedAccount(
  deps: Deps,
  identity: OpenIdIdentity,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  context: RequestContext,
): Promise<AccountRecord> {
  const isOpen = and(
    eq(sessions.id, sessionId),
    eq(sessions.accountId, accountId),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, deps.clock()),
  );
  const [session] = await deps.db.select({ id: sessions.id }).from(sessions).where(isOpen);
  const account = session ? await findAccount(deps.db, accountId) : null;
  if (!account) throw new Problem('OAUTH_FAILED');
  const linkedId = await findLinked(deps.db, identity);
  if (linkedId === accountId) return account;
  if (linkedId !== null) throw new Problem('EMAIL_IN_USE');
  if (account.oauth.length > 0) throw new Problem('DIFFERENT_PROVIDER');
  await linkExisting(deps, identity, account, context);
  return getAccount(deps.db, accountId);
}

/** Links an identity to an account that exists, and mails the account holder. */
async function linkExisting(
  deps: Deps,
  identity: OpenIdIdentity,
  account: AccountRecord,
  context: RequestContext,
): Promise<void> {
  const content = { kind: 'googleLinked', at: deps.clock().toISOString(), email: identity.email } as const;
  await deps.db.transaction(async (tx) => {
    await link(tx, deps, identity, account.id);
    const letter = letterTo(account, content, context.locale);
    await postMail(tx, deps, { letter, accountId: account.id });
  });
  mailQueue(deps).wake();
}

async function findLinked(tx: Executor, { issuer, subject }: OpenIdIdentity): Promise<string | null> {
  const [found] = await tx
    .select({ accountId: identities.accountId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return found?.accountId ?? null;
}

async function link(
  tx: Executor,
  { clock }: Pick<Deps, 'clock'>,
  identity: OpenIdIdentity,
  accountId: string,
): Promise<void> {
  const { issuer, subject, email } = identity;
  const linked = await tx
    .insert(identities)
    .values({ issuer, subject, accountId, provider, email, createdAt: clock() })
    .onConflictDoNothing()
    .returning({ accountId: identities.accountId });
  // Another call linked one of the two a moment ago: whoever tries again is told how it stands.
  if (linked.length === 0) throw new Problem('OAUTH_FAILED');
}

/** Takes Google away from an account that can be entered by a password. Throws PASSWORD_REQUIRED. */
export async function unlinkGoogle(deps: Deps, accountId: string): Promise<void> {
  const account = await getAccount(deps.db, accountId);
  if (account.passwordHash === null) throw new Problem('PASSWORD_REQUIRED');
  await deps.db
    .delete(identities)
    .where(and(eq(identities.accountId, accountId), eq(identities.provider, provider)));
}
