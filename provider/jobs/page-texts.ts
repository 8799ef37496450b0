import type { MakeJob } from '@/provider/jobs/job';
import { PageReader } from '@/provider/services/pages/page-reader';

/** Brings in the text of pages. A run may take longer than the interval; it goes on beside the timetable. */
export const pageTexts: MakeJob = (deps) => {
  const reader = new PageReader(deps);
  const run = () => {
    reader.start();
    return Promise.resolve();
  };
  return { name: 'page-texts', cron: '* * * * *', run, stop: () => reader.stop() };
};
