import type { MakeJob } from '@/provider/jobs/job';
import { mailQueue } from '@/provider/services/mails/mail-queue';

/** Sends the mails of this process as they come, and those that wait for another attempt. */
export const mails: MakeJob = (deps) => {
  const queue = mailQueue(deps);
  const run = () => {
    queue.start();
    return Promise.resolve();
  };
  return { name: 'mails', cron: '* * * * *', run, stop: () => queue.stop() };
};
