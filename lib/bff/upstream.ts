import 'server-only';
import { processWide } from '@/lib/bff/process-wide';
import { createRemoteService } from '@/lib/bff/remote-service';
import type { Service } from '@/lib/bff/send';
import { env, type ServerEnv } from '@/lib/env/server';
import { onShutdown } from '@/lib/utils/shutdown';
import { createEmbeddedProvider } from '@/server/embedded-provider';

/** The `/v1` service as the app sees it, in this process or elsewhere. */
export interface Upstream extends Service {
  /** Starts the background jobs of a provider in this process. */
  startJobs(): void;
}

/** The service of this installation: created at the first call, once per process. */
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
  const provider = createEmbeddedProvider(settings, settings.databaseUrl);
  onShutdown(() => provider.close());
  return {
    origin: 'http://provider.internal',
    fetch: (request, peer) => provider.fetch(request, peer),
    startJobs: () => provider.startJobs(),
  };
}
