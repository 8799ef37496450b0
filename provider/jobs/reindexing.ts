import type { MakeJob } from '@/provider/jobs/job';
import { reindex } from '@/provider/services/search/reindex';

/** Brings bookmarks under the present rule of indexing: at the first start after it changed there is work to do. */
export const reindexing: MakeJob = (deps) => ({
  name: 'reindexing',
  cron: '23 * * * *',
  run: () => reindex(deps),
});
