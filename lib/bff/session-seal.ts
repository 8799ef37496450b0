import { hkdfSync } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import { Session } from '@/lib/bff/session';
import { RecentMap } from '@/lib/utils/recent-map';

export interface SessionSeal {
  /** @throws when the session does not fit into a cookie */
  seal(session: Session): Promise<string>;
  /** The session of a sealed text, or null for anything else: foreign, damaged, outdated, of another version. */
  open(sealed: string, nowMs: number): Promise<Session | null>;
}

const CACHE_SIZE = 2_000;
/** Browsers keep cookies of 4096 bytes, name and attributes included. */
const MAX_LENGTH = 3_800;
const SEAL_PREFIX = 'Fe26.2*';

/** Seals sessions with a key derived from the application's secret. */
export function createSessionSeal(secret: string): SessionSeal {
  const key = hkdfSync('sha256', secret, '', 'markwell session cookie 1', 32);
  // The expiry inside the session is what counts: a ttl here would only say the same twice.
  const options = { password: Buffer.from(key).toString('base64url'), ttl: 0 };
  // Opening depends on the sealed text alone, takes ten times as long as the rest of a call, and comes with each one.
  const opened = new RecentMap<string, Session>(CACHE_SIZE);

  return {
    async seal(session) {
      const sealed = await sealData(session, options);
      if (sealed.length > MAX_LENGTH)
        throw new Error(`a sealed session of ${sealed.length} bytes is too long`);
      opened.set(sealed, session);
      return sealed;
    },
    async open(sealed, nowMs) {
      const session = opened.get(sealed) ?? (await unseal(sealed, options));
      if (!session || session.refresh.expires <= nowMs) return null;
      opened.set(sealed, session);
      return session;
    },
  };
}

async function unseal(sealed: string, options: { password: string; ttl: number }): Promise<Session | null> {
  if (sealed.length > MAX_LENGTH || !sealed.startsWith(SEAL_PREFIX)) return null;
  try {
    return Session.safeParse(await unsealData(sealed, options)).data ?? null;
  } catch {
    return null;
  }
}
