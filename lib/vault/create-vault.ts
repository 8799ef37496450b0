import { KeyLocked } from '@/lib/crypto/refusals';
import type { Keyring } from '@/lib/crypto/types';
import type { Transport } from '@/lib/queries/transport';
import { fetchRows, openPages, readOpened } from '@/lib/vault/fetch-rows';
import { fittingKeys } from '@/lib/vault/fitting-keys';
import { showOpened } from '@/lib/vault/opened';
import { chooseKey, sealWith } from '@/lib/vault/seal';
import { startSession, type TriedKey, type VaultSession } from '@/lib/vault/vault-session';
import { createVaultState } from '@/lib/vault/vault-state';
import type { Vault } from '@/lib/vault/vault-types';

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
    showOpened();
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
    openBookmarks: async (bookmarks) => {
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
    readOpened: async (query, onProgress) => readOpened(begin(), call, query, onProgress),
    openPages: (query) => openPages(begin(), call, query),
    sealMany: async (choice, items, onProgress, words = 'kept') => {
      const now = begin();
      const { key, isOpenedNow } = await chooseKey(now, call, choice);
      now.contents.show();
      // What else is under this key is open from now on; sealing does not wait for it.
      if (isOpenedNow) void open.during(now, () => fetchRows(now, call, [{ key }])).catch(() => undefined);
      return sealWith(now, key, items, { onProgress, isKept: words === 'kept' });
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
