import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { renewPath, signInPath } from '@/lib/access/decide';
import { isStale, processSessions, type Session } from '@/lib/bff/session';

/** The session of the page that is being rendered, read once per request. */
export const findSession = cache(async (): Promise<Session | null> => {
  const { session } = await processSessions().find((await headers()).get('cookie'));
  return session;
});

/** The session of a private page. Redirects visitors to sign-in, and stale sessions to their renewal. */
export const requireViewer = cache(async (): Promise<Session> => {
  const session = await findSession();
  if (!session) return leave(signInPath);
  if (isStale(session, Date.now())) return leave(renewPath);
  return session;
});

/** The session of an administrator. Redirects everyone else to `/`. */
export async function requireAdmin(): Promise<Session> {
  const session = await requireViewer();
  if (!session.isAdmin) redirect('/');
  return session;
}

/** Redirects to a path that redirects back here. */
export async function leave(pathTo: (pathname: string, search: string) => string): Promise<never> {
  const list = await headers();
  return redirect(pathTo(list.get('x-pathname') ?? '/', list.get('x-search') ?? '') as never);
}
