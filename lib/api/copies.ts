import { endpointQuery, minutes } from '@/lib/api/endpoint';
import { endpointMutation } from '@/lib/api/mutation';
import { routes } from '@/lib/contract/routes';

// Not part of the initial bundle.
export const copyQueries = {
  /** The saved copies of a bookmark's page, the current one first. */
  of: (uuid: string) => endpointQuery('bookmarks.copies', { params: { uuid } }, { staleTime: minutes(5) }),
  /** The space that copies use. */
  usage: () => endpointQuery('copies.usage', {}, { staleTime: minutes(1) }),
};

export const copyMutations = {
  /** Copies a page now. */
  make: () => endpointMutation('bookmarks.makeCopy'),
  delete: () => endpointMutation('bookmarks.deleteCopy'),
  /** Deletes all copies of bookmarks. */
  clear: () => endpointMutation('copies.clear'),
};

/** Path of a copy as a file, whose policy lets nothing in it run. */
export const copyPath = (bookmark: string, copy: string): string =>
  routes['bookmarks.copyFile'].path.replace('{uuid}', bookmark).replace('{copy}', copy);
