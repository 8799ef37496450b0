import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import type { AccountSession } from '@/lib/contract/account';
import { sessions, type SessionRow } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';

export type Device = Pick<AccountSession, 'browser' | 'system' | 'device'>;

/** The first match counts: most user agents also name the browsers that they are derived from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\d.+\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPadOS'],
  [/\biP(?:hone|od)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (list: readonly (readonly [RegExp, string])[], userAgent: string): string | null =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;

/** Derives browser and system from a user agent. Without a known browser, the device is `other`. */
export function describeDevice(userAgent: string): Device {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  return { browser, system, device: browser === null ? 'other' : kindOf(userAgent, system) };
}

function kindOf(userAgent: string, system: string | null): Device['device'] {
  if (system === 'iPadOS') return 'tablet';
  if (system === 'iOS') return 'phone';
  if (system === 'Android') return /\bMobile\b/.test(userAgent) ? 'phone' : 'tablet';
  return system === null ? 'other' : 'computer';
}

/** Returns the kind of network of an address, derived from the address alone. */
export function placeOf(address: string): AccountSession['place'] {
  if (!ipaddr.isValid(address)) return 'unknown';
  const range = ipaddr.process(address).range();
  if (range === 'loopback') return 'device';
  return ['private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'].includes(range) ? 'local' : 'internet';
}

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

/** Limit of the list, in case a script signs in repeatedly. */
const shownMax = 200;

const isActive = (accountId: string, now: Date) =>
  and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

/** Returns the active sessions of an account, most recently used first. */
export function listSessions({ db, clock }: Deps, accountId: string): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(isActive(accountId, clock()))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(shownMax);
}

/** Most networks whose country is looked up for one list. */
const lookedUpMax = 20;

/**
 * Adds the country of sessions for which no proxy sent one, by the configured lookup service. Without such a service,
 * or if it fails, the country stays unknown.
 */
export async function withCountries(
  { countryOf }: Pick<ProviderDeps, 'countryOf'>,
  rows: readonly SessionRow[],
): Promise<SessionRow[]> {
  if (countryOf === null) return [...rows];
  const unknown = rows.filter(({ address, country }) => country === '' && placeOf(address) === 'internet');
  const addresses = [...new Set(unknown.map(({ address }) => address))].slice(0, lookedUpMax);
  const found = new Map(
    await Promise.all(addresses.map(async (address) => [address, await countryOf(address)] as const)),
  );
  return rows.map((row) => ({ ...row, country: row.country || (found.get(row.address) ?? '') }));
}

/** Ends a session of an account; false if it has no active session with this id. */
export async function endSessionById(
  { db, clock }: Deps,
  accountId: string,
  sessionId: string,
): Promise<boolean> {
  const now = clock();
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(isActive(accountId, now), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}
