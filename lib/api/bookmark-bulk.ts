import type { QueryClient } from '@tanstack/react-query';
import { bookmarkScope } from '@/lib/api/bookmarks';
import { knownCollections } from '@/lib/api/collections';
import { refOf } from '@/lib/api/effects';
import { optimisticMax } from '@/lib/api/endpoint';
import { endpointMutation } from '@/lib/api/mutation';
import { flagSetBy } from '@/lib/bookmark/fields';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { CollectionRef, CollectionSummary } from '@/lib/contract/collections';
import { tagKey } from '@/lib/domain/tag-key';
import { parseTags, printTags, uniqueTags } from '@/lib/domain/tags';

export type BulkBody = Input<'bookmarks.bulk'>['body'];

/** Cached collections that a bulk change refers to. */
export interface KnownCollections {
  readonly find: (uuid: string | undefined) => CollectionRef | undefined;
  readonly default: CollectionRef | undefined;
}

export function collectionLookup(list: readonly CollectionSummary[]): KnownCollections {
  const find = (isWanted: (one: CollectionSummary) => boolean) => {
    const found = list.find(isWanted);
    return found && refOf(found);
  };
  return {
    find: (uuid) => find((one) => one.uuid === uuid),
    default: find(({ isDefault }) => isDefault),
  };
}

/** Returns a bookmark after a bulk change; null if it leaves the space or is erased. */
export function changeByBulk(
  bookmark: Bookmark,
  body: BulkBody,
  known: KnownCollections,
  now: string,
): Bookmark | null {
  switch (body.action) {
    case 'move':
      return body.space === undefined
        ? inCollections(
            bookmark,
            replaceCollection(bookmark.collections, body.from, known.find(body.collection)),
            known,
          )
        : null;
    case 'copy':
      return inCollections(
        bookmark,
        replaceCollection(bookmark.collections, '', known.find(body.collection)),
        known,
      );
    case 'removeFrom':
      return inCollections(
        bookmark,
        replaceCollection(bookmark.collections, body.collection, undefined),
        known,
      );
    // Tags of an encrypted bookmark are inside its envelope.
    case 'tag':
      return bookmark.encrypted
        ? bookmark
        : { ...bookmark, tags: printTags(uniqueTags([...parseTags(bookmark.tags), body.tags])) };
    case 'untag':
      return { ...bookmark, tags: withoutTags(bookmark.tags, body.tags) };
    case 'read':
      return body.read ? { ...bookmark, later: false, readAt: now } : { ...bookmark, readAt: null };
    case 'delete':
      return { ...bookmark, deletedAt: now };
    case 'restore':
      return { ...bookmark, deletedAt: null };
    case 'erase':
      return null;
    default: {
      const { name, value } = flagSetBy(body);
      return { ...bookmark, [name]: value };
    }
  }
}

/** Returns the collections without the source (without any, if none is given) and with the target. */
function replaceCollection(
  collections: readonly CollectionRef[],
  from: string | undefined,
  to: CollectionRef | undefined,
): CollectionRef[] {
  const remaining =
    from === undefined ? [] : collections.filter(({ uuid }) => uuid !== from && uuid !== to?.uuid);
  return to === undefined ? remaining : [...remaining, to];
}

const inCollections = (
  bookmark: Bookmark,
  collections: CollectionRef[],
  known: KnownCollections,
): Bookmark => ({
  ...bookmark,
  collections: withDefault(collections, known.default),
});

/** Ensures that a bookmark is in the default collection if and only if it is in no other. */
function withDefault(collections: CollectionRef[], top: CollectionRef | undefined): CollectionRef[] {
  const others = collections.filter(({ uuid }) => uuid !== top?.uuid);
  return others.length === 0 && top ? [top] : others;
}

function withoutTags(tags: string, removed: string): string {
  const keys = new Set(parseTags(removed).map(tagKey));
  return printTags(parseTags(tags).filter((tag) => !keys.has(tagKey(tag))));
}

/** A bulk change with the loaded bookmarks among its targets; optimistic only if all targets are loaded. */
export type BulkVariables = Input<'bookmarks.bulk'> & { readonly loaded: readonly Bookmark[] };

/** Bulk writes; in a separate module, which is loaded on demand. */
export const bookmarkBulk = {
  change: () =>
    endpointMutation<'bookmarks.bulk', BulkVariables>('bookmarks.bulk', {
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
};

/** Whether a bulk change is shown optimistically. */
export const isOptimistic = ({ body, loaded }: BulkVariables, client: QueryClient): boolean =>
  body.uuids?.length === loaded.length && loaded.length <= optimisticMax && isKnown(body, client);

/** Whether the target collection is cached; without it, the bookmarks would be shown in no collection. */
const isKnown = (body: BulkBody, client: QueryClient): boolean =>
  !('collection' in body) ||
  body.collection === undefined ||
  knownCollections(client).some(({ uuid }) => uuid === body.collection);
