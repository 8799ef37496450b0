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

/** The encrypted bookmarks that a query names, a page at a time; the next one is on its way while one is worked on. */
export async function* readRows(call: Transport, query: RowsQuery): AsyncGenerator<readonly Bookmark[]> {
  const read = (cursor?: string): Promise<Output<'bookmarks.encrypted'>> => {
    const page = call('bookmarks.encrypted', {
      query: { ...query, ...(cursor !== undefined && { cursor }) },
    });
    // After an early return the next page is not awaited.
    page.catch(() => undefined);
    return page;
  };
  let coming: ReturnType<typeof read> | null = read();
  while (coming !== null) {
    const { content, next }: Output<'bookmarks.encrypted'> = await coming;
    coming = next === null ? null : read(next);
    yield content;
  }
}

/** Shows all bookmarks of the space under some keys, a page after the other; answers which there are. */
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

/** What a query names, with its words, a page at a time: nothing of a page is kept here once it is given. */
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

/** All pages at once. */
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

/** The keys that a passphrase fits; each of them is unlocked in the keyring from now on. */
async function fittingKeys(
  session: VaultSession,
  passphrase: string,
  tried: readonly TriedKey[],
): Promise<TriedKey[]> {
  const fitting: TriedKey[] = [];
  for (const one of tried) {
    const fits = await session
      .use((keyring) => keyring.unlock(passphrase, one.key, one.samples))
      .catch((failure: unknown) => {
        // One that asks for too little or too much work does not stand in the way of the others.
        if (failure instanceof UnsafeParameters && tried.length > 1) return false;
        throw failure;
      });
    if (fits) fitting.push(one);
  }
  return fitting;
}

/** Envelopes between two reports of how far it is. */
const pieceSize = 250;
/** As many as the service gives of its own keys. */
const sampleCount = 3;

export interface ChosenKey {
  readonly key: KeyId;
  /** It was not unlocked before: what it opens is still to be fetched. */
  readonly isUnlockedNow: boolean;
}

/** The key that a choice means, unlocked; a new one where the choice allows it and nothing else fits. */
async function chooseKey(session: VaultSession, call: Transport, choice: KeyChoice): Promise<ChosenKey> {
  if ('key' in choice) return { key: choice.key, isUnlockedNow: false };
  const { passphrase, create, hint = null } = choice;
  const { content } = await session.wait(call('bookmarks.keys', {}));
  const unsaved = [...session.made.values()].filter(({ key }) => !content.some((one) => one.key === key));
  const [fitting] = await fittingKeys(session, passphrase, [...unsaved, ...content]);
  if (fitting) {
    const { key, hint: known, count } = fitting;
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
  /** Whether the words stay here until their bookmark comes back. */
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

/** Watches over an open vault: locks it when its time is over, and tells the other tabs of a locking. */
export interface VaultGuard {
  readonly tellOthers: () => void;
  readonly stop: () => void;
}

export interface VaultParts {
  readonly call: Transport;
  /** For the account that is signed in. */
  readonly makeKeyring: () => Promise<Keyring>;
  readonly guard: (lockHere: () => void) => VaultGuard;
}

export function createVault({ call, makeKeyring, guard }: VaultParts): Vault {
  const open = createVaultState();
  let session: VaultSession | null = null;
  let guarding: VaultGuard | null = null;

  const lock: Vault['lock'] = (where) => {
    if (where !== 'here') guarding?.tellOthers();
    guarding?.stop();
    session?.end();
    [guarding, session] = [null, null];
    showDecrypted();
    open.changed(null);
  };

  const begin = (): VaultSession => {
    guarding ??= guard(() => lock('here'));
    session ??= startSession({
      makeKeyring,
      onChange: () => open.changed(session),
      onLost: () => lock('here'),
    });
    return session;
  };

  return {
    state: open.state,
    watch: open.watch,
    lock,
    unlock: async (passphrase, wanted) => {
      const now = begin();
      const { content } = await now.wait(call('bookmarks.keys', {}));
      const tried = wanted === undefined ? content : content.filter(({ key }) => key === wanted);
      const fitting = await fittingKeys(now, passphrase, tried);
      if (fitting.length === 0) return 'wrong';
      note(now, fitting);
      now.contents.show();
      await open.during(now, () => fetchRows(now, call, fitting));
      return 'unlocked';
    },
    decryptBookmarks: async (bookmarks) => {
      await session?.contents.take(bookmarks).catch(unlessLocked);
    },
    forget: (uuids) => {
      const gone = new Set(uuids);
      session?.contents.forget((uuid) => gone.has(uuid));
    },
    refresh: async () => {
      const now = session;
      if (now !== null && now.keys.size > 0) await open.during(now, () => readAgain(now, call));
    },
    readDecrypted: async (query, onProgress) => readDecrypted(begin(), call, query, onProgress),
    decryptPages: (query) => decryptPages(begin(), call, query),
    encryptMany: async (choice, items, onProgress, words = 'kept') => {
      const now = begin();
      const { key, isUnlockedNow } = await chooseKey(now, call, choice);
      now.contents.show();
      // What else is under this key is open from now on; encrypting does not wait for it.
      if (isUnlockedNow) void open.during(now, () => fetchRows(now, call, [{ key }])).catch(() => undefined);
      return encryptWith(now, key, items, { onProgress, isKept: words === 'kept' });
    },
  };
}

/** What has changed of all unlocked keys, and what is gone. */
async function readAgain(session: VaultSession, call: Transport): Promise<void> {
  const { content } = await session.wait(call('bookmarks.keys', {}));
  note(
    session,
    content.filter(({ key }) => session.keys.has(key)),
  );
  // A key that nothing is under any more is no key; one that was made here may still be used.
  for (const key of session.keys.keys()) {
    if (!session.made.has(key) && !content.some((one) => one.key === key)) session.keys.delete(key);
  }
  const seen = await fetchRows(session, call, [...session.keys.values()]);
  session.contents.forget((uuid) => !seen.has(uuid));
}

function note(session: VaultSession, keys: readonly TriedKey[]): void {
  for (const { key, hint, count } of keys) {
    session.keys.set(key, { key, hint, count });
    // The service knows it by now.
    session.made.delete(key);
  }
}

/** Whatever was locked meanwhile is not to be opened any more. */
function unlessLocked(failure: unknown): void {
  if (!(failure instanceof KeyLocked)) throw failure;
}
