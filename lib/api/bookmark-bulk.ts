import type { QueryClient } from '@tanstack/react-query';
import { bookmarkScope } from '@/lib/api/bookmarks';
import { knownCollections } from '@/lib/api/collections';
import { endpointMutation } from '@/lib/api/mutation';
import { transportOf } from '@/lib/api/query-client';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { CollectionRef, CollectionSummary } from '@/lib/contract/collections';
import { tagKey } from '@/lib/domain/tag-key';
import { parseTags, printTags, uniqueTags } from '@/lib/domain/tags';

export type BulkBody = Input<'bookmarks.bulk'>['body'];

/** What the cache knows of the collections that a change names. */
export interface KnownCollections {
  readonly find: (uuid: string | undefined) => CollectionRef | undefined;
  readonly default: CollectionRef | undefined;
}

export function collectionLookup(list: readonly CollectionSummary[]): KnownCollections {
  const refOf = (one: CollectionSummary | undefined) =>
    one && { uuid: one.uuid, name: one.name, color: one.color, security: one.security };
  return {
    find: (uuid) => refOf(list.find((one) => one.uuid === uuid)),
    default: refOf(list.find((one) => one.isDefault)),
  };
}

/** A bookmark after a change to many; null where it leaves the space or is no more. */
export function changeByBulk(
  bookmark: Bookmark,
  body: BulkBody,
  known: KnownCollections,
  now: string,
): Bookmark | null {
  switch (body.action) {
    case 'move':
      return body.space === undefined
        ? inCollections(bookmark, moved(bookmark.collections, body.from, known.find(body.collection)), known)
        : null;
    case 'copy':
      return inCollections(bookmark, moved(bookmark.collections, '', known.find(body.collection)), known);
    case 'removeFrom':
      return inCollections(bookmark, moved(bookmark.collections, body.collection, undefined), known);
    // Tags of an encrypted bookmark are inside its envelope.
    case 'tag':
      return bookmark.encrypted
        ? bookmark
        : { ...bookmark, tags: printTags(uniqueTags([...parseTags(bookmark.tags), body.tags])) };
    case 'untag':
      return { ...bookmark, tags: withoutTags(bookmark.tags, body.tags) };
    case 'favorite':
      return { ...bookmark, favorite: body.favorite };
    case 'highlight':
      return { ...bookmark, highlighted: body.highlighted };
    case 'delete':
      return { ...bookmark, deletedAt: now };
    case 'restore':
      return { ...bookmark, deletedAt: null };
    case 'erase':
      return null;
  }
}

/** Collections without the one that is left (all of them, when none is named) and with the one that is gone to. */
function moved(
  collections: readonly CollectionRef[],
  from: string | undefined,
  to: CollectionRef | undefined,
): CollectionRef[] {
  const kept = from === undefined ? [] : collections.filter(({ uuid }) => uuid !== from && uuid !== to?.uuid);
  return to === undefined ? kept : [...kept, to];
}

const inCollections = (
  bookmark: Bookmark,
  collections: CollectionRef[],
  known: KnownCollections,
): Bookmark => ({
  ...bookmark,
  collections: filed(collections, known.default),
});

/** A bookmark is in the default collection while it is in no other, and only then. */
function filed(collections: CollectionRef[], top: CollectionRef | undefined): CollectionRef[] {
  const others = collections.filter(({ uuid }) => uuid !== top?.uuid);
  return others.length === 0 && top ? [top] : others;
}

function withoutTags(tags: string, gone: string): string {
  const keys = new Set(parseTags(gone).map(tagKey));
  return printTags(parseTags(tags).filter((tag) => !keys.has(tagKey(tag))));
}

/** More than these are not worth showing ahead of time: the service is as quick as walking every list for each. */
const optimisticMax = 60;

/** A change to many bookmarks, with those of them that are loaded: what becomes of all is shown only if all are. */
type OnMany = Input<'bookmarks.bulk'> & { readonly loaded: readonly Bookmark[] };

/** Writes to many bookmarks at once; apart from the others because the bar that makes them is loaded on demand. */
export const bookmarkBulk = {
  change: () =>
    endpointMutation<'bookmarks.bulk', OnMany>('bookmarks.bulk', {
      scope: bookmarkScope,
      optimistic: ({ body, loaded }, client) => {
        if (!isOptimistic({ body, loaded }, client)) return [];
        const known = collectionLookup(knownCollections(client));
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
export const isOptimistic = ({ body, loaded }: OnMany, client: QueryClient): boolean =>
  body.uuids?.length === loaded.length && loaded.length <= optimisticMax && isKnown(body, client);

/** A collection that the cache does not know could only be shown as none. */
const isKnown = (body: BulkBody, client: QueryClient): boolean =>
  !('collection' in body) ||
  body.collection === undefined ||
  knownCollections(client).some(({ uuid }) => uuid === body.collection);
