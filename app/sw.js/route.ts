import fs from 'node:fs/promises';
import path from 'node:path';
import { isProduction } from '@/lib/env/mode';
import { env } from '@/lib/env/server';

export const dynamic = 'force-dynamic';

/** Serves the service worker of the build, or the script that removes it. Only production has a build. */
export async function GET(): Promise<Response> {
  const file = isProduction && env().serviceWorker ? '.next/sw.js' : 'public/sw-off.js';
  const script = await fs.readFile(path.join(/* turbopackIgnore: true */ process.cwd(), file));
  return new Response(script, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  });
}
