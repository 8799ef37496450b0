import 'server-only';
import {
  createBrowserCookie,
  createFlowCookie,
  type BrowserCookie,
  type FlowCookie,
} from '@/lib/bff/cookies';
import { createProxy, type Proxy } from '@/lib/bff/proxy';
import { createRenewal, type Renew } from '@/lib/bff/renewal';
import type { Service } from '@/lib/bff/send';
import { processSessions, processWide, type Sessions } from '@/lib/bff/session';
import { upstream } from '@/lib/bff/upstream';
import { env } from '@/lib/env/server';
import { createLog, type Log } from '@/lib/observability/log';

/** What this process answers calls with. */
export interface Bff {
  readonly proxy: Proxy;
  readonly renew: Renew;
}

/** Put together at the first call, once for pages and route handlers. */
export function bff(): Bff {
  return processWide('bff', () => {
    const service = upstream();
    const sessions = processSessions();
    const clock = Date.now;
    const renew = createRenewal({
      clock,
      refresh: (refreshToken, peer) => service.fetch(refreshRequest(service.origin, refreshToken), peer),
    });
    const log = createLog('bff');
    const { appUrl } = env();
    const isSecure = appUrl.startsWith('https:');
    const cookies = { flows: createFlowCookie(isSecure), browsers: createBrowserCookie(isSecure) };
    return {
      renew,
      proxy: createProxy({ service, sessions, ...cookies, renew, clock, log, ownOrigin: appUrl }),
    };
  });
}

function refreshRequest(origin: string, refreshToken: string): Request {
  return new Request(`${origin}/v1/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
    redirect: 'manual',
  });
}

/** What the calls of the BFF stand on. */
export interface Parts {
  readonly service: Service;
  readonly sessions: Sessions;
  readonly flows: FlowCookie;
  readonly browsers: BrowserCookie;
  readonly renew: Renew;
  /** The configured public origin of the application. */
  readonly ownOrigin: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Log;
}
