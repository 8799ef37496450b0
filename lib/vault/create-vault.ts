import type { Transport } from '@/lib/api/query-client';
import type { Output } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { KeyLocked, UnsafeParameters } from '@/lib/crypto/refusals';
import type { KeyId, Keyring, EncryptedItem } from '@/lib/crypto/types';
import { keyOf, decryptedText } from '@/lib/vault/decrypt-text';
import { showDecrypted } from '@/lib/vault/decrypted';
import { startSession, type TriedKey, type VaultSession, createVaultState } from '@/lib/vault/vault-session';
import {
  KeyTooShort,
  newKeyLength,
  WrongKey,
  type KeyChoice,
  type OnProgress,
  type UnlockedRow,
  type Encryption,
  type SecretItem,
  type UnlockedKey,
  type RowsQuery,
  type Vault,
} from '@/lib/vault/vault-types';

/** Yields the encrypted bookmarks of a query page by page; prefetches the next page while one is processed. */
export async function* readRows(call: Transport, query: RowsQuery): AsyncGenerator<readonly Bookmark[]> {
  const read = (cursor?: string): Promise<Output<'bookmarks.encrypted'>> => {
    const page = call('bookmarks.encrypted', {
      query: { ...query, ...(cursor !== undefined && { cursor }) },
    });
    // After an early return the next page is not awaited.
    page.catch(() => undefined);
    return page;
  };
  let pending: ReturnType<typeof read> | null = read();
  while (pending !== null) {
    const { content, next }: Output<'bookmarks.encrypted'> = await pending;
    pending = next === null ? null : read(next);
    yield content;
  }
}

/** Fetches, decrypts and shows all bookmarks of the space under the given keys; returns their uuids. */
async function fetchRows(
  session: VaultSession,
  call: Transport,
  keys: readonly Pick<UnlockedKey, 'key'>[],
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (const { key } of keys) {
    for await (const page of readRows(call, { key, trash: 'with' })) {
      await session.wait(session.contents.take(page));
      for (const { uuid } of page) seen.add(uuid);
    }
  }
  return seen;
}

/** Yields decrypted bookmarks of a query page by page; does not retain a page after yielding it. */
async function* decryptPages(
  session: VaultSession,
  call: Transport,
  query: RowsQuery,
): AsyncGenerator<readonly UnlockedRow[]> {
  for await (const page of readRows(call, query)) {
    const items = page.map(({ uuid, cipher }) => ({ uuid, cipher: cipher ?? '' }));
    const results = await session.use((keyring) => keyring.decrypt(items));
    yield page.map((bookmark, index) => {
      const failure = keyOf(bookmark.cipher) === null ? 'unreadable' : 'locked';
      return { bookmark, result: results[index] ?? { failure } };
    });
  }
}

/** Returns all pages as one list. */
async function readDecrypted(
  session: VaultSession,
  call: Transport,
  query: RowsQuery,
  onProgress?: OnProgress,
): Promise<UnlockedRow[]> {
  const read: UnlockedRow[] = [];
  for await (const page of decryptPages(session, call, query)) {
    for (const row of page) read.push(row);
    onProgress?.(read.length);
  }
  return read;
}

/** Returns the keys that match a passphrase, and unlocks each of them in the keyring. */
async function matchingKeys(
  session: VaultSession,
  passphrase: string,
  candidates: readonly TriedKey[],
): Promise<TriedKey[]> {
  const matching: TriedKey[] = [];
  for (const one of candidates) {
    const isMatch = await session
      .use((keyring) => keyring.unlock(passphrase, one.key, one.samples))
      .catch((failure: unknown) => {
        // A key with unsafe parameters must not prevent the others from being tried.
        if (failure instanceof UnsafeParameters && candidates.length > 1) return false;
        throw failure;
      });
    if (isMatch) matching.push(one);
  }
  return matching;
}

/** Number of items encrypted between two progress reports. */
const pieceSize = 250;
/** Number of sample envelopes, as the service returns for its keys. */
const sampleCount = 3;

export interface ChosenKey {
  readonly key: KeyId;
  /** Whether the key was just unlocked, so that its bookmarks must still be fetched. */
  readonly isUnlockedNow: boolean;
}

/** Resolves a choice to an unlocked key; creates a new one if the choice allows it and no key matches. */
async function chooseKey(session: VaultSession, call: Transport, choice: KeyChoice): Promise<ChosenKey> {
  if ('key' in choice) return { key: choice.key, isUnlockedNow: false };
  const { passphrase, create, hint = null } = choice;
  const { content } = await session.wait(call('bookmarks.keys', {}));
  const unsaved = [...session.made.values()].filter(({ key }) => !content.some((one) => one.key === key));
  const [matching] = await matchingKeys(session, passphrase, [...unsaved, ...content]);
  if (matching) {
    const { key, hint: known, count } = matching;
    const isUnlockedNow = !session.keys.has(key);
    if (isUnlockedNow) session.keys.set(key, { key, hint: known, count });
    return { key, isUnlockedNow };
  }
  if (!create) throw new WrongKey();
  if (Array.from(passphrase).length < newKeyLength) throw new KeyTooShort();
  const key = await session.use((keyring) => keyring.create(passphrase));
  session.keys.set(key, { key, hint, count: 0 });
  session.made.set(key, { key, hint, count: 0, samples: [] });
  return { key, isUnlockedNow: false };
}

