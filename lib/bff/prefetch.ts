import 'server-only';
import { type QueryClient, type QueryExecuteOptions, type QueryKey } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import { headers } from 'next/headers';
import { cache } from 'react';
import { renewPath } from '@/lib/access/decide';
import { ApiProblem } from '@/lib/api/problem';
import { createCall, type CallFunction } from '@/lib/api/call';
import { isStale } from '@/lib/bff/session';
import { sendFrom } from '@/lib/bff/upstream';
import type { Output } from '@/lib/contract';
import type { Account } from '@/lib/contract/account';
import { findSession, leave, requireViewer } from '@/lib/bff/viewer';
import { makeQueryClient } from '@/lib/api/query-client';

/** Calls the service in the name of the viewer of the page that is being rendered, without a detour. */
export const viewerCall = cache(async (): Promise<CallFunction> => {
  const session = await requireViewer();
  return createCall(sendFrom(await headers(), session));
});

/** The viewer's account, read once for each page. */
export const viewerAccount = cache(async (): Promise<Account> => {
  const [session, call] = await Promise.all([requireViewer(), viewerCall()]);
  const account = await refusalsSettled(call('account.get', {}));
  // Middleware decides by the cookie. Renewing the session updates it after somebody was made an administrator, or removed.
  if (account.isAdmin !== session.isAdmin) return leave(renewPath);
  return account;
});

/** The account of whoever looks at a page that is for everybody; null where that cannot be told without a detour. */
export const visitorAccount = cache(async (): Promise<Account | null> => {
  const session = await findSession();
  if (!session || isStale(session, Date.now())) return null;
  const call = await viewerCall();
  return call('account.get', {}).catch((error: unknown) => {
    if (error instanceof ApiProblem) return null;
    throw error;
  });
});

/** The ways to sign in; where the service cannot tell, the one that is always there. */
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
 * A query client for one part of a page. The query options of the browser fill it, and what it holds when it is
 * dehydrated is not fetched again there.
 */
export async function makePageClient(): Promise<QueryClient> {
  return makeQueryClient(await viewerCall());
}

/**
 * Fills the client. A refusal that concerns the whole page is settled; any other is left to the screen, which asks
 * again in the browser and says what it knows.
 */
export async function prefetchAll(client: QueryClient, queries: readonly AnyQuery[]): Promise<void> {
  await Promise.all(
    queries.map((query) =>
      refusalsSettled(client.query({ ...query, retry: false } as QueryExecuteOptions)).catch(leaveToScreen),
    ),
  );
}

/** Options of a query, whatever it answers. */
interface AnyQuery {
  readonly queryKey: QueryKey;
  readonly queryFn?: unknown;
}

function leaveToScreen(error: unknown): void {
  // Redirects and the not-found page travel as errors of the framework.
  if (!(error instanceof ApiProblem)) throw error;
}

/**
 * Passes on what a call answers. An ended session leaves for where it is renewed or signed in again, and a missing
 * row is the not-found page; other refusals are thrown on.
 */
async function refusalsSettled<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    // What the cookie says is out of date: the renewal brings it up to date, and signs out what is over.
    const isOutdated = error.status === 401 || error.status === 403 || error.code === 'SPACE_NOT_FOUND';
    if (isOutdated) return leave(renewPath);
    if (error.code === 'NOT_FOUND') notFound();
    throw error;
  }
}
