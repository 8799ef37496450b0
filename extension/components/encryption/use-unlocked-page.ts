import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { decryptedTexts, watchDecrypted } from '@/lib/vault/decrypted';

const none: readonly Bookmark[] = [];

/**
 * Returns the encrypted bookmarks of a page, decrypted, the newest first; none while no key is unlocked. Their addresses
 * are compared on this device: the server does not know them, and is not asked. Follows unlocking and locking.
 */
export function useUnlockedPage(url: string): readonly Bookmark[] {
  const isUnlocked = useSyncExternalStore(watchDecrypted, decryptedTexts).size > 0;
  const [found, setFound] = useState(none);
  useEffect(() => {
    if (!isUnlocked) return;
    let isOver = false;
    let stop: (() => void) | null = null;
    // Arrived already: it has decrypted the texts.
    void import('@/extension/components/encryption/vault').then(({ vault, unlockedOf }) => {
      if (isOver) return;
      const read = () => setFound(unlockedOf(url));
      read();
      stop = vault.watch(read);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [isUnlocked, url]);
  return isUnlocked ? found : none;
}
