import type { MakeJob } from '@/provider/jobs/job';
import { metadataQueue } from '@/provider/services/bookmarks/metadata-queue';

/** Fetches title, description and icon of bookmarks that were saved without a title. */
export const bookmarkMetadata: MakeJob = (deps) => {
  const queue = metadataQueue(deps);
  const run = () => {
    queue.start();
    return Promise.resolve();
  };
  return { name: 'bookmark-metadata', cron: '* * * * *', run, stop: () => queue.stop() };
};
