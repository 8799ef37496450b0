import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { KeyId, DecryptResult, EncryptedItem, Secret } from '@/lib/crypto/types';

/** A key that is unlocked in this tab. */
export interface UnlockedKey {
  readonly key: KeyId;
  readonly hint: string | null;
  /** Number of the account's bookmarks under it, including the trash; 0 for a key without saved bookmarks. */
  readonly count: number;
}

/** State of the vault; the same object until a change, as `useSyncExternalStore` requires. */
export interface VaultState {
  readonly keys: readonly UnlockedKey[];
  /**
   * The bookmarks of this space under these keys, encrypted as received from the service, including the trash.
   * Search and sorting iterate over them; `decryptedRow` adds their text.
   */
  readonly rows: readonly Bookmark[];
  /** Whether envelopes are being fetched or decrypted, so that more rows will follow. */
  readonly isDecrypting: boolean;
}

/** The key to use for encryption. */
export type KeyChoice =
  /** An unlocked key. */
  | { readonly key: KeyId }
  /** The account's key that matches a passphrase; if none does, `WrongKey`, or a new key with `create`. */
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

/** Called with the number of items processed so far. */
export type OnProgress = (done: number) => void;

export type UnlockResult = 'unlocked' | 'wrong';

/** The user's keys in this tab and the bookmarks decrypted with them. */
export interface Vault {
  readonly state: () => VaultState;
  /** Calls `listener` after every change of the state; returns a function that stops it. */
  readonly watch: (listener: () => void) => () => void;
  /**
   * Tries a passphrase on one key or on every key of the account, and decrypts all bookmarks of the space under the
   * matching keys. They are shown as they arrive; the promise resolves after the last one. `wrong` changes nothing.
   */
  readonly unlock: (passphrase: string, key?: KeyId) => Promise<UnlockResult>;
  /** Updates bookmarks with new rows of the service and decrypts those with an unlocked key; no-op for others. */
  readonly decryptBookmarks: (bookmarks: readonly Bookmark[]) => Promise<void>;
  /** Removes bookmarks that were deleted permanently. */
  readonly forget: (uuids: readonly string[]) => void;
  /** Refetches the rows of all unlocked keys, after a bulk change. */
  readonly refresh: () => Promise<void>;
  /** Reads and decrypts the bookmarks of a query without showing them, for a key change or an export. */
  readonly readDecrypted: (query: RowsQuery, onProgress?: OnProgress) => Promise<UnlockedRow[]>;
  /** Same as `readDecrypted`, page by page, for libraries too large to be held in memory twice. */
  readonly decryptPages: (query: RowsQuery) => AsyncGenerator<readonly UnlockedRow[]>;
  /**
   * Encrypts texts before sending. With `kept`, they are shown as soon as the service returns a bookmark with its
   * envelope; with `dropped`, they are decrypted again then and use no memory before.
   */
  readonly encryptMany: (
    choice: KeyChoice,
    items: readonly SecretItem[],
    onProgress?: OnProgress,
    words?: 'kept' | 'dropped',
  ) => Promise<Encryption>;
  /** Discards all keys and decrypted texts, in this tab and, unless `here`, in the other tabs. */
  readonly lock: (where?: 'here') => void;
}

/** The passphrase does not match any key in use. */
export class WrongKey extends Error {
  constructor() {
    super('the passphrase fits no key in use');
    this.name = 'WrongKey';
  }
}

/** Minimum passphrase length for a new key, in code points. */
export const newKeyLength = 12;

/** The passphrase is too short for a new key; existing keys may have any length. */
export class KeyTooShort extends Error {
  constructor() {
    super('a new key needs a longer passphrase');
    this.name = 'KeyTooShort';
  }
}
