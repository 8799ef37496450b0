import type { EncryptionKey } from '@/lib/contract/schemas/encryption';
import { KeyLocked, WorkerFailed } from '@/lib/crypto/refusals';
import type { Keyring, KeyId, Sealed } from '@/lib/crypto/types';
import { createContents, type VaultContents } from '@/lib/vault/vault-contents';
import type { UnlockedKey } from '@/lib/vault/vault-types';

/** What a passphrase is tried on. */
export type TriedKey = Pick<EncryptionKey, 'key' | 'hint' | 'count' | 'samples'>;

/** What stands between the first use of the vault and the next locking. */
export interface VaultSession {
  readonly keys: Map<KeyId, UnlockedKey>;
  /** Keys that were made here, and what was sealed with them: the service may not know them yet. */
  readonly made: Map<KeyId, TriedKey>;
  readonly contents: VaultContents;
  /** Waits for work of the keyring; rejects with `KeyLocked` where it was locked meanwhile. */
  readonly use: <T>(work: (keyring: Keyring) => Promise<T>) => Promise<T>;
  /** Waits for something else that belongs to this session, in the same way. */
  readonly wait: <T>(work: Promise<T>) => Promise<T>;
  readonly end: () => void;
}

interface SessionParts {
  readonly makeKeyring: () => Promise<Keyring>;
  readonly onChange: () => void;
  /** The keyring has lost its keys by itself. */
  readonly onLost: () => void;
}

export function startSession({ makeKeyring, onChange, onLost }: SessionParts): VaultSession {
  let isOver = false;
  let keyring: Promise<Keyring> | null = null;
  const keys = new Map<KeyId, UnlockedKey>();

  const wait = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const done = await work;
      if (!isOver) return done;
    } catch (failure) {
      if (isOver) throw new KeyLocked();
      if (failure instanceof KeyLocked || failure instanceof WorkerFailed) onLost();
      throw failure;
    }
    throw new KeyLocked();
  };

  const use: VaultSession['use'] = async (work) => {
    if (isOver) throw new KeyLocked();
    keyring ??= makeKeyring();
    // One that could not be made, for want of a network, is made again the next time.
    keyring.catch(() => (keyring = null));
    return wait(keyring.then(work));
  };

  const contents = createContents({
    isUnlocked: (key) => keys.has(key),
    open: (items: readonly Sealed[]) => use((made) => made.open(items)),
    onChange,
  });

  const end = () => {
    isOver = true;
    contents.end();
    keys.clear();
    void keyring?.then(
      (made) => made.lock(),
      () => undefined,
    );
  };

  return { keys, made: new Map(), contents, use, wait, end };
}
