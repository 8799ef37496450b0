import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Envelope, KeyId, Secret } from '@/lib/crypto/types';
import { parseBookmarkUrl } from '@/lib/domain/url';
import type { DecryptedText } from '@/lib/vault/decrypted';

/** A bookmark whose words are in its envelope. */
export type EncryptedBookmark = Bookmark & { readonly cipher: Envelope };

const keyLength = 32;

/** The key that an envelope was made with; null for what is no envelope. */
export function keyOf(cipher: Envelope | null): KeyId | null {
  if (cipher?.startsWith('mw1.') !== true) return null;
  const key = cipher.slice(4, 4 + keyLength);
  return key.length === keyLength ? key : null;
}

/** What an encrypted bookmark shows while it is open: what was hidden, and what follows from it. */
export function decryptedText(cipher: Envelope, { title, url, description, tags }: Secret): DecryptedText {
  // Another program may have encrypted it: its address is read as the service would have read it.
  const { url: address, domain, path } = parseBookmarkUrl(url);
  return { cipher, title, url: address, domain, path, description, tags };
}

/** What is to be hidden of a bookmark that can be read: a plain one, or an opened one. */
export const secretOf = ({ title, url, description, tags }: Bookmark): Secret => ({
  title: title ?? '',
  url: url ?? '',
  description: description ?? '',
  tags,
});
