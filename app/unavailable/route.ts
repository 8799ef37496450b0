import fs from 'node:fs/promises';
import path from 'node:path';

export const dynamic = 'force-dynamic';

/** Responds for a page whose data cannot be loaded: the middleware rewrites to this path while the service is down. */
export async function GET(): Promise<Response> {
  const page = await fs.readFile(
    path.join(/* turbopackIgnore: true */ process.cwd(), 'public/unavailable.html'),
  );
  return new Response(page, {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': '10' },
  });
}
