import { signInPath } from '@/lib/access/decide';
import { safeRedirect } from '@/lib/access/safe-redirect';
import type { Parts } from '@/lib/bff/parts';
import { peerOf } from '@/lib/bff/peer';

/**
 * Renews a session whose access token has run out or was refused, and leads back. A page cannot set cookies while it
 * renders, so it sends its reader here; a session that is over is forgotten on the way, which is why nobody goes in
 * circles. It changes nothing but the session's own tokens, which any later call would have renewed.
 */
export async function renewVisit(
  parts: Pick<Parts, 'sessions' | 'renew'>,
  request: Request,
): Promise<Response> {
  const { sessions, renew } = parts;
  const target = safeRedirect(new URL(request.url).searchParams.get('redirect')) ?? '/';
  const { session } = await sessions.find(request.headers.get('cookie'));
  const renewal = session ? await renew(session, peerOf(request.headers)) : { kind: 'ended' as const };
  switch (renewal.kind) {
    case 'renewed':
      return lead(target, await sessions.keep(renewal.session));
    case 'ended':
      return lead(signIn(target), sessions.forget());
    case 'unavailable':
      return new Response(null, {
        status: 503,
        headers: { 'retry-after': '5', 'cache-control': 'no-store' },
      });
  }
}

function signIn(target: string): string {
  const { pathname, search } = new URL(target, 'http://same-origin.invalid');
  return signInPath(pathname, search);
}

function lead(location: string, setCookie: string): Response {
  const headers = { location, 'cache-control': 'no-store', 'set-cookie': setCookie };
  return new Response(null, { status: 303, headers });
}
