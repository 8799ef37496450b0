import 'server-only';
import { processWide } from '@/lib/bff/process-wide';
import { createRemoteService } from '@/lib/bff/remote-service';
import type { Service } from '@/lib/bff/send';
import { googleSettings, mailSettings, modelSettings, providerConfig } from '@/lib/env/provider-config';
import { env, type ServerEnv } from '@/lib/env/server';
import { createLog } from '@/lib/observability/log';
import { onShutdown } from '@/lib/utils/shutdown';
import {
  createAskModel,
  createFetchPage,
  createOpenId,
  createProvider,
  createSendMail,
  openDatabase,
} from '@/provider/index';

/** The `/v1` service as the application sees it, in this process or elsewhere. */
export interface Upstream extends Service {
  /** Begins the background work, where that is this process's to do. */
  startJobs(): void;
}

/** The service that this installation uses: created at the first call, one for the whole process. */
export function upstream(): Upstream {
  return processWide('upstream', () => {
    const settings = env();
    if (settings.apiUrl === null) return createEmbedded(settings);
    return { ...createRemoteService(settings.apiUrl), startJobs: () => undefined };
  });
}

/** The provider in this process: a function call, no socket. */
function createEmbedded(settings: ServerEnv): Upstream {
  if (settings.databaseUrl === null) {
    throw new Error(
      'DATABASE_URL is not set. Start with "npm start" or "npm run dev", which bring a database.',
    );
  }
  const log = createLog('provider');
  const db = openDatabase({
    url: settings.databaseUrl,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  const fetchPage = createFetchPage({
    allow: settings.fetchAllow,
    // The host is the reader's affair.
    onFailure: ({ reason }) => log.info({ reason }, 'a page could not be fetched'),
  });
  const google = googleSettings(settings);
  const model = modelSettings(settings);
  const provider = createProvider({
    db,
    clock: () => new Date(),
    fetchPage,
    sendMail: createSendMail(mailSettings(settings), log),
    google: google && createOpenId(google),
    askModel: model && createAskModel(model),
    log,
    config: providerConfig(settings),
  });
  onShutdown(async () => {
    await provider.close();
    await db.$client.end();
  });
  return {
    origin: 'http://provider.internal',
    fetch: (request, peer) => provider.fetch(request, peer),
    startJobs: () => provider.startJobs(),
  };
}
