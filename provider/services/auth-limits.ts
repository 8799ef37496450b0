import type { RequestContext } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { emailKey } from '@/provider/services/email-key';
import { networkOf, networksOf } from '@/provider/services/network';
import { countHits, type Hit } from '@/provider/services/rate-limit';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type Peer = Pick<RequestContext, 'address'>;

/** Hits from one network address, and for IPv6 also from the site that it belongs to. */
const perAddress = (name: string, { address }: Peer, max: number, windowMs: number): Hit[] =>
  networksOf(address).map(({ key, factor }) => ({
    key: `${name}:peer:${key}`,
    max: max * factor,
    windowMs,
  }));

/**
 * Sign-in attempts: five a minute for an account from one address, so that a stranger elsewhere cannot keep its
 * holder out; thirty a minute for an account from everywhere; twenty a minute from one address. Throws RATE_LIMITED.
 */
export const countLogin = (deps: ProviderDeps, peer: Peer, email: string): Promise<void> => {
  const account = emailKey(email);
  return countHits(deps, [
    { key: `login:${account}:${networkOf(peer.address)}`, max: 5, windowMs: minuteMs },
    { key: `login:${account}`, max: 30, windowMs: minuteMs },
    ...perAddress('login', peer, 20, minuteMs),
  ]);
};

/** Registrations: five an hour for one email, thirty an hour from one address. Throws RATE_LIMITED. */
export const countRegistration = (deps: ProviderDeps, peer: Peer, email: string): Promise<void> =>
  countHits(deps, [
    { key: `register:${emailKey(email)}`, max: 5, windowMs: hourMs },
    ...perAddress('register', peer, 30, hourMs),
  ]);

/** Exchanges of refresh tokens: sixty a minute for a session, three hundred from one address. Throws RATE_LIMITED. */
export const countRefresh = (deps: ProviderDeps, peer: Peer, sessionId: string): Promise<void> =>
  countHits(deps, [
    { key: `refresh:${sessionId}`, max: 60, windowMs: minuteMs },
    ...perAddress('refresh', peer, 300, minuteMs),
  ]);

type CodePurpose = 'verification' | 'reset' | 'newEmail';

/** Codes asked for: five an hour for an address and a purpose, thirty from one address. Throws RATE_LIMITED. */
export const countCodeRequest = (
  deps: ProviderDeps,
  peer: Peer,
  purpose: CodePurpose,
  email: string,
): Promise<void> =>
  countHits(deps, [
    { key: `code:${purpose}:${emailKey(email)}`, max: 5, windowMs: hourMs },
    ...perAddress('code', peer, 30, hourMs),
  ]);

/**
 * Codes tried: twenty-five an hour for an address and a purpose, which is every try of every code that it can get, and
 * sixty from one address. Throws RATE_LIMITED.
 */
export const countCodeTry = (
  deps: ProviderDeps,
  peer: Peer,
  purpose: CodePurpose,
  email: string,
): Promise<void> =>
  countHits(deps, [
    { key: `code-try:${purpose}:${emailKey(email)}`, max: 25, windowMs: hourMs },
    ...perAddress('code-try', peer, 60, hourMs),
  ]);

/** Changes of a password: five a minute for an account, twenty from one address. Throws RATE_LIMITED. */
export const countPasswordChange = (deps: ProviderDeps, peer: Peer, accountId: string): Promise<void> =>
  countHits(deps, [
    { key: `password:${accountId}`, max: 5, windowMs: minuteMs },
    ...perAddress('password', peer, 20, minuteMs),
  ]);

/** New personal access tokens: twenty an hour for an account, sixty from one address. Throws RATE_LIMITED. */
export const countTokenCreation = (deps: ProviderDeps, peer: Peer, accountId: string): Promise<void> =>
  countHits(deps, [
    { key: `token:${accountId}`, max: 20, windowMs: hourMs },
    ...perAddress('token', peer, 60, hourMs),
  ]);

/** Steps of signing in with an issuer: sixty a minute from one address. Throws RATE_LIMITED. */
export const countOauth = (deps: ProviderDeps, peer: Peer): Promise<void> =>
  countHits(deps, perAddress('oauth', peer, 60, minuteMs));
