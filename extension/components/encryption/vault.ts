import { call, NotConnected } from '@/extension/lib/client';
import { getConnection } from '@/extension/lib/connection';
import { onSettings } from '@/extension/lib/settings';
import { createKeyring } from '@/lib/crypto/keyring';
import { buildIndex } from '@/lib/vault/build-index';
import { createVault } from '@/lib/vault/create-vault';
import { keyOf } from '@/lib/vault/decrypt-text';
import { decryptedRow, decryptedTexts, type DecryptedText } from '@/lib/vault/decrypted';
import { findLocal } from '@/lib/vault/find-local';
import { guardVault } from '@/lib/vault/vault-guard';
import {
  type Draft,
  type EncryptedDraft,
  isSecretChanged,
  secretOfDraft,
} from '@/components/entities/bookmark-draft';
import { KeyLocked } from '@/lib/crypto/refusals';
import { urlKey } from '@/lib/domain/url-key';
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

/** Keys of addresses, computed once for each text: texts arrive in parts while a library is decrypted. */
const pageKeys = new WeakMap<DecryptedText, string>();

function pageKeyOf(text: DecryptedText): string {
  const key = pageKeys.get(text) ?? urlKey(text.url);
  pageKeys.set(text, key);
  return key;
}

/** Returns the unlocked bookmarks of a page, decrypted, the newest first; not those in the trash. */
export function unlockedOf(url: string, rows = vault.state().rows): Bookmark[] {
  const key = urlKey(url);
  const texts = decryptedTexts();
  const isOfPage = ({ uuid, cipher, deletedAt }: Bookmark): boolean => {
    const text = texts.get(uuid);
    return deletedAt === null && text?.cipher === cipher && pageKeyOf(text) === key;
  };
  return rows
    .filter(isOfPage)
    .map(decryptedRow)
    .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
}

/** Encrypts an edited bookmark under its own key; null if its envelope stays. Throws KeyLocked if that is locked. */
export async function encryptEdit(draft: Draft, bookmark: Bookmark): Promise<EncryptedDraft | null> {
  if (!isSecretChanged({ draft, bookmark })) return null;
  const key = keyOf(bookmark.cipher);
  if (key === null) throw new KeyLocked();
  const { encrypted } = await vault.encryptMany({ key }, [
    { uuid: bookmark.uuid, secret: secretOfDraft(draft) },
  ]);
  return { cipher: encrypted[0]?.cipher ?? '', hint: bookmark.hint ?? '' };
}
