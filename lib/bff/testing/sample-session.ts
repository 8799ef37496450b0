import type { Session } from '@/lib/bff/session';

const MINUTE_MS = 60_000;

/** Returns a session with tokens of the provider's length, valid for ten minutes from `now`. */
export function sampleSession({ now, ...changes }: { now: number } & Partial<Session>): Session {
  return {
    v: 1,
    sessionId: '01980000-0000-7000-8000-000000000001',
    accountId: '01980000-0000-7000-8000-000000000002',
    access: { token: `access.${'a'.repeat(360)}`, expires: now + 10 * MINUTE_MS },
    refresh: { token: `mwr_${'r'.repeat(90)}`, expires: now + 30 * 24 * 60 * MINUTE_MS },
    space: '01980000-0000-7000-8000-000000000003',
    isAdmin: false,
    language: 'en',
    bookmarkSort: 'created_at-DESC',
    ...changes,
  };
}
