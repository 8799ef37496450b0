'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDecrypted } from '@/components/entities/use-decrypted';
import type { TagCount } from '@/lib/contract/tags';

const load = () => import('@/lib/vault/vault');
type Store = Awaited<ReturnType<typeof load>>;

// One load serves the whole page.
let loaded: Store | null = null;
const none: readonly TagCount[] = [];
const noTags = () => none;
const noWatch = () => () => undefined;

/** The tags of what is open on this device, counted; none before they are known. */
export function useDecryptedTags(): readonly TagCount[] {
  const isOpen = useDecrypted().size > 0;
  const [store, setStore] = useState(loaded);
  useEffect(() => {
    // Where it cannot be loaded the tags of the service stand alone.
    if (isOpen && store === null)
      void load().then(
        (module) => setStore((loaded = module)),
        () => undefined,
      );
  }, [isOpen, store]);
  return useSyncExternalStore(store?.watchDecryptedTags ?? noWatch, store?.decryptedTags ?? noTags, noTags);
}
