import type { Session } from '@/lib/bff/session';
import type { SessionCookie } from '@/lib/bff/session-cookie';
import type { SessionSeal } from '@/lib/bff/session-seal';

/** What a request's cookies say: nothing, something that is no session of ours, or a session. */
export interface FoundSession {
  readonly session: Session | null;
  /** Whether there is a cookie at all; one that holds no session is to be cleared. */
  readonly hasCookie: boolean;
}

/** Sessions as they travel in headers. */
export interface Sessions {
  find(cookieHeader: string | null): Promise<FoundSession>;
  /** The Set-Cookie header that keeps the session. */
  keep(session: Session): Promise<string>;
  /** The Set-Cookie header that ends it in the browser. */
  forget(): string;
}

export function createSessions(seal: SessionSeal, cookie: SessionCookie, clock: () => number): Sessions {
  return {
    async find(cookieHeader) {
      const candidates = cookie.read(cookieHeader);
      for (const candidate of candidates) {
        const session = await seal.open(candidate, clock());
        if (session) return { session, hasCookie: true };
      }
      return { session: null, hasCookie: candidates.length > 0 };
    },
    keep: async (session) => cookie.write(await seal.seal(session), session.refresh.expires),
    forget: () => cookie.clear(),
  };
}
