import type { ServerEnv } from '@/lib/env/server-env';
import type { Log } from '@/lib/observability/log';
import { supervise } from '@/server/supervise.mjs';

/** The worker beside the app. */
export interface WorkerProcess {
  /** Lets running jobs end, or returns them to their queues, and waits for the end of the process. */
  stop(): Promise<void>;
}

/** Longer than the worker takes to return its jobs. */
const STOP_TIMEOUT_MS = 25_000;

/**
 * Starts the worker unless jobs run elsewhere, and starts it again after a crash. It reads its configuration from the
 * environment of this process, which includes the URL of the database. It stops when this process has ended.
 */
export function startWorkerBeside(
  { worker, apiUrl }: ServerEnv,
  args: readonly string[],
  log: Log,
): WorkerProcess {
  if (worker === 'off' || apiUrl !== null) return { stop: () => Promise.resolve() };
  const supervision = supervise({
    name: 'The worker',
    command: process.execPath,
    args,
    report: (line) => log.error({}, line),
    optional: true,
  });
  return {
    stop: async () => {
      supervision.stop('SIGTERM');
      const timeout = setTimeout(() => supervision.stop('SIGKILL'), STOP_TIMEOUT_MS);
      await supervision.ended;
      clearTimeout(timeout);
    },
  };
}

/** A worker alone has a program of its own: this process would serve requests as well. */
export function refuseAlone({ worker }: ServerEnv): void {
  if (worker !== 'alone') return;
  throw new Error(
    'WORKER is alone: start the worker with "npm start", or in a container as .next/serve/worker.mjs.',
  );
}
