import type { MakeJob } from '@/provider/jobs/job';
import { importQueue } from '@/provider/services/imports/import-queue';

/**
 * Merges the imports that a process accepted and did not finish. Several processes may do it at once: each import is
 * locked by the one that is at it.
 */
export const imports: MakeJob = (deps) => {
  const queue = importQueue(deps);
  return { name: 'imports', cron: '* * * * *', run: () => queue.sweep(), stop: () => queue.stop() };
};
