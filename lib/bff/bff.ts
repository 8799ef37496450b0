import type { Renew } from '@/lib/bff/context';
import { createBrowserCookie, createFlowCookie } from '@/lib/bff/cookies';
import { createProxy, type Proxy } from '@/lib/bff/proxy';
import { createRenewal } from '@/lib/bff/renewal';
import { processSessions, processWide } from '@/lib/bff/session';
import { upstream } from '@/lib/bff/upstream';
import 'server-only';
import { env } from '@/lib/env/server';
import { createLog } from '@/lib/observability/log';

/** Request handlers of the BFF. */
export interface Bff {
  readonly proxy: Proxy;
  readonly renew: Renew;
}

/** Created on first use, shared by pages and route handlers. */
export function bff(): Bff {
  return processWide('bff', () => {
    const service = upstream();
    const sessions = processSessions();
    const clock = Date.now;
    const renew = createRenewal({
      clock,
      refresh: (refreshToken, client) => service.fetch(refreshRequest(service.origin, refreshToken), client),
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
