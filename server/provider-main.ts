import { getRequestListener } from '@hono/node-server';
import { parseEnv } from '@/lib/env/parse-env';
import { googleSettings, mailSettings, modelSettings, providerConfig } from '@/lib/env/provider-config';
import { createLog } from '@/lib/observability/log';
import { runShutdownHooks } from '@/lib/utils/shutdown';
import {
  createAskModel,
  createFetchPage,
  createOpenId,
  createProvider,
  createSendMail,
  openDatabase,
  type Provider,
} from '@/provider/index';
import { loadDotEnv } from '@/server/runtime/load-dot-env';
import { runProgram } from '@/server/runtime/run-program';
import { say } from '@/server/runtime/say';
import { startDatabase } from '@/server/runtime/start-database';
import { whenTold } from '@/server/runtime/when-told';
import { listen } from '@/server/http-server';

const DRAIN_MS = 10_000;

// The /v1 service alone: what another app's API_URL points to.
await runProgram(async () => {
  loadDotEnv();
  const env = parseEnv(process.env);
  const log = createLog('provider');
  const database = await startDatabase({ env, say });
  const db = openDatabase({
    url: database.url,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  const google = googleSettings(env);
  const model = modelSettings(env);
  const provider = createProvider({
    db,
    clock: () => new Date(),
    fetchPage: createFetchPage({ allow: env.fetchAllow }),
    sendMail: createSendMail(mailSettings(env), log),
    google: google && createOpenId(google),
    askModel: model && createAskModel(model),
    log,
    config: providerConfig(env),
  });
  provider.startJobs();
  const http = await listen({
    port: env.port,
    trustedProxies: env.trustedProxies,
    handle: handlerOf(provider),
    onError: (error) => log.error({ err: error }, 'a request failed outside of the provider'),
  });
  say(`The /v1 service is ready: http://localhost:${env.port}/v1/health`);
  whenTold(async () => {
    await http.drain(DRAIN_MS);
    await provider.close();
    await runShutdownHooks();
    await db.$client.end();
    await database.close();
  }, say);
});

function handlerOf(provider: Provider) {
  return getRequestListener((request, { incoming }) =>
    // The listener has left one address in this header, resolved through the trusted proxies.
    provider.fetch(request, { address: incoming.headers['x-forwarded-for']?.toString() ?? '' }),
  );
}
