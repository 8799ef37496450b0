import { env } from '@/lib/env/server';

export const dynamic = 'force-dynamic';

/** The file has to be renewed; it is created for each request. */
const VALID_DAYS = 180;

/** Responds with `/.well-known/security.txt` (RFC 9116), which `next.config.mjs` rewrites to this path. */
export function GET(): Response {
  const { securityContact, appUrl } = env();
  if (securityContact === null) return new Response(null, { status: 404 });
  const expires = new Date(Date.now() + VALID_DAYS * 24 * 60 * 60 * 1_000);
  const fields = {
    Contact: securityContact,
    Expires: expires.toISOString(),
    'Preferred-Languages': 'en, pt-BR',
    Canonical: `${appUrl}/.well-known/security.txt`,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  return new Response(lines.join(''), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  });
}
