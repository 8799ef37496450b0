import { createBrowserCookie, createFlowCookie } from '@/lib/bff/cookies';
import { createProxy, type Proxy } from '@/lib/bff/proxy';
import { createRenewal } from '@/lib/bff/renewal';
import type { Service } from '@/lib/bff/service';
import { createSessions, createSessionSeal, type Session, type Sessions } from '@/lib/bff/session';
import { createFakeService, type FakeService } from '@/lib/bff/testing/fake-service';

export const appOrigin = 'https://app.test';

export interface TestBff<S extends Service> {
  readonly service: S;
  readonly proxy: Proxy;
  readonly sessions: Sessions;
  /** Fields that were logged as errors. */
  readonly errors: unknown[];
  /** Fields that were logged as warnings. */
  readonly warnings: unknown[];
  /** Returns a Cookie header with a session. */
  cookie(session: Session): Promise<string>;
  /** Sends a request as a page of the application would; headers that are null are omitted. */
  call(path: string, init?: CallInit): Promise<Response>;
  /** Returns the session in a response's cookie: undefined without a cookie, null if it clears the cookie. */
  kept(response: Response): Promise<Session | null | undefined>;
}

interface CallInit extends Omit<RequestInit, 'headers'> {
  readonly headers?: Record<string, string | null>;
  readonly duplex?: 'half';
}

/** Creates a BFF with the given clock. The service is a fake unless another is given. */
export function createTestBff(clock: () => number): TestBff<FakeService>;
export function createTestBff<S extends Service>(clock: () => number, service: S): TestBff<S>;
export function createTestBff(clock: () => number, service: Service = createFakeService()): TestBff<Service> {
  const sessions = createSessions(createSessionSeal('s'.repeat(40)), true, clock);
  const errors: unknown[] = [];
  const warnings: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: (fields: unknown) => void warnings.push(fields),
    error: (fields: unknown) => void errors.push(fields),
  };
  const renew = createRenewal({
    clock,
    refresh: (refreshToken, client) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const body = JSON.stringify({ refreshToken });
      return service.fetch(new Request(`${service.origin}/v1/auth/refresh`, { ...init, body }), client);
    },
  });
  const cookies = { flows: createFlowCookie(true), browsers: createBrowserCookie(true) };
  const proxy = createProxy({ service, sessions, ...cookies, renew, clock, log, ownOrigin: appOrigin });
  const find = async (setCookie: string) => (await sessions.find(setCookie.split(';', 1)[0] ?? '')).session;
  return {
    service,
    proxy,
    sessions,
    errors,
    warnings,
    cookie: async (session) => (await sessions.keep(session)).split(';', 1)[0] ?? '',
    call: (path, { headers, ...init } = {}) => {
      const all: Record<string, string | null> = { 'sec-fetch-site': 'same-origin', ...headers };
      const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null);
      return proxy(new Request(appOrigin + path, { ...init, headers: given }), { address: '198.51.100.7' });
    },
    kept: async (response) => {
      const cookie = response.headers.getSetCookie().find((text) => text.startsWith('__Host-markwell='));
      return cookie === undefined ? undefined : find(cookie);
    },
  };
}
