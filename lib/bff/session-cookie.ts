/** Names and writes the session cookie. */
export interface SessionCookie {
  readonly name: string;
  /** The values under the cookie's name in a Cookie header: one, or several where somebody planted more. */
  read(header: string | null): string[];
  /** The Set-Cookie header that keeps a sealed session until the given time (milliseconds since 1970). */
  write(sealed: string, expiresMs: number): string;
  /** The Set-Cookie header that forgets it. */
  clear(): string;
}

/** Nobody needs more; somebody who sends a hundred must not make us open a hundred. */
const MAX_CANDIDATES = 4;

/**
 * On https the name has the prefix that keeps other hosts and unencrypted pages from setting the cookie. On plain
 * http browsers refuse that prefix.
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
