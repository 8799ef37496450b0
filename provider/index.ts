import type { ProviderDeps } from '@/provider/deps';
import { createApp } from '@/provider/app';
import type { ClientInfo } from '@/provider/middleware/context';
import type { StopJob } from '@/provider/jobs/queues';
import { startJobs } from '@/provider/jobs/start-jobs';

/** The `/v1` service behind the Fetch API. It runs embedded in another server or alone on a port. */
export interface Provider {
  /** Handles one request; never rejects. `client` describes the connection, as resolved by the HTTP server. */
  fetch(request: Request, client?: ClientInfo): Promise<Response>;
  /** Starts the background jobs of this process. */
  startJobs(): void;
  /** Stops the background jobs. The caller owns the database, which stays open. */
  close(): Promise<void>;
}

export function createProvider(deps: ProviderDeps): Provider {
  const app = createApp(deps);
  let stopJobs: StopJob | undefined;
  return {
    fetch: async (request, client) => app.fetch(request, { client }),
    startJobs: () => {
      stopJobs ??= startJobs(deps);
    },
    close: async () => {
      await stopJobs?.();
      stopJobs = undefined;
    },
  };
}

export { openDatabase, type Database } from '@/provider/db/client';
export { buildOpenApi } from '@/provider/modules/service/openapi';
export { createFetchPage } from '@/provider/integrations/fetch/fetch-page';
export { createAskModel } from '@/provider/integrations/ask-model';
export { createSendMail } from '@/provider/integrations/mail';
export { createPayments } from '@/provider/integrations/stripe/create-payments';
export { createOpenId } from '@/provider/integrations/openid';
export type { FetchPage, Log, ProviderConfig, ProviderDeps, SendMail } from '@/provider/deps';
export type { ClientInfo } from '@/provider/middleware/context';
