import { describeSession, processSessions } from '@/lib/bff/session';

export const dynamic = 'force-dynamic';

/** Returns what a browser may know about its session, from the cookie alone. */
export async function GET(request: Request): Promise<Response> {
  const sessions = processSessions();
  const { session, hasCookie, left } = await sessions.find(request.headers.get('cookie'));
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (!session && !left && hasCookie) headers.append('set-cookie', sessions.forget());
  return Response.json({ session: session && describeSession(session) }, { headers });
}
