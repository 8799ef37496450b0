import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import type { AccountSession } from '@/lib/contract/account';
import { sessions, type SessionRow } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';

export type Device = Pick<AccountSession, 'browser' | 'system' | 'device'>;

/** The first that fits counts: most browsers also name those that they descend from. */
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

/** Browser and system as a user agent names them. What names no browser is a program. */
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

/** Where an address is, as far as the address itself tells. */
export function placeOf(address: string): AccountSession['place'] {
  if (!ipaddr.isValid(address)) return 'unknown';
  const range = ipaddr.process(address).range();
  if (range === 'loopback') return 'device';
  return ['private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'].includes(range) ? 'local' : 'internet';
}

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

/** More than anybody looks at; a script that signs in again and again makes no endless list. */
const shownMax = 200;

const isAlive = (accountId: string, now: Date) =>
  and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

/** The sessions of an account that still hold, used last first. */
export function listSessions({ db, clock }: Deps, accountId: string): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(isAlive(accountId, clock()))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(shownMax);
}

/** Ends a session of an account; false when it has none of that id that still holds. */
export async function endOwnSession(
  { db, clock }: Deps,
  accountId: string,
  sessionId: string,
): Promise<boolean> {
  const now = clock();
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(isAlive(accountId, now), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}