interface EncryptOptions {
  readonly onProgress?: OnProgress | undefined;
  /** Whether the texts are cached until the service returns their bookmarks. */
  readonly isKept: boolean;
}

async function encryptWith(
  session: VaultSession,
  key: KeyId,
  items: readonly SecretItem[],
  { onProgress, isKept }: EncryptOptions,
): Promise<Encryption> {
  const encrypted: EncryptedItem[] = [];
  for (let from = 0; from < items.length; from += pieceSize) {
    const piece = items.slice(from, from + pieceSize);
    const envelopes = await session.use((keyring) => keyring.encrypt(key, piece));
    piece.forEach(({ uuid }, index) => encrypted.push({ uuid, cipher: envelopes[index] ?? '' }));
    if (isKept) {
      session.contents.prepare(
        piece.map(({ secret }, index) => decryptedText(envelopes[index] ?? '', secret)),
      );
    }
    onProgress?.(encrypted.length);
  }
  const made = session.made.get(key);
  if (made)
    session.made.set(key, { ...made, samples: [...encrypted, ...made.samples].slice(0, sampleCount) });
  return { key, encrypted };
}

/** Locks an unlocked vault after inactivity, and notifies the other tabs of a lock. */
export interface VaultGuard {
  readonly tellOthers: () => void;
  readonly stop: () => void;
}

export interface VaultParts {
  readonly call: Transport;
  /** Creates the keyring of the signed-in account. */
  readonly makeKeyring: () => Promise<Keyring>;
  readonly guard: (lockHere: () => void) => VaultGuard;
}

export function createVault({ call, makeKeyring, guard }: VaultParts): Vault {
  const store = createVaultState();
  let session: VaultSession | null = null;
  let activeGuard: VaultGuard | null = null;

  const lock: Vault['lock'] = (where) => {
    if (where !== 'here') activeGuard?.tellOthers();
    activeGuard?.stop();
    session?.end();
    [activeGuard, session] = [null, null];
    showDecrypted();
    store.changed(null);
  };

  const begin = (): VaultSession => {
    activeGuard ??= guard(() => lock('here'));
    session ??= startSession({
      makeKeyring,
      onChange: () => store.changed(session),
      onLost: () => lock('here'),
    });
    return session;
  };

  return {
    state: store.state,
    watch: store.watch,
    lock,
    unlock: async (passphrase, onlyKey) => {
      const current = begin();
      const { content } = await current.wait(call('bookmarks.keys', {}));
      const candidates = onlyKey === undefined ? content : content.filter(({ key }) => key === onlyKey);
      const matching = await matchingKeys(current, passphrase, candidates);
      if (matching.length === 0) return 'wrong';
      recordKeys(current, matching);
      current.contents.show();
      await store.during(current, () => fetchRows(current, call, matching));
      return 'unlocked';
    },
    decryptBookmarks: async (bookmarks) => {
      await session?.contents.take(bookmarks).catch(unlessLocked);
    },
    forget: (uuids) => {
      const removed = new Set(uuids);
      session?.contents.forget((uuid) => removed.has(uuid));
    },
    refresh: async () => {
      const current = session;
      if (current !== null && current.keys.size > 0)
        await store.during(current, () => refetchRows(current, call));
    },
    readDecrypted: async (query, onProgress) => readDecrypted(begin(), call, query, onProgress),
    decryptPages: (query) => decryptPages(begin(), call, query),
    encryptMany: async (choice, items, onProgress, words = 'kept') => {
      const current = begin();
      const { key, isUnlockedNow } = await chooseKey(current, call, choice);
      current.contents.show();
      // Fetches the other bookmarks under this key, which is now unlocked; encryption does not wait for them.
      if (isUnlockedNow)
        void store.during(current, () => fetchRows(current, call, [{ key }])).catch(() => undefined);
      return encryptWith(current, key, items, { onProgress, isKept: words === 'kept' });
    },
  };
}

/** Refetches the bookmarks of all unlocked keys and forgets those that no longer exist. */
async function refetchRows(session: VaultSession, call: Transport): Promise<void> {
  const { content } = await session.wait(call('bookmarks.keys', {}));
  recordKeys(
    session,
    content.filter(({ key }) => session.keys.has(key)),
  );
  // Keys without bookmarks no longer exist, except those created here, which may still be used.
  for (const key of session.keys.keys()) {
    if (!session.made.has(key) && !content.some((one) => one.key === key)) session.keys.delete(key);
  }
  const seen = await fetchRows(session, call, [...session.keys.values()]);
  session.contents.forget((uuid) => !seen.has(uuid));
}

function recordKeys(session: VaultSession, keys: readonly TriedKey[]): void {
  for (const { key, hint, count } of keys) {
    session.keys.set(key, { key, hint, count });
    // The service has stored it.
    session.made.delete(key);
  }
}

/** Ignores the error of decrypting after a lock. */
function unlessLocked(failure: unknown): void {
  if (!(failure instanceof KeyLocked)) throw failure;
}
