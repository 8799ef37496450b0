import type { MakeJob } from '@/provider/jobs/job';
import { purgeTrash } from '@/provider/services/purge-trash';

/** Empties the trash of what has been there too long. */
export const purging: MakeJob = (deps) => ({
  name: 'purging',
  cron: '37 * * * *',
  run: () => purgeTrash(deps),
});
