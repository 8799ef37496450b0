import type { RequestContext } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { emailKey } from '@/provider/policies';
import { networkOf, networksOf } from '@/provider/middleware/rate-limit';
import { countHits, type Hit } from '@/provider/middleware/rate-limit';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type ClientAddress = Pick<RequestContext, 'address'>;
type Client = Pick<RequestContext, 'address' | 'browser'>;

/** Hits from one network address, and for IPv6 also from the site that it belongs to. */
const perAddress = (name: string, { address }: ClientAddress, max: number, windowMs: number): Hit[] =>
  networksOf(address).map(({ key, factor }) => ({
    key: `${name}:peer:${key}`,
    max: max * factor,
    windowMs,
  }));

/** Whether an account has signed in with a browser before. Answered by the same statement for every email. */
async function isKnownBrowser({ db }: ProviderDeps, email: string, browser: string): Promise<boolean> {
  const { rows } = await db.$client.query({
    name: 'known-browser',
    text: `select 1 from sessions s join accounts a on a.id = s.account_id
      where a.email_key = $1 and s.browser = $2 and $2 <> '' limit 1`,
    values: [emailKey(email), browser],
  });
  return rows.length > 0;
}

/**
 * Sign-in attempts: five a minute for an account by one browser that has signed in before, and by all others from one
 * address, so that a stranger cannot lock its holder out, not even behind a proxy that hides all addresses; thirty a
 * minute for an account by all others; twenty a minute from one address. Throws RATE_LIMITED.
 */
export const countLogin = async (deps: ProviderDeps, peer: Client, email: string): Promise<void> => {
  const account = emailKey(email);
  const isKnown = await isKnownBrowser(deps, email, peer.browser);
  return countHits(deps, [
    ...(isKnown
      ? [{ key: `login:${account}:browser:${peer.browser}`, max: 5, windowMs: minuteMs }]
      : [
          { key: `login:${account}:${networkOf(peer.address)}`, max: 5, windowMs: minuteMs },
          { key: `login:${account}`, max: 30, windowMs: minuteMs },
        ]),
    ...perAddress('login', peer, 20, minuteMs),
  ]);
};

/** Registrations: five an hour for one email, thirty an hour from one address. Throws RATE_LIMITED. */
export const countRegistration = (deps: ProviderDeps, peer: ClientAddress, email: string): Promise<void> =>
  countHits(deps, [
    { key: `register:${emailKey(email)}`, max: 5, windowMs: hourMs },
    ...perAddress('register', peer, 30, hourMs),
  ]);

/** Exchanges of refresh tokens: sixty a minute for a session, three hundred from one address. Throws RATE_LIMITED. */
export const countRefresh = (deps: ProviderDeps, peer: ClientAddress, sessionId: string): Promise<void> =>
  countHits(deps, [
    { key: `refresh:${sessionId}`, max: 60, windowMs: minuteMs },
    ...perAddress('refresh', peer, 300, minuteMs),
  ]);

/** What a mailed code is for. */
export type CodePurpose = 'verification' | 'reset' | 'newEmail';

/**
 * Codes requested for an email and a purpose: five an hour by one browser, five from one address, and ten in all, which
 * a browser that has signed in before passes; thirty an hour from one address. Throws RATE_LIMITED.
 */
export const countCodeRequest = async (
  deps: ProviderDeps,
  peer: Client,
  purpose: CodePurpose,
  email: string,
): Promise<void> => {
  const key = `code:${purpose}:${emailKey(email)}`;
  const isKnown = await isKnownBrowser(deps, email, peer.browser);
  const unknown = [{ key, max: 10, windowMs: hourMs }, ...perAddress(key, peer, 5, hourMs)];
  return countHits(deps, [
    { key: `${key}:${peer.browser}`, max: 5, windowMs: hourMs },
    ...(isKnown ? [] : unknown),
    ...perAddress('code', peer, 30, hourMs),
  ]);
};

/**
 * Codes tried: twenty-five an hour for an email and a purpose by one browser, which is every try of every code that it
 * can request, and sixty from one address. Throws RATE_LIMITED.
 */
export const countCodeTry = (
  deps: ProviderDeps,
  peer: Client,
  purpose: CodePurpose,
  email: string,
): Promise<void> =>
  countHits(deps, [
    { key: `code-try:${purpose}:${emailKey(email)}:${peer.browser}`, max: 25, windowMs: hourMs },
    ...perAddress('code-try', peer, 60, hourMs),
  ]);

/** Changes of a password: five a minute for an account, twenty from one address. Throws RATE_LIMITED. */
export const countPasswordChange = (
  deps: ProviderDeps,
  peer: ClientAddress,
  accountId: string,
): Promise<void> =>
  countHits(deps, [
    { key: `password:${accountId}`, max: 5, windowMs: minuteMs },
    ...perAddress('password', peer, 20, minuteMs),
  ]);

/** New personal access tokens: twenty an hour for an account, sixty from one address. Throws RATE_LIMITED. */
export const countTokenCreation = (
  deps: ProviderDeps,
  peer: ClientAddress,
  accountId: string,
): Promise<void> =>
  countHits(deps, [
    { key: `token:${accountId}`, max: 20, windowMs: hourMs },
    ...perAddress('token', peer, 60, hourMs),
  ]);

/** Steps of signing in with an issuer: sixty a minute from one address. Throws RATE_LIMITED. */
export const countOauth = (deps: ProviderDeps, peer: ClientAddress): Promise<void> =>
  countHits(deps, perAddress('oauth', peer, 60, minuteMs));
