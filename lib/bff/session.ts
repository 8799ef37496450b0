import { hkdfSync } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { signedOutCookie } from '@/lib/access/signed-out';
import { BookmarkSort, Language } from '@/lib/contract/account';
import { env } from '@/lib/env/server';

const Token = z.object({
  token: z.string().min(1),
  /** Milliseconds since 1970. */
  expires: z.number(),
});

/** Contents of the encrypted session cookie. The provider validates the tokens on every request. */
export const Session = z.object({
  v: z.literal(1),
  sessionId: z.string(),
  accountId: z.string(),
  access: Token,
  refresh: Token,
  /** The current space as of the last account response; null lets the provider choose. */
  space: z.string().nullable(),
  /** A hint for redirects and menus; the provider decides. */
  isAdmin: z.boolean(),
  language: Language.nullable(),
  /** Sort order of lists as of the last account response, so that a page reads them together with the account. */
  bookmarkSort: BookmarkSort.nullable().default(null),
});
export type Session = z.infer<typeof Session>;

/** Tokens are renewed this long before they expire, so that none expires in flight. */
const MARGIN_MS = 60_000;

/** Whether the access token must be renewed before use. */
export function isStale(session: Session, nowMs: number): boolean {
  return session.access.expires - nowMs < MARGIN_MS;
}

/** Returns the part of a session that is exposed to the browser. */
export function describeSession({ refresh, isAdmin }: Session): { expires: string; isAdmin: boolean } {
  return { expires: new Date(refresh.expires).toISOString(), isAdmin };
}

interface SessionSeal {
  /** @throws when the session does not fit into a cookie */
  seal(session: Session): Promise<string>;
  /** Unseals a cookie; null if it is invalid, expired, or of another key or version. */
  open(sealed: string, nowMs: number): Promise<Session | null>;
}

const CACHE_SIZE = 2_000;
/** Browsers keep cookies of 4096 bytes, name and attributes included. */
const MAX_LENGTH = 3_800;
const SEAL_PREFIX = 'Fe26.2*';

/** Seals sessions with a key derived from the application's secret. */
export function createSessionSeal(secret: string): SessionSeal {
  const key = hkdfSync('sha256', secret, '', 'markwell session cookie 1', 32);
  // The session contains its expiry, so no ttl is needed.
  const options = { password: Buffer.from(key).toString('base64url'), ttl: 0 };
  // Unsealing is pure, takes ten times as long as the rest of a request, and every request needs it.
  const opened = new LRUCache<string, Session>({ max: CACHE_SIZE });

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

/** Reads and writes the session cookie. */
interface SessionCookie {
  readonly name: string;
  /** Returns the values of the cookie in a Cookie header. Another host may have added further ones. */
  read(header: string | null): string[];
  /** Returns the Set-Cookie header for a sealed session until the given time (milliseconds since 1970). */
  write(sealed: string, expiresMs: number): string;
  /** Returns the Set-Cookie header that clears it. */
  clear(): string;
}

/** Limits the work for a request with many cookies of this name. */
const MAX_CANDIDATES = 4;

/**
 * On https the name has the `__Host-` prefix, so that other hosts and plain http cannot set the cookie. On plain http
 * browsers reject that prefix.
 */
export function createSessionCookie(isSecure: boolean, plainName = 'markwell'): SessionCookie {
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const start = `${name}=`;
  return {
    name,
    read: (header) =>
      (header?.split(';') ?? [])
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(start) && pair.length > start.length)
        .slice(0, MAX_CANDIDATES)
        .map((pair) => pair.slice(start.length)),
    write: (sealed, expiresMs) =>
      `${start}${sealed}; ${attributes}; Expires=${new Date(expiresMs).toUTCString()}`,
    clear: () => `${start}; ${attributes}; Max-Age=0`,
  };
}

/** The session of a request, if any. */
export interface FoundSession {
  readonly session: Session | null;
  /** Whether a session cookie was sent; one without a valid session is cleared. */
  readonly hasCookie: boolean;
  /** The session of a browser that signed out without a network; it may only be ended. */
  readonly left?: Session;
}

/** Reads and writes session cookies. */
export interface Sessions {
  find(cookieHeader: string | null): Promise<FoundSession>;
  /** Returns the Set-Cookie header that stores the session. */
  keep(session: Session): Promise<string>;
  /** Returns the Set-Cookie header that clears it. */
  forget(): string;
  /** Returns the Set-Cookie header that clears the mark of a sign-out without a network. */
  forgetMark(): string;
}

export function createSessions(seal: SessionSeal, isSecure: boolean, clock: () => number): Sessions {
  const cookie = createSessionCookie(isSecure);
  const mark = createSessionCookie(isSecure, signedOutCookie);
  return {
    async find(cookieHeader) {
      const candidates = cookie.read(cookieHeader);
      for (const candidate of candidates) {
        const session = await seal.open(candidate, clock());
        if (!session) continue;
        const isMarked = mark.read(cookieHeader).length > 0;
        return isMarked ? { session: null, left: session, hasCookie: true } : { session, hasCookie: true };
      }
      return { session: null, hasCookie: candidates.length > 0 };
    },
    keep: async (session) => cookie.write(await seal.seal(session), session.refresh.expires),
    forget: () => cookie.clear(),
    forgetMark: () => mark.clear(),
  };
}

/** Values on `globalThis`. */
interface Holder {
  markwellBff?: Map<string, unknown>;
}

const holder = globalThis as Holder;

/**
 * Returns a value that is created once per process. Pages, route handlers and the middleware are separate bundles, each
 * with its own module instances.
 */
export function processWide<T>(name: string, create: () => T): T {
  const registry = (holder.markwellBff ??= new Map<string, unknown>());
  if (!registry.has(name)) registry.set(name, create());
  return registry.get(name) as T;
}

/** Returns the session cookies of this installation. Reading one requires neither the database nor the provider. */
export function processSessions(): Sessions {
  return processWide('sessions', () => {
    const { sessionSecret, appUrl } = env();
    return createSessions(createSessionSeal(sessionSecret), appUrl.startsWith('https:'), Date.now);
  });
}
