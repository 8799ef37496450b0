import path from 'node:path';
import next from 'next';
import { parseEnv } from '@/lib/env/parse-env';
import { publishEnv } from '@/lib/env/process-env';
import type { ServerEnv } from '@/lib/env/server-env';
import { createLog, type Log } from '@/lib/observability/log';
import { runShutdownHooks } from '@/lib/utils/shutdown';
import { appVariables, type RunningDatabase, startOwnDatabase } from '@/server/database';
import { separateContent } from '@/server/content-host';
import { greeting } from '@/server/greeting';
import { DRAIN_MS, type HttpListener, listen, type RequestHandler } from '@/server/http-listener';
import {
  loadDotEnv,
  logUnhandledErrors,
  onShutdownSignal,
  printLine,
  runProgram,
  timed,
} from '@/server/program';
import { workerArguments } from '@/server/worker-arguments.mjs';
import { refuseAlone, startWorkerBeside, type WorkerProcess } from '@/server/worker-process';

// `npm start` and the container: serves the production build of the working directory, with a worker beside it, until a
// shutdown signal.
await runProgram(async () => {
  loadDotEnv();
  const log = createLog('server');
  logUnhandledErrors(log);
  const started = timed('the whole start', () => start(log));
  // A signal during startup waits for its end, so that a database that was just started is stopped too.
  onShutdownSignal(async () => (await started).stop());
  await started;
});

interface RunningServer {
  stop(): Promise<void>;
}

async function start(log: Log): Promise<RunningServer> {
  const env = parseEnv();
  refuseAlone(env);
  const app = Promise.withResolvers<RequestHandler>();
  // Listens first: a taken port is reported immediately, and early requests wait for the app.
  const http = await listen({
    port: env.port,
    trustedProxies: env.trustedProxies,
    countryHeader: env.geoHeader,
    handle: async (request, response) => (await app.promise)(request, response),
    onError: (error) => log.error({ err: error }, 'a request failed outside of the app'),
    warn: (message) => log.warn({}, message),
  });
  try {
    const { database, handle } = await startApp(env);
    app.resolve(separateContent(env.contentUrl, handle));
    for (const line of greeting(env)) printLine(line);
    process.send?.({ ready: true, port: env.port });
    const worker = startWorkerBeside(env, workerArguments(path.resolve('.next/serve/worker.mjs')), log);
    return { stop: () => stop({ http, worker, database }, log) };
  } catch (error) {
    http.abort();
    throw error;
  }
}

/** Starts the database, and meanwhile loads the app, which needs only the URL of the database until the first request. */
async function startApp(env: ServerEnv): Promise<{ database: RunningDatabase; handle: RequestHandler }> {
  const url = Promise.withResolvers<string>();
  const starting = startOwnDatabase(env, url.resolve);
  starting.catch(url.reject);
  const preparing = url.promise.then((known) => timed('Next', () => prepareApp(env, known)));
  try {
    const [handle, database] = await Promise.all([preparing, starting]);
    return { database, handle };
  } catch (error) {
    const database = await starting.catch(() => null);
    await database?.close();
    throw error;
  }
}

async function prepareApp(env: ServerEnv, databaseUrl: string): Promise<RequestHandler> {
  publishEnv(appVariables(env, databaseUrl));
  const app = next({ dev: false, dir: process.cwd(), port: env.port, hostname: 'localhost' });
  await app.prepare();
  return app.getRequestHandler();
}

interface Running {
  http: HttpListener;
  worker: WorkerProcess;
  database: RunningDatabase;
}

async function stop({ http, worker, database }: Running, log: Log): Promise<void> {
  // Both at once: each may take its whole time.
  await Promise.all([http.drain(DRAIN_MS), worker.stop()]);
  for (const failure of await runShutdownHooks()) log.error({ err: failure }, 'a shutdown hook failed');
  await database.close();
}
