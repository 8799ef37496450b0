import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery } from '@/lib/api/endpoint';

export const importQueries = {
  /** How an import goes on; whoever watches it says how often to ask. */
  progress: (uuid: string) => endpointQuery('bookmarks.getImport', { params: { uuid } }, { staleTime: 0 }),
};

export const importMutations = {
  undo: () => endpointMutation('bookmarks.undoImport'),
};
