import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Envelope, KeyId, Secret } from '@/lib/crypto/types';
import { parseBookmarkUrl } from '@/lib/domain/url';
import type { DecryptedText } from '@/lib/vault/decrypted';

/** A bookmark whose text is in its envelope. */
export type EncryptedBookmark = Bookmark & { readonly cipher: Envelope };

const keyLength = 32;

/** Returns the key id of an envelope; null for anything else. */
export function keyOf(cipher: Envelope | null): KeyId | null {
  if (cipher?.startsWith('mw1.') !== true) return null;
  const key = cipher.slice(4, 4 + keyLength);
  return key.length === keyLength ? key : null;
}

/** Returns the displayed text of a decrypted bookmark: the secret and the fields derived from it. */
export function decryptedText(
  cipher: Envelope,
  { title, url, description, tags, notes = '' }: Secret,
): DecryptedText {
  // Another program may have encrypted it, so its URL is normalized as the service would do.
  const { url: address, domain, path } = parseBookmarkUrl(url);
  return { cipher, title, url: address, domain, path, description, notes, tags };
}

/** Returns the fields to encrypt of a readable bookmark, plain or decrypted. */
export const secretOf = ({ title, url, description, notes, tags }: Bookmark): Secret => ({
  title: title ?? '',
  url: url ?? '',
  description: description ?? '',
  ...(notes && { notes }),
  tags,
});
