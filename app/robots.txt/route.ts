import { env } from '@/lib/env/server';
import { robots } from '@/lib/public-page/site-map';

export const dynamic = 'force-dynamic';

/** What crawlers may ask for, and where the site map is. */
export function GET(): Response {
  return new Response(robots(env().appUrl), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' },
  });
}
