import type { Bookmark } from '@/lib/contract/bookmarks';
import type { EncryptionKey } from '@/lib/contract/encryption';
import { KeyLocked, WorkerFailed } from '@/lib/crypto/refusals';
import type { Envelope, KeyId, Keyring, DecryptResult, EncryptedItem } from '@/lib/crypto/types';
import { keyOf, decryptedText, type EncryptedBookmark } from '@/lib/vault/decrypt-text';
import { showDecrypted, type DecryptedText } from '@/lib/vault/decrypted';
import type { UnlockedKey, VaultState } from '@/lib/vault/vault-types';

/** The words that are open in this tab, of the envelope that each bookmark has now. */
interface VaultTexts {
  /** Nothing more can be made of the envelope: it is open, or does not open with its key. */
  readonly isDone: (row: EncryptedBookmark) => boolean;
  readonly add: (row: EncryptedBookmark, result: DecryptResult | undefined) => void;
  /** The words of envelopes that were encrypted here. */
  readonly prepare: (texts: readonly DecryptedText[]) => void;
  /** Uses them for a bookmark that came back with its envelope. */
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
      for (const kept of [texts, prepared, damaged]) kept.clear();
    },
  };
}

interface ContentsParts {
  readonly isUnlocked: (key: KeyId) => boolean;
  readonly decrypt: (items: readonly EncryptedItem[]) => Promise<DecryptResult[]>;
  /** The rows are others now. */
  readonly onChange: () => void;
}

/** Envelopes that are opened before the page gets a breath. */
const pieceSize = 250;

/** What is open in this tab between an unlocking and the next locking. */
interface VaultContents extends Pick<VaultTexts, 'prepare'> {
  readonly rows: () => readonly Bookmark[];
  /** Takes bookmarks in as they are now; of those under an unlocked key it opens what is not open yet. */
  readonly take: (bookmarks: readonly Bookmark[]) => Promise<void>;
  /** Shows what there is, also where it is nothing yet: a key is unlocked. */
  readonly show: () => void;
  readonly forget: (isGone: (uuid: string) => boolean) => void;
  /** Shows nothing from here on, whatever is still under way. */
  readonly end: () => void;
}

function createContents({ isUnlocked, decrypt, onChange }: ContentsParts): VaultContents {
  const rows = new Map<string, Bookmark>();
  const texts = createTexts();
  let list: readonly Bookmark[] | null = null;
  let isOver = false;

  const isUnder = (row: Bookmark): row is EncryptedBookmark => {
    const key = keyOf(row.cipher);
    return key !== null && isUnlocked(key);
  };

  const publish = (isOtherText: boolean): void => {
    if (isOver) return;
    list = null;
    if (isOtherText) texts.show();
    onChange();
  };

  /** Whether it is another row than before, or has other words. */
  const place = (row: Bookmark): { isOtherRow: boolean; isOtherText: boolean } => {
    if (!isUnder(row)) return { isOtherRow: rows.delete(row.uuid), isOtherText: texts.drop(row.uuid) };
    const isOtherRow = rows.get(row.uuid) !== row;
    rows.set(row.uuid, row);
    return { isOtherRow, isOtherText: texts.addPrepared(row) };
  };

  const decryptBatch = async (piece: readonly EncryptedBookmark[]): Promise<void> => {
    const results = await decrypt(piece.map(({ uuid, cipher }) => ({ uuid, cipher })));
    piece.forEach((row, index) => {
      // A newer envelope may have come while this one was being opened.
      if (rows.get(row.uuid)?.cipher === row.cipher) texts.add(row, results[index]);
    });
  };

  return {
    prepare: texts.prepare,
    rows: () => (list ??= [...rows.values()]),
    take: async (bookmarks) => {
      const placed = bookmarks.map(place);
      const isOtherText = placed.some((one) => one.isOtherText);
      if (isOtherText || placed.some((one) => one.isOtherRow)) publish(isOtherText);
      const closed = bookmarks.filter(isUnder).filter((row) => !texts.isDone(row));
      for (let from = 0; from < closed.length && !isOver; from += pieceSize) {
        await decryptBatch(closed.slice(from, from + pieceSize));
      }
      if (closed.length > 0) publish(true);
    },
    show: () => publish(true),
    forget: (isGone) => {
      const gone = [...rows.keys()].filter(isGone);
      for (const uuid of gone) {
        rows.delete(uuid);
        texts.drop(uuid);
      }
      if (gone.length > 0) publish(true);
    },
    end: () => {
      isOver = true;
      rows.clear();
      texts.clear();
      list = null;
    },
  };
}

/** What a passphrase is tried on. */
export type TriedKey = Pick<EncryptionKey, 'key' | 'hint' | 'count' | 'samples'>;

/** What stands between the first use of the vault and the next locking. */
export interface VaultSession {
  readonly keys: Map<KeyId, UnlockedKey>;
  /** Keys that were made here, and what was encrypted with them: the service may not know them yet. */
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

/** The state of a vault, computed on the first read after a change. */
export function createVaultState() {
  const listeners = new Set<() => void>();
  let session: VaultSession | null = null;
  let state: VaultState | null = empty;
  let decryptions = 0;

  const changed = (now: VaultSession | null): void => {
    if (now !== session) decryptions = 0;
    session = now;
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
    /** Says that rows are to come, until they are there. */
    during: async <T>(now: VaultSession, work: () => Promise<T>): Promise<T> => {
      decryptions += 1;
      changed(now);
      try {
        return await work();
      } finally {
        // After a locking this is another session's state.
        if (session === now) {
          decryptions -= 1;
          changed(now);
        }
      }
    },
  };
}
