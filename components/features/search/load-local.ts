import type { SearchMatch } from '@/lib/contract/search';
import type { Clock } from '@/lib/domain/query/dates';
import type { LocalSearch } from '@/lib/vault/find-local';

/** Loads the search of the decrypted bookmarks on this device, when there are any. */
export async function loadLocal() {
  const [store, { findLocal, explainLocal }, { mergeRows }] = await Promise.all([
    import('@/lib/vault/local-index'),
    import('@/lib/vault/find-local'),
    import('@/lib/vault/merge-rows'),
  ]);
  return {
    ...store,
    find: (search: Omit<LocalSearch, keyof Clock>, timeZone: string) => {
      const found = findLocal(store.localIndex(), { ...search, now: new Date(), timeZone });
      const hits = new Map([...found.hits, ...found.shared].map((hit) => [hit.rank.id, hit]));
      return {
        ...found,
        mergeRows,
        scoreOf: (uuid: string): number | undefined => hits.get(uuid)?.rank.score,
        /** Returns why a bookmark was found. */
        explain: (uuid: string): SearchMatch | undefined => {
          const hit = hits.get(uuid);
          return hit && (explainLocal(hit, found.words) ?? undefined);
        },
      };
    },
  };
}

export type Local = Awaited<ReturnType<typeof loadLocal>>;
/** Result of a search on this device. */
export type LocalFound = ReturnType<Local['find']>;
