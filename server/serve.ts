import next from 'next';
import { parseEnv } from '@/lib/env/parse-env';
import type { ServerEnv } from '@/lib/env/server-env';
import { createLog, type Log } from '@/lib/observability/log';
import { runShutdownHooks } from '@/lib/utils/shutdown';
import { publishEnv } from '@/server/runtime/publish-env';
import { type RunningDatabase, startDatabase } from '@/server/runtime/start-database';
import { whenTold } from '@/server/runtime/when-told';
import { type HttpServer, listen, type RequestHandler } from './http-server';

const DRAIN_MS = 10_000;

/** A server that takes requests. */
interface Running {
  stop(): Promise<void>;
}

/** Serves the production build of the working directory until the process is told to stop. */
export async function serve(say: (line: string) => void): Promise<void> {
  const log = createLog('server');
  surviveSurprises(log);
  const started = start(say, log);
  // A signal that comes during the start waits for its end, so that a database just started is stopped too.
  whenTold(async () => (await started).stop(), say);
  await started;
}

async function start(say: (line: string) => void, log: Log): Promise<Running> {
  const env = parseEnv(process.env);
  const app = Promise.withResolvers<RequestHandler>();
  const http = await listen({
    port: env.port,
    trustedProxies: env.trustedProxies,
    // A request that comes before the app is ready waits for it.
    handle: async (request, response) => (await app.promise)(request, response),
    onError: (error) => log.error({ err: error }, 'a request failed outside of the app'),
  });
  try {
    const database = await startDatabase({ env, say });
    app.resolve(await prepareApp(env, database));
    greet(env, say);
    process.send?.({ ready: true, port: env.port });
    return { stop: () => stop(http, database, log) };
  } catch (error) {
    http.abandon();
    throw error;
  }
}

async function prepareApp(env: ServerEnv, database: RunningDatabase): Promise<RequestHandler> {
  try {
    publishEnv(env, database.url);
    const app = next({ dev: false, dir: process.cwd(), port: env.port, hostname: 'localhost' });
    await app.prepare();
    return app.getRequestHandler();
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function stop(http: HttpServer, database: RunningDatabase, log: Log): Promise<void> {
  await http.drain(DRAIN_MS);
  for (const failure of await runShutdownHooks()) log.error({ err: failure }, 'a shutdown hook failed');
  await database.close();
}

/** One request's surprise must not end everybody else's: it is reported, and the process goes on. */
function surviveSurprises(log: Log): void {
  process.on('unhandledRejection', (reason) =>
    log.error({ err: reason }, 'a promise failed and nobody asked'),
  );
  process.on('uncaughtException', (error) => log.error({ err: error }, 'an error reached the top'));
}

function greet(env: ServerEnv, say: (line: string) => void): void {
  say(`Markwell is ready: ${env.appUrl}`);
  say('Open it and register; the first account becomes the administrator. For a look around with a demo');
  say('library, run "npm run seed" in a second terminal. Ctrl+C stops.');
  if (!env.mail.enabled) say(`No mail server is set: mails are written to ${env.dataDir}/outbox.`);
}
