import type { QueryClient } from '@tanstack/react-query';
import { NetworkFailure } from '@/lib/api/problem';
import type { Input, OperationId, Output } from '@/lib/contract';
import type { Account } from '@/lib/contract/account';
import type { Collection, CollectionSummary } from '@/lib/contract/collections';
import type { TagCount } from '@/lib/contract/tags';
import { compareNames } from '@/lib/domain/compare-names';
import { tagKey } from '@/lib/domain/tag-key';
import { parseTags } from '@/lib/domain/tags';
import type { OfflineLibrary, OfflineSpace } from '@/lib/offline/offline-store';
import { storeWrite } from '@/lib/outbox/store-write';
import { accountQueries } from '@/lib/api/account';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { collectionQueries } from '@/lib/api/collections';
import { spaceQueries } from '@/lib/api/spaces';
import { tagQueries } from '@/lib/api/tags';

/** Rejects reads, and stores writes in the outbox without sending them: the app sends them later. */
const storeOnly: Transport = async (id, input, { write } = {}) => {
  const failure = new NetworkFailure(new Error(`${id} without a network`));
  if (!write) throw failure;
  const send = () => Promise.reject(failure);
  return storeWrite(id, { input, ...write, key: crypto.randomUUID(), isOffline: true, failure, send });
};

/** Creates the query clients of the offline page, one per space, with the data that forms and writes require. */
export function createOfflineClients(
  library: OfflineLibrary,
  reports?: Parameters<typeof makeQueryClient>[1],
): (space: string) => QueryClient {
  const clients = new Map<string, QueryClient>();
  return (space) => {
    const existing = clients.get(space);
    if (existing) return existing;
    const client = makeQueryClient(storeOnly, reports);
    fill(client, library, space);
    clients.set(space, client);
    return client;
  };
}

function fill(client: QueryClient, { account, spaces }: OfflineLibrary, uuid: string): void {
  const { queries, ...defaults } = client.getDefaultOptions();
  // Data that is evicted from the cache cannot be fetched again.
  client.setDefaultOptions({ ...defaults, queries: { ...queries, gcTime: Infinity, retry: false } });
  const space = spaces.find((one) => one.space.uuid === uuid);
  // The copy contains no other account fields, and no form uses them.
  client.setQueryData(accountQueries.current().queryKey, { ...account, space: uuid } as Account);
  client.setQueryData(collectionQueries.simplified().queryKey, {
    content: space?.collections.toSorted(byName).map(summaryOf) ?? [],
  });
  client.setQueryData(tagQueries.list().queryKey, { content: space ? tagsOf(space) : [] });
  // Moves to another space cannot be stored in the outbox, so no space is offered.
  client.setQueryData(spaceQueries.list().queryKey, { content: [] } as unknown as Output<'spaces.list'>);
}

/** The order of the service's short list: the default collection, then the others by name. */
const byName = (a: Collection, b: Collection): number =>
  Number(b.isDefault) - Number(a.isDefault) || compareNames(a.name, b.name);

export const summaryOf = (collection: Collection): CollectionSummary => {
  const { uuid, name, color, icon, pinned, security, count, isDefault } = collection;
  return { uuid, name, color, icon, pinned, security, count, isDefault, smart: collection.smart !== null };
};

/** Returns the tags with their bookmark counts, most used first. */
function tagsOf({ bookmarks }: OfflineSpace): TagCount[] {
  const counts = new Map<string, TagCount>();
  for (const name of bookmarks.flatMap(({ tags }) => parseTags(tags))) {
    const key = tagKey(name);
    const existing = counts.get(key);
    counts.set(key, { name: existing?.name ?? name, count: (existing?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((one, other) => other.count - one.count);
}

/** Stores a write that has no form. `extra` is additional input of the plan: the displayed bookmark. */
export async function writeOffline<Id extends OperationId>(
  client: QueryClient,
  id: Id,
  input: Input<Id>,
  extra: object,
): Promise<void> {
  await storeOnly(id, input, { write: { client, variables: { ...input, ...extra } } });
}
