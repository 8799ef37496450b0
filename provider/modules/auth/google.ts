import type { Output } from '@/lib/contract/index';
import type { BodyOf } from '@/provider/middleware/handler';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { limits } from '@/lib/contract/limits';
import { Email } from '@/lib/contract/primitives';
import { describeError } from '@/lib/observability/describe-error';
import { sessionOf, type Actor, type RequestContext } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import type { Executor } from '@/provider/db/client';
import { identities, sessions } from '@/provider/db/schema/accounts';
import type { OpenId, OpenIdIdentity, ProviderDeps } from '@/provider/deps';
import { decryptText, encryptText } from '@/provider/encrypt-text';
import { confirmHolder } from '@/provider/modules/auth/credentials';
import {
  findAccount,
  findAccountByEmail,
  getAccount,
  openAccount,
  type AccountRecord,
} from '@/provider/modules/account/queries';
import { countOauth, countVerifiedRegistration } from '@/provider/modules/auth/limits';
import type { SignedInAccount } from '@/provider/modules/auth/sessions';
import { enter } from '@/provider/modules/auth/sign-in';
import { letterTo, queueMail } from '@/provider/modules/mail/queue';
import { Problem } from '@/provider/problem';

/** State of a sign-in between the redirect to the issuer and the callback. */
interface Flow {
  state: string;
  nonce: string;
  verifier: string;
  /** Account to link and the session that started it; null for a sign-in. */
  link: { accountId: string; sessionId: string } | null;
  /** Milliseconds since 1970. */
  expires: number;
}

const flowMs = 10 * 60_000;

const random = (): string => randomBytes(32).toString('base64url');

export const newFlow = (link: Flow['link'], now: Date): Flow => ({
  state: random(),
  nonce: random(),
  verifier: random(),
  link,
  expires: now.getTime() + flowMs,
});

/**
 * Seals a flow for the browser that started it. It contains the PKCE verifier that the code exchange requires, so that
 * another browser can neither complete the flow nor be made to complete one that it did not start.
 */
export const sealFlow = (secret: string, flow: Flow): string =>
  encryptText(secret, 'sign-in flow', JSON.stringify(flow)).toString('base64url');

/** Opens a flow; null unless this installation has sealed it in the last ten minutes. */
export function openFlow(secret: string, sealed: string, now: Date): Flow | null {
  const text = decryptText(secret, 'sign-in flow', Buffer.from(sealed, 'base64url'));
  if (text === null) return null;
  const flow = JSON.parse(text) as Flow;
  // JSON allows 1e999, which is parsed as Infinity.
  return Number.isFinite(flow.expires) && flow.expires > now.getTime() ? flow : null;
}

const provider = 'google';

type Deps = ProviderDeps;

/**
 * Returns the account that an identity signs in to: the linked one; else the one with its address, if both sides have
 * verified that address; else a new one. Throws EMAIL_NOT_VERIFIED, DIFFERENT_PROVIDER, EMAIL_IN_USE or
 * ACCOUNT_SUSPENDED.
 *
 * An account that never verified its address is never linked: an attacker may have registered it in advance, with a
 * known password. The new account takes over its address.
 */
async function accountOf(
  deps: Deps,
  identity: OpenIdIdentity,
  context: RequestContext,
): Promise<AccountRecord> {
  const linkedId = await findLinked(deps.db, identity);
  if (linkedId !== null) return getAccount(deps.db, linkedId);
  const account = await findAccountByEmail(deps.db, identity.email);
  if (!account) return openNewAccount(deps, identity, context);
  if (account.oauth.length > 0) throw new Problem('DIFFERENT_PROVIDER');
  if (!identity.isEmailVerified) throw new Problem('EMAIL_IN_USE');
  if (account.suspendedAt) throw new Problem('ACCOUNT_SUSPENDED');
  if (account.emailVerifiedAt === null) return openNewAccount(deps, identity, context, account.id);
  await linkExisting(deps, identity, account, context);
  return getAccount(deps.db, account.id);
}

async function openNewAccount(
  deps: Deps,
  identity: OpenIdIdentity,
  context: RequestContext,
  replaces?: string,
): Promise<AccountRecord> {
  if (!identity.isEmailVerified) throw new Problem('EMAIL_NOT_VERIFIED');
  await countVerifiedRegistration(deps, context);
  const { email } = identity;
  const [localPart = email] = email.split('@');
  const input = {
    firstName: nameOf(identity.firstName, localPart),
    lastName: nameOf(identity.lastName, ''),
    email,
    passwordHash: null,
    emailVerifiedAt: deps.clock(),
    locale: context.locale,
    ...(replaces !== undefined && { replaces }),
  };
  const { id } = await openAccount(deps, input, (tx, account) => link(tx, deps, identity, account.id));
  return getAccount(deps.db, id);
}

/** Returns a name that the contract accepts, or the fallback. */
function nameOf(name: string, fallback: string): string {
  const storable = name.toWellFormed().replaceAll('\0', '').trim();
  return [...(storable === '' ? fallback : storable)].slice(0, limits.nameLength).join('');
}

/**
 * Links an identity to the account of a signed-in user, regardless of the address of the identity. Throws OAUTH_FAILED
 * when the session has ended, EMAIL_IN_USE when the identity belongs to another account, and DIFFERENT_PROVIDER when
 * the account is linked to another identity.
 */
