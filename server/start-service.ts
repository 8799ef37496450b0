import 'server-only';
import type { Service } from '@/lib/bff/service';
import { processWide } from '@/lib/bff/session';
import { env, type ServerEnv } from '@/lib/env/server';
import { createLog } from '@/lib/observability/log';
import { onShutdown } from '@/lib/utils/shutdown';
import { createProvider } from '@/provider/index';
import { createDeps, requestPool } from '@/server/provider-deps';

/**
 * Creates the `/v1` service of this installation for `upstream()`. Only `instrumentation.ts` imports this file: the
 * provider would otherwise be a part of the bundle of every page and route handler.
 */
export function startService(): void {
  const settings = env();
  processWide('upstream', () =>
    settings.apiUrl === null
      ? startEmbedded(settings)
      : createRemoteService(settings.apiUrl, settings.contentUrl),
  );
}

/** Creates the provider in this process; requests are function calls without a socket. */
function startEmbedded(settings: ServerEnv): Service {
  if (settings.databaseUrl === null) {
    throw new Error('DATABASE_URL is not set. Start with "npm start" or "npm run dev", which start one.');
  }
  const deps = createDeps(settings, settings.databaseUrl, { log: createLog('provider'), pool: requestPool });
  onShutdown(() => deps.db.$client.end());
  const provider = createProvider(deps);
  return {
    origin: 'http://provider.internal',
    contentUrl: settings.contentUrl,
    fetch: (request, client) => provider.fetch(request, client),
  };
}

/** Creates a service at another origin. It reads the client's address from the header of its trusted proxies. */
export function createRemoteService(origin: string, contentUrl: string | null = null): Service {
  return {
    origin,
    contentUrl,
    fetch: (request, { address, browser }) => {
      if (address !== '') request.headers.set('x-forwarded-for', address);
      if (browser !== undefined) request.headers.set('browser-name', browser);
      // eslint-disable-next-line no-restricted-syntax -- the one origin that the operator configured in API_URL
      return fetch(request);
    },
  };
}
