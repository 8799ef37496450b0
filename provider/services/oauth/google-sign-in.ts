import { timingSafeEqual } from 'node:crypto';
import { Email } from '@/lib/contract/primitives';
import { describeError } from '@/lib/observability/describe-error';
import { sessionOf, type Actor, type RequestContext } from '@/provider/actor';
import type { OpenId, OpenIdIdentity, ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { enter } from '@/provider/services/account/enter';
import { confirmHolder } from '@/provider/services/account/require-password';
import { getAccount } from '@/provider/services/accounts';
import { countOauth } from '@/provider/services/auth-limits';
import { newFlow, openFlow, sealFlow, type Flow } from '@/provider/services/oauth/flow';
import { accountOf, linkedAccount } from '@/provider/services/oauth/resolve-identity';
import type { SignedInAccount } from '@/provider/services/sessions';

export interface StartedFlow {
  /** Where the browser goes. */
  url: string;
  flow: string;
}

export interface Return {
  code: string;
  state: string;
  iss?: string | undefined;
  flow?: string | undefined;
}

function requireOpenId({ google }: ProviderDeps): OpenId {
  if (!google) throw new Problem('NOT_FOUND');
  return google;
}

/** Begins a sign-in with Google. Throws NOT_FOUND where it is not configured, RATE_LIMITED or OAUTH_FAILED. */
export async function startGoogle(deps: ProviderDeps, context: RequestContext): Promise<StartedFlow> {
  const openId = requireOpenId(deps);
  await countOauth(deps, context);
  return start(deps, openId, newFlow(null, deps.clock()), context);
}

/** Begins to link Google to an account whose address is proved. Throws EMAIL_NOT_VERIFIED, what `confirmHolder` throws and what a sign-in throws. */
export async function startLink(
  deps: ProviderDeps,
  actor: Actor,
  currentPassword: string | undefined,
  context: RequestContext,
): Promise<StartedFlow> {
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
): Promise<StartedFlow> {
  const url = await ofIssuer(deps, context, () => openId.start(flow));
  return { url, flow: sealFlow(deps.config.secret, flow) };
}

/**
 * Ends what a browser began, and opens a session. Throws NOT_FOUND, RATE_LIMITED, ACCOUNT_SUSPENDED, OAUTH_FAILED for
 * whatever does not fit together, and EMAIL_NOT_VERIFIED, DIFFERENT_PROVIDER or EMAIL_IN_USE where the person is not
 * let in as anybody.
 */
export async function finishGoogle(
  deps: ProviderDeps,
  { code, state, iss, flow: sealed }: Return,
  context: RequestContext,
): Promise<SignedInAccount> {
  const openId = requireOpenId(deps);
  await countOauth(deps, context);
  const flow = sealed === undefined ? null : openFlow(deps.config.secret, sealed, deps.clock());
  if (!flow || !isSame(flow.state, state)) throw new Problem('OAUTH_FAILED');
  const identity = await ofIssuer(deps, context, () => openId.finish({ ...flow, code, iss }));
  const known = await readable(identity);
  const account = flow.link
    ? await linkedAccount(deps, known, flow.link, context)
    : await accountOf(deps, known, context);
  if (account.suspendedAt) throw new Problem('ACCOUNT_SUSPENDED');
  return enter(deps, account, context, { keepSpace: flow.link !== null });
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** What goes wrong at the issuer, or on the way there, is told to the log and to nobody else. */
async function ofIssuer<T>(deps: ProviderDeps, context: RequestContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { name, code } = describeError(error);
    deps.log.warn({ requestId: context.requestId, name, code }, 'a sign-in with Google failed');
    throw new Problem('OAUTH_FAILED');
  }
}

/** An address has to be one, and to be storable, wherever it comes from. */
async function readable(identity: OpenIdIdentity): Promise<OpenIdIdentity> {
  const email = Email.safeParse(identity.email);
  if (!email.success) throw new Problem('OAUTH_FAILED');
  return { ...identity, email: email.data };
}
