import { getRequestListener } from '@hono/node-server';
import { parseEnv } from '@/lib/env/parse-env';
import { productionWarnings } from '@/lib/env/server-env';
import { createLog } from '@/lib/observability/log';
import { startDatabase } from '@/server/database';
import { createEmbeddedProvider } from '@/server/embedded-provider';
import { DRAIN_MS, listen } from '@/server/http-listener';
import { loadDotEnv, onShutdownSignal, runProgram, printLine } from '@/server/program';

// `npm run provider`: runs only the /v1 service, for the API_URL of another app.
await runProgram(async () => {
  loadDotEnv();
  const env = parseEnv();
  const log = createLog('provider');
  const database = await startDatabase(env);
  const provider = createEmbeddedProvider(env, database.url);
  provider.startJobs();
  const http = await listen({
    port: env.port,
    trustedProxies: env.trustedProxies,
    handle: getRequestListener((request, { incoming }) =>
      // The listener has replaced this header with one resolved address.
      provider.fetch(request, {
        address: incoming.headers['x-forwarded-for']?.toString() ?? '',
        browser: request.headers.get('browser-name') ?? '',
      }),
    ),
    onError: (error) => log.error({ err: error }, 'a request failed outside of the provider'),
    warn: (message) => log.warn({}, message),
  });
  printLine(`The /v1 service is ready: http://localhost:${env.port}/v1/health`);
  for (const warning of productionWarnings(env)) printLine(warning);
  onShutdownSignal(async () => {
    await http.drain(DRAIN_MS);
    await provider.close();
    await database.close();
  });
});
