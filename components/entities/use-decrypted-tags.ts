'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDecrypted } from '@/components/entities/use-decrypted';
import type { TagCount } from '@/lib/contract/tags';

const load = () => import('@/lib/vault/vault');
type Store = Awaited<ReturnType<typeof load>>;

// Loaded once for the whole page.
let loaded: Store | null = null;
const none: readonly TagCount[] = [];
const noTags = () => none;
const noWatch = () => () => undefined;

/** Returns the tags of the decrypted bookmarks on this device with their counts; empty until they are known. */
export function useDecryptedTags(): readonly TagCount[] {
  const isOpen = useDecrypted().size > 0;
  const [store, setStore] = useState(loaded);
  useEffect(() => {
    // If it cannot be loaded, only the tags of the service are shown.
    if (isOpen && store === null)
      void load().then(
        (module) => setStore((loaded = module)),
        () => undefined,
      );
  }, [isOpen, store]);
  return useSyncExternalStore(store?.watchDecryptedTags ?? noWatch, store?.decryptedTags ?? noTags, noTags);
}
