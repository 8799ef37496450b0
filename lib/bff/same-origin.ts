/**
 * Whether a call that changes something comes from a page of this application, as the browser says. `ownOrigin` is
 * the configured address; the Host that the call was sent to counts as well, because a home server has several
 * names. A script cannot set any of these headers.
 */
export function isSameOrigin(headers: Headers, ownOrigin: string): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site !== null && site !== 'same-origin') return false;
  if (origin !== null) return origin === ownOrigin || isOwnHost(origin, headers);
  // Neither header: no browser of the last years sends a change like that.
  return site !== null;
}

/** `null` (a sandboxed frame, a local file) is the origin of nobody. */
function isOwnHost(origin: string, headers: Headers): boolean {
  if (!URL.canParse(origin)) return false;
  const host = headers.get('x-forwarded-host') ?? headers.get('host');
  return host !== null && host !== '' && new URL(origin).host === host.toLowerCase();
}

/** Methods that change nothing. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
