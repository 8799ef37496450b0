import { eq } from 'drizzle-orm';
import type { RequestContext } from '@/provider/actor';
import { accounts, sessions } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { emailKey } from '@/provider/policies';
import { countHits, networkOf, perAddress } from '@/provider/middleware/rate-limit';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const monthMs = 30 * dayMs;

type ClientAddress = Pick<RequestContext, 'address'>;
type Client = Pick<RequestContext, 'address' | 'browser'>;

/** Whether an account has signed in with this client before. */
interface Known {
  browser: boolean;
  /** Network address, or for IPv6 the network in which clients choose their address. */
  network: boolean;
}

/**
 * Whether an account has signed in with this browser, and from this network. One statement, the same for every email.
 */
async function findKnown({ db }: ProviderDeps, email: string, client: Client): Promise<Known> {
  const rows = await db
    .selectDistinct({ browser: sessions.browser, address: sessions.address })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(eq(accounts.emailKey, emailKey(email)))
    .prepare('known-clients')
    .execute();
  const network = networkOf(client.address);
  return {
    browser: client.browser !== '' && rows.some(({ browser }) => browser === client.browser),
    network: network !== '' && rows.some(({ address }) => networkOf(address) === network),
  };
}

/**
 * Limits sign-in attempts: five a minute per account from one browser that has signed in before, and from all others at
 * one address, so that an attacker cannot lock out the account holder, not even behind a proxy that hides all
 * addresses; thirty a minute per account from all unknown browsers in unknown networks; twenty a minute from one
 * address. Throws RATE_LIMITED.
 */
export const countLogin = async (deps: ProviderDeps, client: Client, email: string): Promise<void> => {
  const account = emailKey(email);
  const known = await findKnown(deps, email, client);
  const elsewhere = { key: `login:${account}`, max: 30, windowMs: minuteMs };
  return countHits(deps, [
    ...(known.browser
      ? [{ key: `login:${account}:browser:${client.browser}`, max: 5, windowMs: minuteMs }]
      : [
          { key: `login:${account}:${networkOf(client.address)}`, max: 5, windowMs: minuteMs },
          ...(known.network ? [] : [elsewhere]),
        ]),
    ...perAddress('login', client, 20, minuteMs),
  ]);
};

const registrationsFrom = (client: ClientAddress) => perAddress('register', client, 30, hourMs);

/** Limits registrations: five an hour for one email, thirty an hour from one address. Throws RATE_LIMITED. */
export const countRegistration = (deps: ProviderDeps, client: ClientAddress, email: string): Promise<void> =>
  countHits(deps, [
    { key: `register:${emailKey(email)}`, max: 5, windowMs: hourMs },
    ...registrationsFrom(client),
  ]);

/**
 * Limits registrations with a verified email: thirty an hour from one address. Not counted for the email, so that an
 * attacker who registers it again and again cannot lock out its owner. Throws RATE_LIMITED.
 */
export const countVerifiedRegistration = (deps: ProviderDeps, client: ClientAddress): Promise<void> =>
  countHits(deps, registrationsFrom(client));

/**
 * Limits refresh token exchanges: sixty a minute for a session, three hundred from one address. Throws RATE_LIMITED.
 */
export const countRefresh = (deps: ProviderDeps, client: ClientAddress, sessionId: string): Promise<void> =>
  countHits(deps, [
    { key: `refresh:${sessionId}`, max: 60, windowMs: minuteMs },
    ...perAddress('refresh', client, 300, minuteMs),
  ]);

/** Purpose of a mailed code; also the kind of its mail. */
export type CodePurpose = 'verification' | 'reset' | 'newEmail';

/** Codes for an email and a purpose: for one client, more than a person needs, and for all unknown ones together. */
const codeRules = [
  { suffix: '', windowMs: hourMs, client: 5, unknown: 10 },
  { suffix: ':day', windowMs: dayMs, client: 15, unknown: 20 },
  { suffix: ':month', windowMs: monthMs, client: 60, unknown: 60 },
];

/**
 * Limits code requests for an email and a purpose: five an hour from one browser; from unknown browsers, five at one
 * address, and ten in total from unknown networks, so that an attacker cannot block requests of the account holder on a
 * new device; thirty an hour from one address. Throws RATE_LIMITED.
 *
 * Each code allows five of a million guesses. An attacker who asks for codes as fast as possible is slowed down over
 * days: all unknown clients together get 20 codes a day and 60 in 30 days, thus 300 guesses instead of 36,000, and each
 * known browser or network as many of its own, which an attacker elsewhere cannot use up.
 */
export const countCodeRequest = async (
  deps: ProviderDeps,
  client: Client,
  purpose: CodePurpose,
  email: string,
): Promise<void> => {
  const key = `code:${purpose}:${emailKey(email)}`;
  const known = await findKnown(deps, email, client);
  await countHits(deps, perAddress('code', client, 30, hourMs));
  // In turn, so that a request that is rejected does not use up longer windows.
  for (const { suffix, windowMs, client: max, unknown } of codeRules) {
    await countHits(deps, [
      { key: `${key}:${client.browser}${suffix}`, max, windowMs },
      ...(known.browser ? [] : perAddress(`${key}${suffix}`, client, max, windowMs)),
      ...(known.browser || known.network ? [] : [{ key: `${key}${suffix}`, max: unknown, windowMs }]),
    ]);
  }
};

/**
 * Limits attempts to redeem a code: twenty-five an hour for an email and a purpose from one browser, which allows every
 * attempt for every code that it can request, and sixty from one address. Throws RATE_LIMITED.
 */
export const countCodeTry = (
  deps: ProviderDeps,
  client: Client,
  purpose: CodePurpose,
  email: string,
): Promise<void> =>
  countHits(deps, [
    { key: `code-try:${purpose}:${emailKey(email)}:${client.browser}`, max: 25, windowMs: hourMs },
    ...perAddress('code-try', client, 60, hourMs),
  ]);

/** Limits password changes: five a minute for an account, twenty from one address. Throws RATE_LIMITED. */
export const countPasswordChange = (
  deps: ProviderDeps,
  client: ClientAddress,
  accountId: string,
): Promise<void> =>
  countHits(deps, [
    { key: `password:${accountId}`, max: 5, windowMs: minuteMs },
    ...perAddress('password', client, 20, minuteMs),
  ]);

/** Limits new personal access tokens: twenty an hour for an account, sixty from one address. Throws RATE_LIMITED. */
export const countTokenCreation = (
  deps: ProviderDeps,
  client: ClientAddress,
  accountId: string,
): Promise<void> =>
  countHits(deps, [
    { key: `token:${accountId}`, max: 20, windowMs: hourMs },
    ...perAddress('token', client, 60, hourMs),
  ]);

/** Limits attempts to redeem the code of a connection: sixty a minute from one address. Throws RATE_LIMITED. */
export const countConnectTry = (deps: ProviderDeps, client: ClientAddress): Promise<void> =>
  countHits(deps, perAddress('connect', client, 60, minuteMs));

/** Limits lookups of OAuth clients, each of which may fetch a document: thirty a minute. Throws RATE_LIMITED. */
export const countClientLookup = (deps: ProviderDeps, accountId: string): Promise<void> =>
  countHits(deps, [{ key: `oauth-client:${accountId}`, max: 30, windowMs: minuteMs }]);

/** Limits the steps of a sign-in with an issuer: sixty a minute from one address. Throws RATE_LIMITED. */
export const countOauth = (deps: ProviderDeps, client: ClientAddress): Promise<void> =>
  countHits(deps, perAddress('oauth', client, 60, minuteMs));
