import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { KeyId, DecryptResult, EncryptedItem, Secret } from '@/lib/crypto/types';

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
   * The bookmarks of this space under these keys as the service sent them, encrypted, those in the trash too: what search
   * and sorting walk through. `decryptedRow` gives their words.
   */
  readonly rows: readonly Bookmark[];
  /** Envelopes are being fetched or opened: more rows are to come. */
  readonly isDecrypting: boolean;
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

export interface Encryption {
  readonly key: KeyId;
  /** In the order of the items. */
  readonly encrypted: readonly EncryptedItem[];
}

export interface UnlockedRow {
  readonly bookmark: Bookmark;
  readonly result: DecryptResult;
}

export type RowsQuery = Omit<NonNullable<Input<'bookmarks.encrypted'>['query']>, 'cursor' | 'size'>;

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
  readonly decryptBookmarks: (bookmarks: readonly Bookmark[]) => Promise<void>;
  /** Drops bookmarks that are gone for good. */
  readonly forget: (uuids: readonly string[]) => void;
  /** Reads the rows of all unlocked keys again, after a change to many. */
  readonly refresh: () => Promise<void>;
  /** Reads and opens what a query names, without showing it: for a change of keys, for an export. */
  readonly readDecrypted: (query: RowsQuery, onProgress?: OnProgress) => Promise<UnlockedRow[]>;
  /** The same a page at a time, for libraries that are too large to be held twice. */
  readonly decryptPages: (query: RowsQuery) => AsyncGenerator<readonly UnlockedRow[]>;
  /**
   * Encrypts what is to be sent. The words are shown at once where a bookmark comes back with its envelope; `dropped`, they
   * are opened again then, and take no room until then.
   */
  readonly encryptMany: (
    choice: KeyChoice,
    items: readonly SecretItem[],
    onProgress?: OnProgress,
    words?: 'kept' | 'dropped',
  ) => Promise<Encryption>;
  /** Forgets every key and all that was open, here and, unless `here`, in the other tabs. */
  readonly lock: (where?: 'here') => void;
}

/** A passphrase that was to be one of the keys in use is none. */
export class WrongKey extends Error {
  constructor() {
    super('the passphrase fits no key in use');
    this.name = 'WrongKey';
  }
}

/** Shortest passphrase that a new key is made from, in characters as people count them. */
export const newKeyLength = 12;

/** Too short for a new key; those in use may be of any length. */
export class KeyTooShort extends Error {
  constructor() {
    super('a new key needs a longer passphrase');
    this.name = 'KeyTooShort';
  }
}
