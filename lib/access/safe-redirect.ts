const base = 'http://same-origin.invalid';
const longest = 2_048;

// A control character or a backslash is read differently by browsers and by URL parsers: neither belongs in a path.
const suspicious = /[\u0000-\u001f\u007f\\]/;

/** Where a redirect would loop, or run something that is not a screen. */
const neverTargets =
  /^\/(?:signin|register|forgot-password|oauth-callback|auth|session|v1|_next|monitoring)(?:[/?#]|$)/;

/**
 * The path that a `redirect` parameter asks for, or null when it does not lead to a screen of this application. It is
 * parsed as a browser would, and what comes out is checked again: `/..//evil.example` normalises to a path that a
 * browser would read as another host.
 */
export function safeRedirect(raw: string | null | undefined): string | null {
  if (!raw || raw.length > longest || !raw.startsWith('/') || suspicious.test(raw)) return null;
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
