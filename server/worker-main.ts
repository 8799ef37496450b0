import { parseEnv } from '@/lib/env/parse-env';
import { createLog } from '@/lib/observability/log';
import { startJobs } from '@/provider/jobs/start-jobs';
import { prepareExternal } from '@/server/database';
import { createDeps } from '@/server/provider-deps';
import { loadDotEnv, logUnhandledErrors, onShutdownSignal, printLine, runProgram } from '@/server/program';

/**
 * Connections for jobs. An import uses one while it is merged, and so does the cleanup of the database; one remains for
 * the others.
 */
const POOL_SIZE = 3;
/** A job can wait for a connection while others are busy: no client waits for it. */
const CONNECTION_TIMEOUT_MS = 5 * 60_000;

// The worker runs the jobs of the service: beside the app, which starts it, or alone on a machine with WORKER=alone.
await runProgram(async () => {
  loadDotEnv();
  const env = parseEnv();
  if (env.databaseUrl === null) throw new Error('DATABASE_URL is not set. "npm start" starts the worker.');
  const log = createLog('worker');
  logUnhandledErrors(log);
  // Beside the app, the app has applied the migrations.
  if (env.worker === 'alone') await prepareExternal(env.databaseUrl);
  const pool = { poolSize: POOL_SIZE, connectionTimeoutMs: CONNECTION_TIMEOUT_MS };
  const deps = createDeps(env, env.databaseUrl, { log, pool });
  const stopJobs = startJobs(deps);
  onShutdownSignal(async () => {
    await stopJobs();
    await deps.db.$client.end();
  });
  if (env.worker === 'alone') printLine('The worker is ready. Ctrl+C stops.');
  process.send?.({ ready: true });
});
