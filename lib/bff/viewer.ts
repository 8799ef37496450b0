import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { renewPath, signInPath } from '@/lib/access/decide';
import { isStale, processSessions, type Session } from '@/lib/bff/session';

/** The session of the page that is being rendered, opened once for it. */
export const findSession = cache(async (): Promise<Session | null> => {
  const { session } = await processSessions().find((await headers()).get('cookie'));
  return session;
});

/** The session of whoever looks at a private page; visitors are sent to sign in, and old sessions to be renewed. */
export const requireViewer = cache(async (): Promise<Session> => {
  const session = await findSession();
  if (!session) return leave(signInPath);
  if (isStale(session, Date.now())) return leave(renewPath);
  return session;
});

/** The session of an administrator; everybody else is sent home. */
export async function requireAdmin(): Promise<Session> {
  const session = await requireViewer();
  if (!session.isAdmin) redirect('/');
  return session;
}

/** Leaves for a place that leads back here. */
export async function leave(pathTo: (pathname: string, search: string) => string): Promise<never> {
  const list = await headers();
  return redirect(pathTo(list.get('x-pathname') ?? '/', list.get('x-search') ?? '') as never);
}
