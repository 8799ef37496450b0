import type { MakeJob } from '@/provider/jobs/job';
import { LinkChecker } from '@/provider/services/links/link-checker';

/** Finds out which pages are gone. A run may take longer than the interval; it goes on beside the timetable. */
export const linkChecks: MakeJob = (deps) => {
  const checker = new LinkChecker(deps);
  const run = () => {
    checker.start();
    return Promise.resolve();
  };
  return { name: 'link-checks', cron: '* * * * *', run, stop: () => checker.stop() };
};
