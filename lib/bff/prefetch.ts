import 'server-only';
import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { renewPath, signInPath } from '@/lib/access/decide';
import { createCall, type CallFunction } from '@/lib/api/request';
import { ApiProblem } from '@/lib/api/problem';
import { makeQueryClient } from '@/lib/api/query-client';
import { sendFrom } from '@/lib/bff/bff';
import { isStale, processSessions, type Session } from '@/lib/bff/session';
import type { Output } from '@/lib/contract';
import type { Account, BookmarkSort } from '@/lib/contract/account';

/** Returns the session of the current page; read once per request. */
const findSession = cache(async (): Promise<Session | null> => {
  const { session } = await processSessions().find((await headers()).get('cookie'));
  return session;
});

/** Returns the session of a private page. Redirects visitors to sign-in, and stale sessions to renewal. */
export const requireViewer = cache(async (): Promise<Session> => {
  const session = await findSession();
  if (!session) return leave(signInPath);
  if (isStale(session, Date.now())) return leave(renewPath);
  return session;
});

/** Returns the session of an administrator. Redirects everyone else to `/`. */
export async function requireAdmin(): Promise<Session> {
  const session = await requireViewer();
  if (!session.isAdmin) redirect('/');
  return session;
}

/** Redirects to a path that redirects back here. */
async function leave(pathTo: (pathname: string, search: string) => string): Promise<never> {
  const list = await headers();
  return redirect(pathTo(list.get('x-pathname') ?? '/', list.get('x-search') ?? '') as never);
}

/** Returns a client that calls the service as the viewer of the current page, without a request to this server. */
export const viewerCall = cache(async (): Promise<CallFunction> => {
  const session = await requireViewer();
  return createCall(sendFrom(await headers(), session));
});

/** Returns the viewer's account; read once per page. */
export const viewerAccount = cache(async (): Promise<Account> => {
  const [session, call] = await Promise.all([requireViewer(), viewerCall()]);
  const account = await handlePageErrors(call('account.get', {}));
  // Middleware decides by the admin flag in the cookie, and lists are of its space. Renewing the session updates both:
  // the flag after a change, the space after another device has switched it.
  const isOtherSpace = session.space !== null && session.space !== account.space;
  if (account.isAdmin !== session.isAdmin || isOtherSpace) return leave(renewPath);
  return account;
});

/** Returns the viewer's account on a public page; null without a session or if the session needs renewal. */
export const visitorAccount = cache(async (): Promise<Account | null> => {
  const session = await findSession();
  if (!session || isStale(session, Date.now())) return null;
  const call = await viewerCall();
  return call('account.get', {}).catch((error: unknown) => {
    if (error instanceof ApiProblem) return null;
    throw error;
  });
});

/** Returns the available sign-in methods; only the password if the service is unreachable. */
export const signInMethods = cache(async (): Promise<Output<'auth.methods'>> => {
  const call = createCall(sendFrom(await headers(), null));
  return call('auth.methods', {}).catch(() => ({
    password: true,
    google: false,
    plan: 'free' as const,
    billing: false,
  }));
});

/**
 * Creates a query client for one part of a page, prefetched with the browser's query options. The browser does not
 * fetch dehydrated queries again.
 */
export async function makePageClient(): Promise<QueryClient> {
  return makeQueryClient(await viewerCall());
}

/**
 * Prefetches the queries. Errors that concern the whole page are handled here; other errors are left to the screen,
 * which retries in the browser and shows them.
 */
export async function prefetchAll(client: QueryClient, queries: readonly AnyQuery[]): Promise<void> {
  await Promise.all(
    queries.map((query) =>
      handlePageErrors(client.query({ ...query, retry: false } as QueryExecuteOptions)).catch(leaveToScreen),
    ),
  );
}

/**
 * Prefetches queries that depend on the viewer's order of bookmarks. They do not wait for the account: the session names
 * the order, and they are run again if another device has changed it since. Returns the order.
 */
export async function prefetchSorted(
  client: QueryClient,
  queriesIn: (sort: BookmarkSort) => readonly AnyQuery[],
): Promise<BookmarkSort> {
  const { bookmarkSort: expected } = await requireViewer();
  const [account] = await Promise.all([
    viewerAccount(),
    expected === null ? null : prefetchAll(client, queriesIn(expected)),
  ]);
  const { bookmarkSort } = account.preferences;
  if (bookmarkSort !== expected) {
    client.clear();
    await prefetchAll(client, queriesIn(bookmarkSort));
  }
  return bookmarkSort;
}

/** Options of any query. */
interface AnyQuery {
  readonly queryKey: QueryKey;
  readonly queryFn?: unknown;
}

function leaveToScreen(error: unknown): void {
  // Next signals redirects and the not-found page by throwing.
  if (!(error instanceof ApiProblem)) throw error;
}

/**
 * Awaits a call. An expired session redirects to its renewal or to sign-in, a missing row shows the not-found page;
 * other errors are rethrown.
 */
async function handlePageErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    // The cookie is outdated: renewing updates it, or signs out.
    const isOutdated = error.status === 401 || error.status === 403 || error.code === 'SPACE_NOT_FOUND';
    if (isOutdated) return leave(renewPath);
    if (error.code === 'NOT_FOUND') notFound();
    throw error;
  }
}
