import { withoutTexts, type HiddenName } from '@/lib/bookmark/hidden-texts';
import type { Bookmark } from '@/lib/contract/bookmarks';

/** Plaintext of an encrypted bookmark while its key is unlocked; only in the memory of this tab. */
export interface DecryptedText extends Readonly<Record<HiddenName, string>> {
  /** The envelope that it was decrypted from; a different envelope means different text. */
  readonly cipher: string;
}

export type DecryptedTexts = ReadonlyMap<string, DecryptedText>;

/** The map while no key is unlocked. While one is, the map is a different object, even if empty. */
export const noneDecrypted: DecryptedTexts = new Map();
const listeners = new Set<() => void>();
let decrypted = noneDecrypted;
let shownRows = new WeakMap<Bookmark, Bookmark>();

/** Returns all decrypted texts by bookmark uuid; a new map after every change. */
export const decryptedTexts = (): DecryptedTexts => decrypted;

/** Replaces the displayed texts; without an argument, as after locking, removes them. */
export function showDecrypted(texts: DecryptedTexts = noneDecrypted): void {
  decrypted = texts;
  shownRows = new WeakMap();
  for (const listener of listeners) listener();
}

export function watchDecrypted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the bookmark without decrypted text, for requests and for storage beyond a render. */
export const encryptedRow = (bookmark: Bookmark): Bookmark =>
  bookmark.encrypted ? withoutTexts(bookmark) : bookmark;

/** Returns the bookmark with its decrypted text if available; the same object until the text changes. */
export function decryptedRow(bookmark: Bookmark): Bookmark {
  const text = decrypted.get(bookmark.uuid);
  if (text === undefined || text.cipher !== bookmark.cipher) return bookmark;
  const cached = shownRows.get(bookmark);
  if (cached) return cached;
  const shown = { ...bookmark, ...text };
  shownRows.set(bookmark, shown);
  return shown;
}
