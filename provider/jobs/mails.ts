import type { ProviderDeps } from '@/provider/deps';
import type { StopJob } from '@/provider/jobs/job';
import { mailQueue } from '@/provider/services/mails/mail-queue';

const everyMs = 15_000;

/** Sends the mails of this process as they come, and now and again those that wait for another attempt. */
export function startMails(deps: ProviderDeps): StopJob {
  const queue = mailQueue(deps);
  queue.start();
  const timer = setInterval(() => queue.wake(), everyMs).unref();
  return async () => {
    clearInterval(timer);
    await queue.stop();
  };
}
