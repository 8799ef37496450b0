/**
 * Name of the cookie by which a page signs out without a network: the session cookie is out of reach of scripts. The
 * server treats a browser that sends it as a visitor, ends the session, and clears both cookies.
 */
export const signedOutCookie = 'markwell-signed-out';

/** Signs this browser out for the server, which cannot be reached now. */
export function markSignedOut(): void {
  const isSecure = location.protocol === 'https:';
  // As the server names its cookies: other hosts of the domain cannot set one with this prefix.
  const name = isSecure ? `__Host-${signedOutCookie}` : signedOutCookie;
  // It outlives the session.
  document.cookie = `${name}=1; path=/; max-age=31536000; samesite=lax${isSecure ? '; secure' : ''}`;
}

/** Whether the server still has to end the session of this browser. */
export const isMarkedSignedOut = (): boolean => document.cookie.includes(`${signedOutCookie}=`);
