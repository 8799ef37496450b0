import 'server-only';
import { headers } from 'next/headers';
import type { Send } from '@/lib/api/request';
import { passAssistant } from '@/lib/bff/assistants';
import type { Renew } from '@/lib/bff/context';
import { createBrowserCookie, createFlowCookie } from '@/lib/bff/cookies';
import { languageOf, timeZoneOf } from '@/lib/bff/locale';
import { createProxy, type Proxy } from '@/lib/bff/proxy';
import { createRenewal } from '@/lib/bff/renewal';
import { clientInfoOf } from '@/lib/bff/service';
import { processSessions, processWide, type Session } from '@/lib/bff/session';
import { upstream } from '@/lib/bff/upstream';
import { env } from '@/lib/env/server';
import { createLog } from '@/lib/observability/log';

/** Returns a `Send` for pages, with the visitor's address, language, time zone and session, if any. */
export function sendFrom(from: Headers, session: Session | null): Send {
  const service = upstream();
  const client = clientInfoOf(from);
  const visitorHeaders = {
    'accept-language': languageOf(from, session),
    'time-zone': timeZoneOf(from),
    ...(session && { authorization: `Bearer ${session.access.token}` }),
    ...(session?.space && { 'space-id': session.space }),
  };
  return (path, { signal: _, ...init }) => {
    const sent = new Request(`${service.origin}${path}`, init);
    for (const [name, value] of Object.entries(visitorHeaders)) sent.headers.set(name, value);
    return service.fetch(sent, client);
  };
}

/** Returns the OpenAPI document of the service; null when it is unavailable. */
export async function readApiDocument(): Promise<unknown> {
  const service = upstream();
  const request = new Request(`${service.origin}/v1/openapi.json`);
  const response = await service.fetch(request, clientInfoOf(await headers())).catch(() => null);
  return response?.ok === true ? response.json() : null;
}

/** Request handlers of the BFF. */
export interface Bff {
  readonly proxy: Proxy;
  readonly renew: Renew;
  /** Forwards a request of an assistant. */
  readonly passAssistant: Proxy;
}

/** Returns the BFF; created on first use, shared by pages and route handlers. */
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
      passAssistant: (request, client) => passAssistant({ service, log, ownOrigin: appUrl }, request, client),
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
