import { call } from '@/lib/api/call';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { TagCount } from '@/lib/contract/tags';
import { createKeyring } from '@/lib/crypto/keyring';
import type { Secret } from '@/lib/crypto/types';
import { tagKey } from '@/lib/domain/tag-key';
import { parseTags } from '@/lib/domain/tags';
import { createVault } from '@/lib/vault/create-vault';
import { noneDecrypted, decryptedTexts, watchDecrypted, type DecryptedTexts } from '@/lib/vault/decrypted';
import { guardVault } from '@/lib/vault/vault-guard';
import type { KeyChoice, Encryption } from '@/lib/vault/vault-types';

/**
 * The vault of this tab. Load it on demand with `await import('@/lib/vault/vault')`: the initial bundle contains only
 * `decrypted.ts`, which shows what this decrypts.
 */
const vault = createVault({
  call,
  makeKeyring: async () => createKeyring((await call('account.get', {})).uuid),
  guard: guardVault,
});

export const {
  state: vaultState,
  watch: watchVault,
  unlock,
  decryptBookmarks,
  forget,
  refresh,
  readDecrypted,
  decryptPages,
  encryptMany,
  lock,
} = vault;

/** Encrypts one bookmark; `uuid` must exist beforehand, even for a new one, since the envelope is bound to it. */
export async function encryptSecret(
  choice: KeyChoice,
  uuid: string,
  secret: Secret,
): Promise<{ key: Encryption['key']; cipher: string }> {
  const { key, encrypted } = await encryptMany(choice, [{ uuid, secret }]);
  return { key, cipher: encrypted[0]?.cipher ?? '' };
}

/** Counts decrypted bookmarks per tag, without the trash; the first spelling of a tag is used. */
export function countTags(rows: readonly Bookmark[], texts: DecryptedTexts): TagCount[] {
  const counts = new Map<string, TagCount>();
  for (const { uuid, cipher, deletedAt } of rows) {
    const text = texts.get(uuid);
    if (text === undefined || text.cipher !== cipher || deletedAt !== null) continue;
    for (const name of parseTags(text.tags)) {
      const key = tagKey(name);
      const existing = counts.get(key);
      counts.set(key, { name: existing?.name ?? name, count: (existing?.count ?? 0) + 1 });
    }
  }
  return [...counts.values()];
}

let latest: { rows: readonly Bookmark[]; texts: DecryptedTexts; tags: readonly TagCount[] } = {
  rows: [],
  texts: noneDecrypted,
  tags: [],
};

/** Returns the tags of the decrypted bookmarks; the same list until a change, and the previous one while decrypting. */
export function decryptedTags(): readonly TagCount[] {
  const { rows, isDecrypting } = vaultState();
  const texts = decryptedTexts();
  const isSame = latest.rows === rows && latest.texts === texts;
  if (!isSame && (texts.size === 0 || !isDecrypting)) latest = { rows, texts, tags: countTags(rows, texts) };
  return latest.tags;
}

export function watchDecryptedTags(listener: () => void): () => void {
  const stops = [watchDecrypted(listener), watchVault(listener)];
  return () => stops.forEach((stop) => stop());
}
