import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { KeyId, Opening, Sealed, Secret } from '@/lib/crypto/types';
import type { RowsQuery } from '@/lib/vault/read-rows';

/** A key that is unlocked in this tab. */
export interface UnlockedKey {
  readonly key: KeyId;
  readonly hint: string | null;
  /** Bookmarks of the account under it, with those in the trash; 0 for one that nothing was saved with yet. */
  readonly count: number;
}

/** The same object until something changes, as `useSyncExternalStore` wants it. */
export interface VaultState {
  readonly keys: readonly UnlockedKey[];
  /**
   * The bookmarks of this space under these keys as the service sent them, sealed, those in the trash too: what search
   * and sorting walk through. `reveal` gives their words.
   */
  readonly rows: readonly Bookmark[];
  /** Envelopes are being fetched or opened: more rows are to come. */
  readonly isOpening: boolean;
}

/** Which key is to be used. */
export type KeyChoice =
  /** One that is unlocked. */
  | { readonly key: KeyId }
  /** The key of the account that a passphrase fits; where it fits none, `WrongKey`, or with `create` a new one. */
  | { readonly passphrase: string; readonly create: boolean; readonly hint?: string | undefined };

export interface SecretItem {
  readonly uuid: string;
  readonly secret: Secret;
}

export interface Sealing {
  readonly key: KeyId;
  /** In the order of the items. */
  readonly sealed: readonly Sealed[];
}

export interface OpenedRow {
  readonly bookmark: Bookmark;
  readonly opening: Opening;
}

/** How many are done so far. */
export type OnProgress = (done: number) => void;

export type UnlockResult = 'unlocked' | 'wrong';

/** The keys of the viewer in this tab, and what they open. */
export interface Vault {
  readonly state: () => VaultState;
  /** Calls `listener` after every change of the state; returns a function that stops it. */
  readonly watch: (listener: () => void) => () => void;
  /**
   * Tries a passphrase on one key, or on every key of the account, and opens all bookmarks of the space under those that
   * it fits; they are shown as they come, and the promise is fulfilled when all are there. `wrong` changes nothing.
   */
  readonly unlock: (passphrase: string, key?: KeyId) => Promise<UnlockResult>;
  /** Takes in bookmarks as the service sent them now, and opens those whose key is unlocked. Costs nothing for others. */
  readonly openBookmarks: (bookmarks: readonly Bookmark[]) => Promise<void>;
  /** Drops bookmarks that are gone for good. */
  readonly forget: (uuids: readonly string[]) => void;
  /** Reads the rows of all unlocked keys again, after a change to many. */
  readonly refresh: () => Promise<void>;
  /** Reads and opens what a query names, without showing it: for a change of keys, for an export. */
  readonly readOpened: (query: RowsQuery, onProgress?: OnProgress) => Promise<OpenedRow[]>;
  /** The same a page at a time, for libraries that are too large to be held twice. */
  readonly openPages: (query: RowsQuery) => AsyncGenerator<readonly OpenedRow[]>;
  /**
   * Seals what is to be sent. The words are shown at once where a bookmark comes back with its envelope; `dropped`, they
   * are opened again then, and take no room until then.
   */
  readonly sealMany: (
    choice: KeyChoice,
    items: readonly SecretItem[],
    onProgress?: OnProgress,
    words?: 'kept' | 'dropped',
  ) => Promise<Sealing>;
  /** Forgets every key and all that was open, here and, unless `here`, in the other tabs. */
  readonly lock: (where?: 'here') => void;
}
