import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery } from '@/lib/api/endpoint';

export const importQueries = {
  /** The progress of an import; the caller chooses the interval. */
  progress: (uuid: string) => endpointQuery('bookmarks.getImport', { params: { uuid } }, { staleTime: 0 }),
  productRead: () => endpointQuery('bookmarks.getProductRead', {}, { staleTime: 0 }),
};

export const importMutations = {
  undo: () => ({ ...endpointMutation('bookmarks.undoImport'), meta: { keepsUndo: true } }),
};
