import type { Bookmark } from '@/lib/contract/bookmarks';
import type { EncryptionKey } from '@/lib/contract/encryption';
import { KeyLocked, WorkerFailed } from '@/lib/crypto/refusals';
import type { Envelope, KeyId, Keyring, DecryptResult, EncryptedItem } from '@/lib/crypto/types';
import { keyOf, decryptedText, type EncryptedBookmark } from '@/lib/vault/decrypt-text';
import { showDecrypted, type DecryptedText } from '@/lib/vault/decrypted';
import type { UnlockedKey, VaultState } from '@/lib/vault/vault-types';

/** Decrypted texts of this tab, for the current envelope of each bookmark. */
interface VaultTexts {
  /** Whether the envelope is processed: decrypted, or not decryptable with its key. */
  readonly isDone: (row: EncryptedBookmark) => boolean;
  readonly add: (row: EncryptedBookmark, result: DecryptResult | undefined) => void;
  /** Caches the texts of envelopes that were encrypted here. */
  readonly prepare: (texts: readonly DecryptedText[]) => void;
  /** Uses a cached text for a bookmark returned with its envelope. */
  readonly addPrepared: (row: EncryptedBookmark) => boolean;
  readonly drop: (uuid: string) => boolean;
  readonly show: () => void;
  readonly clear: () => void;
}

function createTexts(): VaultTexts {
  const texts = new Map<string, DecryptedText>();
  const prepared = new Map<Envelope, DecryptedText>();
  const damaged = new Set<Envelope>();
  return {
    isDone: ({ uuid, cipher }) => texts.get(uuid)?.cipher === cipher || damaged.has(cipher),
    add: ({ uuid, cipher }, result) => {
      if (result === undefined) return;
      if ('secret' in result) texts.set(uuid, decryptedText(cipher, result.secret));
      else if (result.failure !== 'locked') damaged.add(cipher);
    },
    prepare: (encrypted) => {
      for (const text of encrypted) prepared.set(text.cipher, text);
    },
    addPrepared: ({ uuid, cipher }) => {
      const text = prepared.get(cipher);
      if (text !== undefined) texts.set(uuid, text);
      return text !== undefined && prepared.delete(cipher);
    },
    drop: (uuid) => texts.delete(uuid),
    show: () => showDecrypted(new Map(texts)),
    clear: () => {
      for (const store of [texts, prepared, damaged]) store.clear();
    },
  };
}

interface ContentsParts {
  readonly isUnlocked: (key: KeyId) => boolean;
  readonly decrypt: (items: readonly EncryptedItem[]) => Promise<DecryptResult[]>;
  /** Called when the rows have changed. */
  readonly onChange: () => void;
}

/** Number of envelopes decrypted between two yields to the event loop. */
const batchSize = 250;

/** Rows and texts of this tab between unlocking and locking. */
interface VaultContents extends Pick<VaultTexts, 'prepare'> {
  readonly rows: () => readonly Bookmark[];
  /** Updates bookmarks, and decrypts those under an unlocked key that are not decrypted yet. */
  readonly take: (bookmarks: readonly Bookmark[]) => Promise<void>;
  /** Publishes the current texts, even if empty: a key is unlocked. */
  readonly show: () => void;
  readonly forget: (isGone: (uuid: string) => boolean) => void;
  /** Clears everything and ignores results of pending work. */
  readonly end: () => void;
}

