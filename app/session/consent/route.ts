import { isConsentRequired } from '@/lib/bff/consent-region';
import { env } from '@/lib/env/server';

export const dynamic = 'force-dynamic';

/** Returns whether this visitor has to be asked for consent. */
export async function GET(request: Request): Promise<Response> {
  const required = await isConsentRequired(request.headers, env());
  return Response.json({ required }, { headers: { 'cache-control': 'no-store' } });
}
