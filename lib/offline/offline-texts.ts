import { send } from '@/lib/api/call';
import { type OfflineText, readableIn, withDatabase } from '@/lib/offline/offline-store';

/**
 * The texts that were opened last are kept, until there are more, or they are larger together (in characters, and bytes of
 * pictures). Of one text, the first pictures are kept, up to a number of bytes.
 */
export const offlineTextLimits = { count: 100, size: 50_000_000, pictures: 5_000_000 } as const;

const sizeOf = ({ text, annotations, pictures }: OfflineText): number =>
  [...pictures.values()].reduce(
    (sum, { size }) => sum + size,
    text.html.length + JSON.stringify(annotations).length,
  );

/**
 * Keeps the text of a bookmark for reading without a network, and removes those that were opened the longest time ago.
 * Pictures that are not given stay as long as the text does. Without a copy of the account's library, or if the bookmark
 * is not readable there, nothing is kept.
 */
export async function saveOfflineText(
  account: string,
  bookmark: string,
  opened: Omit<OfflineText, 'pictures'> & Partial<OfflineText>,
): Promise<void> {
  const saving = withDatabase('fail', async (database) => {
    const transaction = database.transaction(['copies', 'texts'], 'readwrite');
    const texts = transaction.objectStore('texts');
    const copy = await transaction.objectStore('copies').get(account);
    const former = await texts.get(bookmark);
    const {
      text,
      annotations,
      pictures = former?.text.html === text.html ? former.pictures : new Map(),
    } = opened;
    const kept: OfflineText = { text, annotations, pictures };
    const size = sizeOf(kept);
    if (copy && size <= offlineTextLimits.size && readableIn(copy.library).has(bookmark)) {
      await texts.put({ ...kept, openedAt: Date.now(), size }, bookmark);
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

/** Returns the pictures of a text whose addresses begin with a path, as many as are kept of one text. */
export async function readPictures(html: string, path: string): Promise<ReadonlyMap<string, Blob>> {
  const found = new Map<string, Blob>();
  let left: number = offlineTextLimits.pictures;
  for (const [, src = ''] of html.matchAll(/<img\b[^>]*?\ssrc="([^"]+)"/g)) {
    if (!src.startsWith(path) || found.has(src)) continue;
    const response = await send(src, {}, { suppressLogout: true }).catch(() => null);
    const picture = response?.ok ? await response.blob().catch(() => null) : null;
    if (picture === null || picture.size > left) continue;
    left -= picture.size;
    found.set(src, picture);
  }
  return found;
}

/** Returns the text with addresses of its kept pictures in this page, which begin with `blob:`. */
export const withPictures = (html: string, pictures: ReadonlyMap<string, Blob>): string =>
  [...pictures].reduce(
    (shown, [src, picture]) => shown.replaceAll(`"${src}"`, `"${URL.createObjectURL(picture)}"`),
    html,
  );

/** Returns the bookmarks whose texts are kept on this device. */
export const listOfflineTexts = (): Promise<ReadonlySet<string>> =>
  withDatabase('fail', async (database) => new Set(await database.getAllKeys('texts'))).catch(
    () => new Set<string>(),
  );

/** Returns the kept text of a bookmark; null if there is none. */
export const loadOfflineText = (bookmark: string): Promise<OfflineText | null> =>
  withDatabase('fail', async (database) => (await database.get('texts', bookmark)) ?? null).catch(() => null);
