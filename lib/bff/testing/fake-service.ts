import type { ClientInfo, Service } from '@/lib/bff/service';
import type { Session } from '@/lib/bff/session';
import type { Account, SignedIn } from '@/lib/contract/account';

/** A request as received by the service. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly client: ClientInfo;
}

export interface FakeService extends Service {
  readonly received: Received[];
  /** Handler of the next requests; returns an empty object by default. */
  answer: (request: Received) => Response | Promise<Response>;
}

/** Creates a service that records all requests in `received`. */
export function createFakeService(origin = 'http://service.test'): FakeService {
  const service: FakeService = {
    origin,
    received: [],
    answer: () => json({}),
    async fetch(request, client) {
      const received = {
        method: request.method,
        url: request.url,
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
        client,
      };
      service.received.push(received);
      return service.answer(received);
    },
  };
  return service;
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

export function problem(status: number, code: string): Response {
  return json({ status, code, message: code }, status);
}

export function sampleAccount(changes: Partial<Account> = {}): Account {
  return {
    uuid: '01980000-0000-7000-8000-000000000002',
    email: 'a@example.com',
    firstName: 'A',
    lastName: 'B',
    avatar: null,
    plan: 'free',
    space: '01980000-0000-7000-8000-000000000003',
    emailVerified: true,
    isAdmin: false,
    hasPassword: true,
    oauth: [],
    preferences: {
      theme: 'system',
      language: 'en',
      defaultSpace: null,
      bookmarkSort: 'created_at-DESC',
      collectionSort: 'created_at-DESC',
      rowTags: false,
      views: {},
    },
    createdAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}

/** Returns the response body of a sign-in or refresh for the given session. */
export function signedIn(session: Pick<Session, 'access' | 'refresh'>, account = sampleAccount()): SignedIn {
  const wire = ({ token, expires }: Session['access']) => ({
    token,
    expires: new Date(expires).toISOString(),
  });
  return { status: 'ok', tokens: { access: wire(session.access), refresh: wire(session.refresh) }, account };
}
