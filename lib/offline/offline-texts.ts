import { type OfflineText, readableIn, withDatabase } from '@/lib/offline/offline-store';

/** The texts that were opened last are kept, until there are more, or they are larger together (in characters). */
export const offlineTextLimits = { count: 100, size: 10_000_000 } as const;

const sizeOf = ({ text, annotations }: OfflineText): number =>
  text.html.length + JSON.stringify(annotations).length;

/**
 * Keeps the text of a bookmark for reading without a network, and removes those that were opened the longest time ago.
 * Without a copy of the account's library, or if the bookmark is not readable there, nothing is kept.
 */
export async function saveOfflineText(account: string, bookmark: string, opened: OfflineText): Promise<void> {
  const size = sizeOf(opened);
  const saving = withDatabase('fail', async (database) => {
    const transaction = database.transaction(['copies', 'texts'], 'readwrite');
    const copy = await transaction.objectStore('copies').get(account);
    if (copy && size <= offlineTextLimits.size && readableIn(copy.library).has(bookmark)) {
      const texts = transaction.objectStore('texts');
      const { text, annotations } = opened;
      await texts.put({ text, annotations, openedAt: Date.now(), size }, bookmark);
      let [count, total] = [0, 0];
      let cursor = await texts.index('opened').openKeyCursor(null, 'prev');
      for (; cursor; cursor = await cursor.continue()) {
        count += 1;
        total += cursor.key[1];
        if (count > offlineTextLimits.count || total > offlineTextLimits.size)
          await texts.delete(cursor.primaryKey);
      }
    }
    await transaction.done;
  });
  // Rejects if there is no copy, or if it is deleted meanwhile.
  await saving.catch(() => undefined);
}

/** Returns the bookmarks whose texts are kept on this device. */
export const listOfflineTexts = (): Promise<ReadonlySet<string>> =>
  withDatabase('fail', async (database) => new Set(await database.getAllKeys('texts'))).catch(
    () => new Set<string>(),
  );

/** Returns the kept text of a bookmark; null if there is none. */
export const loadOfflineText = (bookmark: string): Promise<OfflineText | null> =>
  withDatabase('fail', async (database) => (await database.get('texts', bookmark)) ?? null).catch(() => null);
