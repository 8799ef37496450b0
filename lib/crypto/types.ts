/** The complete plaintext of an envelope. */
export interface Secret {
  readonly title: string;
  readonly url: string;
  readonly description: string;
  /** The user's own text; absent in envelopes that were written before it existed. */
  readonly notes?: string;
  /** Comma-separated, as in the contract. */
  readonly tags: string;
}

/** `mw1.` followed by the payload; docs/security.md specifies the format. */
export type Envelope = string;

/** The header of an envelope as base64url, 32 characters: identifies a key, but cannot decrypt anything. */
export type KeyId = string;

export interface EncryptedItem {
  readonly uuid: string;
  readonly cipher: Envelope;
}

/** Why an envelope could not be decrypted. */
export type DecryptFailure =
  /** Its key is not unlocked. */
  | 'locked'
  /** Its key is unlocked but decryption fails: it is corrupted, or belongs to another bookmark or account. */
  | 'damaged'
  /** It is not an envelope, or its version or parameters are not supported. */
  | 'unreadable';

export type DecryptResult = { readonly secret: Secret } | { readonly failure: DecryptFailure };

/**
 * The keys of one account in one tab. They are stored in a worker and never leave it; `lock` terminates the worker.
 * Every method rejects with `CryptoUnavailable` if the browser does not provide WebCrypto (plain http).
 */
export interface Keyring {
  /**
   * Derives the key that `key` identifies and tries it on envelopes encrypted with it. True: it decrypts one of them
   * and is unlocked. False: the passphrase is wrong, or all of them are corrupted. Throws `UnsafeParameters` before
   * deriving if the header has too few or too many iterations.
   */
  unlock(passphrase: string, key: KeyId, samples: readonly EncryptedItem[]): Promise<boolean>;
  /** Creates and unlocks a key with a new salt. */
  create(passphrase: string): Promise<KeyId>;
  /** Returns envelopes in the order of the secrets, each with its own IV. Throws if the key is not unlocked. */
  encrypt(
    key: KeyId,
    items: readonly { readonly uuid: string; readonly secret: Secret }[],
  ): Promise<Envelope[]>;
  /** Returns results in the order of the items; a failed item does not throw. Splits long lists into batches. */
  decrypt(items: readonly EncryptedItem[]): Promise<DecryptResult[]>;
  /** Terminates the worker and thereby discards every key. */
  lock(): void;
}
