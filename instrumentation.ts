import type { Instrumentation } from 'next';

/** Runs once when a server process starts, before the first request. */
export async function register(): Promise<void> {
  // eslint-disable-next-line no-restricted-syntax -- the bundler uses this expression to drop the following code for other runtimes
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startService } = await import('@/server/start-service');
  startService();
}

export const onRequestError: Instrumentation.onRequestError = async (...details) => {
  // eslint-disable-next-line no-restricted-syntax -- as above
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { reportRequestError } = await import('@/lib/bff/report-request-error');
  await reportRequestError(...details);
};
