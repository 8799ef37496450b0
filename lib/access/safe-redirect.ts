const base = 'http://same-origin.invalid';
// An authorization request is the longest.
const maxLength = 8_192;

// Browsers and URL parsers interpret control characters and backslashes differently; paths may not contain them.
const suspicious = /[\u0000-\u001f\u007f\\]/;

/** Paths at which a redirect would loop or reach something other than a screen. */
const neverTargets =
  /^\/(?:signin|register|forgot-password|oauth-callback|auth|session|v1|oauth|_next|monitoring)(?:[/?#]|$)/;

/**
 * Returns the path of a `redirect` parameter, or null if it is not a screen of this application. It is parsed as a
 * browser would parse it, and the result is checked again: `/..//evil.example` normalizes to a path that a browser
 * would interpret as another host.
 */
export function safeRedirect(raw: string | null | undefined): string | null {
  if (!raw || raw.length > maxLength || !raw.startsWith('/') || suspicious.test(raw)) return null;
  if (!URL.canParse(raw, base)) return null;
  const url = new URL(raw, base);
  if (url.origin !== base || url.pathname.startsWith('//')) return null;
  return neverTargets.test(decoded(url.pathname)) ? null : `${url.pathname}${url.search}${url.hash}`;
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname).toLowerCase();
  } catch {
    return '/v1';
  }
}
