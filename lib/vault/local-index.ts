import { decryptedTexts, watchDecrypted } from '@/lib/vault/decrypted';
import { buildIndex, emptyIndex, type LocalIndex } from '@/lib/vault/build-index';
import { vaultState, watchVault } from '@/lib/vault/vault';

const listeners = new Set<() => void>();
const followers = new Set<object>();
let index = emptyIndex;
let defaultCollection: string | undefined;
let building: AbortController | null = null;
let unwatch: (() => void) | null = null;

/** What is open on this device, ready to be searched; empty when nothing is, and from the moment of locking on. */
export const localIndex = (): LocalIndex => index;

export function watchIndex(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the index to what the vault has open, until the last follower has gone. */
export function followVault(uncollected: string | undefined): () => void {
  const follower = {};
  followers.add(follower);
  const isOther = defaultCollection !== uncollected;
  defaultCollection = uncollected;
  if (unwatch === null) {
    const stops = [watchDecrypted(rebuild), watchVault(rebuild)];
    unwatch = () => stops.forEach((stop) => stop());
    rebuild();
  } else if (isOther) rebuild();
  return () => {
    followers.delete(follower);
    if (followers.size > 0) return;
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

/** From the beginning; what was prepared before is not prepared again. */
function rebuild(): void {
  const isOpen = decryptedTexts().size > 0;
  // What is opened first can be found soon, and all of it when it is there: its end is a change, too. An index for every
  // page in between, and a search of each, would only keep the page from answering.
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
