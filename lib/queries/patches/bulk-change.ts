import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { CollectionRef } from '@/lib/contract/schemas/collection';
import { tagKey } from '@/lib/domain/tag-key';
import { parseTags, printTags, uniqueTags } from '@/lib/domain/tags';

export type BulkBody = Input<'bookmarks.bulk'>['body'];

/** What the cache knows of the collections that a change names. */
export interface KnownCollections {
  readonly find: (uuid: string | undefined) => CollectionRef | undefined;
  readonly default: CollectionRef | undefined;
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
