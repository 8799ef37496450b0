import { call, NotConnected } from '@/extension/lib/client';
import { getConnection } from '@/extension/lib/connection';
import { onSettings } from '@/extension/lib/settings';
import { createKeyring } from '@/lib/crypto/keyring';
import { buildIndex } from '@/lib/vault/build-index';
import { createVault } from '@/lib/vault/create-vault';
import { decryptedRow, decryptedTexts } from '@/lib/vault/decrypted';
import { findLocal } from '@/lib/vault/find-local';
import { guardVault } from '@/lib/vault/vault-guard';
import type { Bookmark } from '@/lib/contract/bookmarks';

/** The vault of this page of the extension: keys are in its memory only, and end with it. */
export const vault = createVault({
  call,
  makeKeyring: async () => {
    const connection = await getConnection();
    if (connection === null) throw new NotConnected();
    return createKeyring(connection.account.uuid);
  },
  guard: guardVault,
});

// Keys belong to a space.
onSettings(({ space }, earlier) => {
  if (space !== earlier.space) vault.lock('here');
});

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Finds unlocked bookmarks by the grammar of the search; returns them decrypted, best first. */
export async function findUnlocked(text: string, limit: number): Promise<Bookmark[]> {
  const index = await buildIndex(vault.state().rows, decryptedTexts(), { pause });
  if (index === null) return [];
  const { hits, shared } = findLocal(index, {
    query: { text, words: [] },
    collections: [],
    isKnown: false,
    now: new Date(),
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return [...hits, ...shared].slice(0, limit).map(({ bookmark }) => decryptedRow(bookmark.row));
}
