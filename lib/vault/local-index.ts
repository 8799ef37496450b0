import { decryptedTexts, watchDecrypted } from '@/lib/vault/decrypted';
import { buildIndex, emptyIndex, type LocalIndex } from '@/lib/vault/build-index';
import { vaultState, watchVault } from '@/lib/vault/vault';

const listeners = new Set<() => void>();
const subscribers = new Set<object>();
let index = emptyIndex;
let defaultCollection: string | undefined;
let building: AbortController | null = null;
let unwatch: (() => void) | null = null;

/** Search index of the decrypted bookmarks; empty while there are none and immediately after locking. */
export const localIndex = (): LocalIndex => index;

export function watchIndex(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the index in sync with the vault until the last subscriber unsubscribes. */
export function followVault(uncollected: string | undefined): () => void {
  const subscriber = {};
  subscribers.add(subscriber);
  const hasChanged = defaultCollection !== uncollected;
  defaultCollection = uncollected;
  if (unwatch === null) {
    const stops = [watchDecrypted(rebuild), watchVault(rebuild)];
    unwatch = () => stops.forEach((stop) => stop());
    rebuild();
  } else if (hasChanged) rebuild();
  return () => {
    subscribers.delete(subscriber);
    if (subscribers.size > 0) return;
    building?.abort();
    building = null;
    unwatch?.();
    unwatch = null;
    show(emptyIndex);
  };
}

function show(built: LocalIndex): void {
  if (built === index) return;
  index = built;
  for (const listener of listeners) listener();
}

/** Rebuilds the whole index, reusing prepared texts. */
function rebuild(): void {
  const isOpen = decryptedTexts().size > 0;
  // The first decrypted bookmarks become searchable early, and all of them when decryption ends, which is another
  // change. Rebuilding and searching after every page in between would only block the main thread.
  if (isOpen && vaultState().isDecrypting && building !== null) return;
  building?.abort();
  building = null;
  if (!isOpen) {
    show(emptyIndex);
    return;
  }
  const { signal } = (building = new AbortController());
  void buildIndex(vaultState().rows, decryptedTexts(), { pause, signal, defaultCollection }).then((built) => {
    if (built !== null && !signal.aborted) show(built);
  });
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
