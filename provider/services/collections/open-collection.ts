import type { ProviderDeps } from '@/provider/deps';
import type { Actor } from '@/provider/actor';
import { getCollection } from '@/provider/services/collections/find-collection';
import type { CollectionRecord } from '@/provider/services/collections/collection-record';

const onceInMs = 60_000;

/**
 * A collection of the actor that is being looked at; that it was, is noted once a minute at most, for the sort by last
 * access. Throws NOT_FOUND.
 */
export async function openCollection(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<CollectionRecord> {
  const collection = await getCollection(db, actor.accountId, id);
  const now = clock();
  await db.$client.query({
    name: 'open-collection',
    text: `update collections set last_accessed_at = $2
      where id = $1 and (last_accessed_at is null or last_accessed_at < $3)`,
    values: [id, now, new Date(now.getTime() - onceInMs)],
  });
  return collection;
}
