import type { MakeJob } from '@/provider/jobs/job';
import { eraseRemains } from '@/provider/services/encryption/erase-remains';

/** Removes what is left of bookmarks that were encrypted since the last run. */
export const erasing: MakeJob = (deps) => ({
  name: 'erasing',
  cron: '*/5 * * * *',
  run: () => eraseRemains(deps),
});