async function linkedAccount(
  deps: Deps,
  identity: OpenIdIdentity,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  context: RequestContext,
): Promise<AccountRecord> {
  const isActiveSession = and(
    eq(sessions.id, sessionId),
    eq(sessions.accountId, accountId),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, deps.clock()),
  );
  const [session] = await deps.db.select({ id: sessions.id }).from(sessions).where(isActiveSession);
  const account = session ? await findAccount(deps.db, accountId) : null;
  if (!account) throw new Problem('OAUTH_FAILED');
  const linkedId = await findLinked(deps.db, identity);
  if (linkedId === accountId) return account;
  if (linkedId !== null) throw new Problem('EMAIL_IN_USE');
  if (account.oauth.length > 0) throw new Problem('DIFFERENT_PROVIDER');
  await linkExisting(deps, identity, account, context);
  return getAccount(deps.db, accountId);
}

/** Links an identity to an existing account, and mails the account holder. */
async function linkExisting(
  deps: Deps,
  identity: OpenIdIdentity,
  account: AccountRecord,
  context: RequestContext,
): Promise<void> {
  const content = { kind: 'googleLinked', at: deps.clock().toISOString(), email: identity.email } as const;
  await inTransaction(deps.db, async (tx) => {
    await link(tx, deps, identity, account.id);
    const letter = letterTo(account, content, context.locale);
    await queueMail(tx, deps, { letter, accountId: account.id });
  });
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
  // A concurrent request has linked one of the two: a retry returns the specific error.
  if (linked.length === 0) throw new Problem('OAUTH_FAILED');
}

/** Unlinks Google from an account that has a password. Throws PASSWORD_REQUIRED. */
export async function unlinkGoogle(deps: Deps, accountId: string): Promise<void> {
  const account = await getAccount(deps.db, accountId);
  if (account.passwordHash === null) throw new Problem('PASSWORD_REQUIRED');
  await deps.db
    .delete(identities)
    .where(and(eq(identities.accountId, accountId), eq(identities.provider, provider)));
}

function requireOpenId({ google }: ProviderDeps): OpenId {
  if (!google) throw new Problem('NOT_FOUND');
  return google;
}

/** Starts a sign-in with Google. Throws NOT_FOUND if it is not configured, RATE_LIMITED or OAUTH_FAILED. */
export async function startGoogle(
  deps: ProviderDeps,
  context: RequestContext,
): Promise<Output<'auth.startGoogle'>> {
  const openId = requireOpenId(deps);
  await countOauth(deps, context);
  return start(deps, openId, newFlow(null, deps.clock()), context);
}

/**
 * Starts linking Google to an account with a verified address. Throws EMAIL_NOT_VERIFIED and the errors of
 * `confirmHolder` and of a sign-in.
 */
export async function startLink(
  deps: ProviderDeps,
  actor: Actor,
  currentPassword: string | undefined,
  context: RequestContext,
): Promise<Output<'auth.startGoogle'>> {
  const openId = requireOpenId(deps);
  await countOauth(deps, context);
  const account = await getAccount(deps.db, actor.accountId);
  if (account.emailVerifiedAt === null) throw new Problem('EMAIL_NOT_VERIFIED');
  await confirmHolder(deps, actor, account, currentPassword, context);
  const link = { accountId: account.id, sessionId: sessionOf(actor) };
  return start(deps, openId, newFlow(link, deps.clock()), context);
}

async function start(
  deps: ProviderDeps,
  openId: OpenId,
  flow: Flow,
  context: RequestContext,
): Promise<Output<'auth.startGoogle'>> {
  const url = await callIssuer(deps, context, () => openId.start(flow));
  return { url, flow: sealFlow(deps.config.secret, flow) };
}

/**
 * Completes a flow and opens a session. Throws NOT_FOUND, RATE_LIMITED, ACCOUNT_SUSPENDED, OAUTH_FAILED if flow, state
 * and code do not match, and EMAIL_NOT_VERIFIED, DIFFERENT_PROVIDER or EMAIL_IN_USE if the identity cannot be resolved
 * to an account.
 */
export async function finishGoogle(
  deps: ProviderDeps,
  { code, state, iss, flow: sealed }: BodyOf<'auth.finishGoogle'>,
  context: RequestContext,
): Promise<SignedInAccount> {
  const openId = requireOpenId(deps);
  await countOauth(deps, context);
  const flow = sealed === undefined ? null : openFlow(deps.config.secret, sealed, deps.clock());
  if (!flow || !isSame(flow.state, state)) throw new Problem('OAUTH_FAILED');
  const identity = await callIssuer(deps, context, () => openId.finish({ ...flow, code, iss }));
  const known = await validateIdentity(identity);
  const account = flow.link
    ? await linkedAccount(deps, known, flow.link, context)
    : await accountOf(deps, known, context);
  if (account.suspendedAt) throw new Problem('ACCOUNT_SUSPENDED');
  return enter(deps, account, context, { keepSpace: flow.link !== null });
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Runs a call of the issuer. Failures are logged, and never part of a response. */
async function callIssuer<T>(
  deps: ProviderDeps,
  context: RequestContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { name, code } = describeError(error);
    deps.log.warn({ requestId: context.requestId, name, code }, 'a sign-in with Google failed');
    throw new Problem('OAUTH_FAILED');
  }
}

/** Validates the address of an identity: it must be well-formed and storable. */
async function validateIdentity(identity: OpenIdIdentity): Promise<OpenIdIdentity> {
  const email = Email.safeParse(identity.email);
  if (!email.success) throw new Problem('OAUTH_FAILED');
  return { ...identity, email: email.data };
}