function createContents({ isUnlocked, decrypt, onChange }: ContentsParts): VaultContents {
  const rows = new Map<string, Bookmark>();
  const texts = createTexts();
  let list: readonly Bookmark[] | null = null;
  let isOver = false;

  const hasUnlockedKey = (row: Bookmark): row is EncryptedBookmark => {
    const key = keyOf(row.cipher);
    return key !== null && isUnlocked(key);
  };

  const publish = (isTextChanged: boolean): void => {
    if (isOver) return;
    list = null;
    if (isTextChanged) texts.show();
    onChange();
  };

  /** Stores or removes a row; returns whether the row or its text changed. */
  const place = (row: Bookmark): { isRowChanged: boolean; isTextChanged: boolean } => {
    if (!hasUnlockedKey(row))
      return { isRowChanged: rows.delete(row.uuid), isTextChanged: texts.drop(row.uuid) };
    const isRowChanged = rows.get(row.uuid) !== row;
    rows.set(row.uuid, row);
    return { isRowChanged, isTextChanged: texts.addPrepared(row) };
  };

  const decryptBatch = async (batch: readonly EncryptedBookmark[]): Promise<void> => {
    const results = await decrypt(batch.map(({ uuid, cipher }) => ({ uuid, cipher })));
    batch.forEach((row, index) => {
      // A newer envelope may have arrived during decryption.
      if (rows.get(row.uuid)?.cipher === row.cipher) texts.add(row, results[index]);
    });
  };

  return {
    prepare: texts.prepare,
    rows: () => (list ??= [...rows.values()]),
    take: async (bookmarks) => {
      const placed = bookmarks.map(place);
      const isTextChanged = placed.some((one) => one.isTextChanged);
      if (isTextChanged || placed.some((one) => one.isRowChanged)) publish(isTextChanged);
      const undecrypted = bookmarks.filter(hasUnlockedKey).filter((row) => !texts.isDone(row));
      for (let from = 0; from < undecrypted.length && !isOver; from += batchSize) {
        await decryptBatch(undecrypted.slice(from, from + batchSize));
      }
      if (undecrypted.length > 0) publish(true);
    },
    show: () => publish(true),
    forget: (isGone) => {
      const removed = [...rows.keys()].filter(isGone);
      for (const uuid of removed) {
        rows.delete(uuid);
        texts.drop(uuid);
      }
      if (removed.length > 0) publish(true);
    },
    end: () => {
      isOver = true;
      rows.clear();
      texts.clear();
      list = null;
    },
  };
}

/** A key with the samples on which a passphrase is tried. */
export type TriedKey = Pick<EncryptionKey, 'key' | 'hint' | 'count' | 'samples'>;

/** State of the vault between its first use and the next lock. */
export interface VaultSession {
  readonly keys: Map<KeyId, UnlockedKey>;
  /** Keys created here with samples encrypted with them; the service may not have stored them yet. */
  readonly made: Map<KeyId, TriedKey>;
  readonly contents: VaultContents;
  /** Runs work on the keyring; rejects with `KeyLocked` if the vault was locked in between. */
  readonly use: <T>(work: (keyring: Keyring) => Promise<T>) => Promise<T>;
  /** Waits for other work of this session, with the same rejection. */
  readonly wait: <T>(work: Promise<T>) => Promise<T>;
  readonly end: () => void;
}

interface SessionParts {
  readonly makeKeyring: () => Promise<Keyring>;
  readonly onChange: () => void;
  /** Called when the keyring lost its keys without a lock. */
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
    // If creating the keyring failed, such as without a network, the next call tries again.
    keyring.catch(() => (keyring = null));
    return wait(keyring.then(work));
  };

  const contents = createContents({
    isUnlocked: (key) => keys.has(key),
    decrypt: (items: readonly EncryptedItem[]) => use((made) => made.decrypt(items)),
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

const empty: VaultState = { keys: [], rows: [], isDecrypting: false };

/** Creates the observable state of a vault, computed on the first read after a change. */
export function createVaultState() {
  const listeners = new Set<() => void>();
  let session: VaultSession | null = null;
  let state: VaultState | null = empty;
  let decryptions = 0;

  const changed = (current: VaultSession | null): void => {
    if (current !== session) decryptions = 0;
    session = current;
    state = null;
    for (const listener of listeners) listener();
  };

  return {
    changed,
    state: (): VaultState =>
      (state ??=
        session === null
          ? empty
          : {
              keys: [...session.keys.values()],
              rows: session.contents.rows(),
              isDecrypting: decryptions > 0,
            }),
    watch: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Sets `isDecrypting` while the work runs. */
    during: async <T>(current: VaultSession, work: () => Promise<T>): Promise<T> => {
      decryptions += 1;
      changed(current);
      try {
        return await work();
      } finally {
        // After a lock, the state belongs to another session.
        if (session === current) {
          decryptions -= 1;
          changed(current);
        }
      }
    },
  };
}
