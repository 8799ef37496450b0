import { useEffect, useState } from 'react';
import type { CreateCollection } from '@/components/entities/collections-field';
import { createClient } from '@/extension/lib/client';
import type { Connection } from '@/extension/lib/connection';
import { storedValue } from '@/extension/lib/stored-value';
import type { CollectionSummary } from '@/lib/contract/collections';
import type { TagCount } from '@/lib/contract/tags';
import { palette } from '@/lib/domain/palette';

/** The collections and tags of a space, as this device has received them last. */
export interface StoredLists {
  readonly account: string;
  readonly space: string;
  readonly collections: readonly CollectionSummary[];
  readonly tags: readonly TagCount[];
}

const item = storedValue<StoredLists | null>('lists', null);

/** Returns the stored lists of a space; null if this device has others. */
export async function readLists({ account }: Connection, space: string): Promise<StoredLists | null> {
  const lists = await item.get();
  return lists?.account === account.uuid && lists.space === space ? lists : null;
}

/** Erases the lists, when the connection ends. */
export const eraseLists = (): Promise<void> => item.remove();

/** What the fields of a form offer. */
export interface KnownLists {
  readonly collections: readonly CollectionSummary[];
  readonly tags: readonly TagCount[];
  readonly create: CreateCollection;
}

const none = { collections: [], tags: [] };

/** Returns the lists of a space: the stored ones at once, then those of the server. */
export function useKnownLists(connection: Connection, space: string, onCreateFailed: () => void): KnownLists {
  const [lists, setLists] = useState<Pick<StoredLists, 'collections' | 'tags'>>(none);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const call = createClient({ ...connection, space });
    const show = (next: Pick<StoredLists, 'collections' | 'tags'> | null) => {
      if (next && !signal.aborted) setLists(next);
    };
    const stored = readLists(connection, space).then(show);
    Promise.all([call('collections.simplified', {}, { signal }), call('tags.list', {}, { signal }), stored])
      .then(([collections, tags]) => {
        const next = { collections: collections.content, tags: tags.content };
        show(next);
        return item.set({ account: connection.account.uuid, space, ...next });
      })
      // The stored lists stay.
      .catch(() => undefined);
    return () => leaving.abort();
  }, [connection, space]);

  const create: CreateCollection = (name, undo) => {
    const uuid = crypto.randomUUID();
    const color = palette[lists.collections.length % palette.length] ?? palette[0];
    const made: CollectionSummary = {
      uuid,
      name,
      color,
      icon: null,
      pinned: false,
      security: 0,
      count: 0,
      isDefault: false,
      smart: false,
    };
    const change = (collections: (all: readonly CollectionSummary[]) => readonly CollectionSummary[]) =>
      setLists((now) => ({ ...now, collections: collections(now.collections) }));
    change((all) => [...all, made]);
    createClient({ ...connection, space })('collections.create', { body: { uuid, name, color } }).catch(
      () => {
        change((all) => all.filter((one) => one !== made));
        undo();
        onCreateFailed();
      },
    );
    return uuid;
  };
  return { ...lists, create };
}
