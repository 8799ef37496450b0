import { createApp } from '@/provider/app';
import type { ProviderDeps } from '@/provider/deps';
import type { ClientInfo } from '@/provider/middleware/context';

/** The `/v1` service behind the Fetch API. It runs embedded in another server or alone on a port. */
export interface Provider {
  /** Handles one request; never rejects. `client` describes the connection, as resolved by the HTTP server. */
  fetch(request: Request, client?: ClientInfo): Promise<Response>;
}

/** Creates the service. The caller owns the database. Jobs run in the worker: see `startJobs`. */
export function createProvider(deps: ProviderDeps): Provider {
  const app = createApp(deps);
  return { fetch: async (request, client) => app.fetch(request, { client }) };
}

export * from '@/provider/dependencies';
export { buildOpenApi } from '@/provider/modules/service/openapi';
export type { ClientInfo } from '@/provider/middleware/context';
