import { getRequestListener } from '@hono/node-server';
import { parseEnv } from '@/lib/env/parse-env';
import { publishEnv } from '@/lib/env/process-env';
import { productionWarnings } from '@/lib/env/server-env';
import { createLog } from '@/lib/observability/log';
import { createProvider } from '@/provider/index';
import { appVariables, startDatabase } from '@/server/database';
import { DRAIN_MS, listen } from '@/server/http-listener';
import { loadDotEnv, onShutdownSignal, printLine, runProgram } from '@/server/program';
import { createDeps, requestPool } from '@/server/provider-deps';
import { workerArguments } from '@/server/worker-arguments.mjs';
import { refuseAlone, startWorkerBeside } from '@/server/worker-process';

// `npm run provider`: runs only the /v1 service, for the API_URL of another app, with a worker beside it.
await runProgram(async () => {
  loadDotEnv();
  const env = parseEnv();
  refuseAlone(env);
  const log = createLog('provider');
  const database = await startDatabase(env);
  const deps = createDeps(env, database.url, { log, pool: requestPool });
  const provider = createProvider(deps);
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
  publishEnv(appVariables(env, database.url));
  const worker = startWorkerBeside(env, workerArguments('tooling/run.mjs', 'server/worker-main.ts'), log);
  printLine(`The /v1 service is ready: http://localhost:${env.port}/v1/health`);
  for (const warning of productionWarnings(env)) printLine(warning);
  onShutdownSignal(async () => {
    await Promise.all([http.drain(DRAIN_MS), worker.stop()]);
    await deps.db.$client.end();
    await database.close();
  });
});
