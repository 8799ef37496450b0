import type { Bookmark } from '@/lib/contract/bookmarks';

/** What can be read of an encrypted bookmark while its key is unlocked. In the memory of this tab, nowhere else. */
export interface DecryptedText {
  /** The envelope that it was read from: another one means other words. */
  readonly cipher: string;
  readonly title: string;
  readonly url: string;
  readonly domain: string;
  readonly path: string;
  readonly description: string;
  readonly tags: string;
}

export type DecryptedTexts = ReadonlyMap<string, DecryptedText>;

/** What is open while no key is unlocked. With one it is another map, even where that is empty. */
export const noneDecrypted: DecryptedTexts = new Map();
const listeners = new Set<() => void>();
let decrypted = noneDecrypted;
let shownRows = new WeakMap<Bookmark, Bookmark>();

/** All that is open now, by the uuid of its bookmark; another map after every change. */
export const decryptedTexts = (): DecryptedTexts => decrypted;

/** Shows what was opened in the place of what was open before; nothing after locking. */
export function showDecrypted(texts: DecryptedTexts = noneDecrypted): void {
  decrypted = texts;
  shownRows = new WeakMap();
  for (const listener of listeners) listener();
}

export function watchDecrypted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const hidden = { title: null, url: null, domain: null, path: null, description: null, tags: '' };

/** The bookmark as the service knows it: for whatever is sent, or kept beyond a rendering. */
export const encryptedRow = (bookmark: Bookmark): Bookmark =>
  bookmark.encrypted ? { ...bookmark, ...hidden } : bookmark;

/** The bookmark with its words where they are open now; the same object for the same bookmark until that changes. */
export function decryptedRow(bookmark: Bookmark): Bookmark {
  const text = decrypted.get(bookmark.uuid);
  if (text === undefined || text.cipher !== bookmark.cipher) return bookmark;
  const known = shownRows.get(bookmark);
  if (known) return known;
  const shown = { ...bookmark, ...text };
  shownRows.set(bookmark, shown);
  return shown;
}
