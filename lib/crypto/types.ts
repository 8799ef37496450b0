/** What an envelope hides, and all that it hides. */
export interface Secret {
  readonly title: string;
  readonly url: string;
  readonly description: string;
  /** Comma-separated, as everywhere in the contract. */
  readonly tags: string;
}

/** `mw1.` and its payload; the format is in docs/security.md. */
export type Envelope = string;

/** The header of an envelope as base64url, 32 characters: it identifies a key, and decrypts nothing. */
export type KeyId = string;

export interface EncryptedItem {
  readonly uuid: string;
  readonly cipher: Envelope;
}

/** Why an envelope stays closed. */
export type DecryptFailure =
  /** No key that is unlocked has made it. */
  | 'locked'
  /** Its key is unlocked and does not open it: it was damaged, or belongs to another bookmark or account. */
  | 'damaged'
  /** It is no envelope, or one of a version or with parameters that this program refuses. */
  | 'unreadable';

export type DecryptResult = { readonly secret: Secret } | { readonly failure: DecryptFailure };

/**
 * The keys of one account in one tab. They live in a worker and never leave it; after `lock` the worker is gone.
 * Everything rejects with `CryptoUnavailable` where the browser gives no WebCrypto (plain http).
 */
export interface Keyring {
  /**
   * Derives the key that `key` identifies and tries it on envelopes made with it. True: it opens one of them and is
   * unlocked from now on. False: wrong passphrase, or every one of them is damaged. Throws `UnsafeParameters` before
   * anything is derived where the head asks for too little or too much work.
   */
  unlock(passphrase: string, key: KeyId, samples: readonly EncryptedItem[]): Promise<boolean>;
  /** Makes a key of its own with a new salt, unlocked from now on. */
  create(passphrase: string): Promise<KeyId>;
  /** Envelopes in the order of the secrets, each with an IV of its own. Throws where the key is not unlocked. */
  encrypt(
    key: KeyId,
    items: readonly { readonly uuid: string; readonly secret: Secret }[],
  ): Promise<Envelope[]>;
  /** In the order of the envelopes; never throws for one of them. Long lists go in pieces, so that a tab stays awake. */
  decrypt(items: readonly EncryptedItem[]): Promise<DecryptResult[]>;
  /** Ends the worker, and with it every key. */
  lock(): void;
}
