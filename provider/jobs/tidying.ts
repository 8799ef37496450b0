import type { MakeJob } from '@/provider/jobs/job';
import { tidy } from '@/provider/services/tidy';

/** Deletes what has ended. */
export const tidying: MakeJob = (deps) => ({ name: 'tidying', cron: '17 * * * *', run: () => tidy(deps) });
