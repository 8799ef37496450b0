import type { QueryClient } from '@tanstack/react-query';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { bookmarkScope } from '@/lib/queries/bookmarks';
import { collectionQueries } from '@/lib/queries/collections';
import { endpointMutation } from '@/lib/queries/endpoint-mutation';
import { transportOf } from '@/lib/queries/transport';
import { changeByBulk, type BulkBody, type KnownCollections } from '@/lib/queries/patches/bulk-change';

/** More than these are not worth showing ahead of time: the service is as quick as walking every list for each. */
const foreseen = 60;

/** A change to many bookmarks, with those of them that are loaded: what becomes of all is shown only if all are. */
type OnMany = Input<'bookmarks.bulk'> & { readonly loaded: readonly Bookmark[] };

/** Writes to many bookmarks at once; apart from the others because the bar that makes them is loaded on demand. */
export const bookmarkBulk = {
  change: () =>
    endpointMutation<'bookmarks.bulk', OnMany>('bookmarks.bulk', {
      scope: bookmarkScope,
      foresee: ({ body, loaded }, client) => {
        if (!isForeseen({ body, loaded }, client)) return [];
        const known = knownCollections(client);
        const now = new Date().toISOString();
        return loaded.map((before) => ({
          bookmark: { before, after: changeByBulk(before, body, known, now) },
        }));
      },
    }),
  undo: () => ({
    ...endpointMutation<'bookmarks.undo', Undoing>('bookmarks.undo', { scope: bookmarkScope }),
    mutationFn: undoInParts,
  }),
};

/** Bookmarks of one request: fractions of a second each, so that the bar moves and others can write in between. */
export const undoPart = 2_000;

interface Undoing {
  readonly params: { readonly uuid: string };
  /** Called while there is more to be undone. */
  readonly onProgress?: (progress: { done: number; total: number }) => void;
}

/** Undoes a change by as many requests as it takes. */
async function undoInParts(
  { params, onProgress }: Undoing,
  { client }: { client: QueryClient },
): Promise<{ affected: number }> {
  const send = transportOf(client);
  for (let done = 0; ;) {
    const { affected, remaining = 0 } = await send('bookmarks.undo', { params, query: { limit: undoPart } });
    done += affected;
    if (remaining === 0) return { affected: done };
    onProgress?.({ done, total: done + remaining });
  }
}

/** Whether all that a change does is shown before the service has answered. */
export const isForeseen = ({ body, loaded }: OnMany, client: QueryClient): boolean =>
  body.uuids?.length === loaded.length && loaded.length <= foreseen && isKnown(body, client);

function knownCollections(client: QueryClient): KnownCollections {
  const list = client.getQueryData(collectionQueries.simplified().queryKey)?.content ?? [];
  const refOf = (one: (typeof list)[number] | undefined) =>
    one && { uuid: one.uuid, name: one.name, color: one.color, security: one.security };
  return {
    find: (uuid) => refOf(list.find((one) => one.uuid === uuid)),
    default: refOf(list.find((one) => one.isDefault)),
  };
}

/** A collection that the cache does not know could only be shown as none. */
const isKnown = (body: BulkBody, client: QueryClient): boolean =>
  !('collection' in body) ||
  body.collection === undefined ||
  knownCollections(client).find(body.collection) !== undefined;
