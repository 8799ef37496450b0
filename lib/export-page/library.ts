import { parseEnvelope } from '@/lib/crypto/core/envelope';
import { createRing } from '@/lib/crypto/core/ring';
import type { EncryptedItem, KeyId, Secret } from '@/lib/crypto/types';
import { readableUrl } from '@/lib/domain/readable-path';
import { foldText } from '@/lib/domain/search-words';

/** An encrypted bookmark of an exported page. */
export interface LockedBookmark extends EncryptedItem {
  readonly hint: string | null;
  readonly favorite: boolean;
  readonly createdAt: string;
  /** Names of its collections. */
  readonly collections: readonly string[];
}

/** A decrypted bookmark, and the text that a search looks in. */
export type UnlockedBookmark = LockedBookmark & Secret & { readonly text: string };

export interface Library {
  /** Decrypts the bookmarks of every locked key that the passphrase belongs to; false if there is none. */
  readonly unlock: (passphrase: string) => Promise<boolean>;
  readonly unlocked: () => readonly UnlockedBookmark[];
  readonly locked: () => readonly LockedBookmark[];
  /** Number of bookmarks that the right key does not decrypt. */
  readonly damaged: () => number;
  /** Returns the decrypted bookmarks that contain every word. */
  readonly search: (words: string) => readonly UnlockedBookmark[];
}

/** A wrong key decrypts none of them. More than one, since some may be damaged. */
const samples = 3;

/** Holds the encrypted bookmarks of one account, and what was decrypted of them. */
export function createLibrary(account: string, bookmarks: readonly LockedBookmark[]): Library {
  const ring = createRing();
  const locked = new Map<KeyId, LockedBookmark[]>();
  for (const bookmark of bookmarks) {
    const key = parseEnvelope(bookmark.cipher)?.key ?? '';
    const items = locked.get(key);
    if (items) items.push(bookmark);
    else locked.set(key, [bookmark]);
  }
  const unlocked: UnlockedBookmark[] = [];
  let damaged = 0;

  const decrypt = async (key: KeyId, items: readonly LockedBookmark[]): Promise<void> => {
    const results = await ring.decrypt(account, items);
    locked.delete(key);
    for (const [at, bookmark] of items.entries()) {
      const result = results[at];
      if (result && 'secret' in result) unlocked.push(withSecret(bookmark, result.secret));
      else damaged += 1;
    }
  };
  return {
    unlock: async (passphrase) => {
      let isRight = false;
      for (const [key, items] of [...locked]) {
        // Rejects parameters of a key that are not safe, which leaves its bookmarks locked.
        const fits = await ring.unlock(account, passphrase, key, items.slice(0, samples)).catch(() => false);
        if (fits) await decrypt(key, items);
        isRight ||= fits;
      }
      return isRight;
    },
    unlocked: () => unlocked,
    locked: () => [...locked.values()].flat(),
    damaged: () => damaged,
    search: (words) => {
      const wanted = foldText(words).split(/\s+/).filter(Boolean);
      return unlocked.filter(({ text }) => wanted.every((word) => text.includes(word)));
    },
  };
}

function withSecret(bookmark: LockedBookmark, secret: Secret): UnlockedBookmark {
  const { title, url, description, tags } = secret;
  const text = foldText([title, readableUrl(url), description, tags, ...bookmark.collections].join(' '));
  return { ...bookmark, ...secret, text };
}
