/**
 * Name of the cookie with which a page signs out while offline: scripts cannot access the session cookie. The server
 * treats a browser that sends it as signed out, ends the session, and clears both cookies.
 */
export const signedOutCookie = 'markwell-signed-out';

/** Marks this browser as signed out while the server is unreachable. */
export function markSignedOut(): void {
  const isSecure = location.protocol === 'https:';
  // Same prefix as the server's cookies: other hosts of the domain cannot set cookies with this prefix.
  const name = isSecure ? `__Host-${signedOutCookie}` : signedOutCookie;
  // One year: longer than any session.
  document.cookie = `${name}=1; path=/; max-age=31536000; samesite=lax${isSecure ? '; secure' : ''}`;
}

/** Whether the server has yet to end the session of this browser. */
export const isMarkedSignedOut = (): boolean => document.cookie.includes(`${signedOutCookie}=`);
