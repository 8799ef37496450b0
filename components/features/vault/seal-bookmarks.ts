import { keyChoice, type KeyDraft } from '@/components/entities/key-field/key-draft';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { KeyId } from '@/lib/crypto/types';
import { secretOf } from '@/lib/vault/open-text';
import { sealMany, vaultState } from '@/lib/vault/vault';
import type { OnProgress } from '@/lib/vault/vault-types';

interface SealedBody {
  readonly key: KeyId;
  readonly body: Input<'bookmarks.reencrypt'>['body'];
}

/** Seals readable bookmarks with the key of a draft, as `bookmarks.reencrypt` takes them. */
export async function sealBookmarks(
  draft: KeyDraft,
  bookmarks: readonly Bookmark[],
  onProgress: OnProgress,
): Promise<SealedBody> {
  const secrets = bookmarks.map((bookmark) => ({ uuid: bookmark.uuid, secret: secretOf(bookmark) }));
  const { key, sealed } = await sealMany(keyChoice(draft), secrets, onProgress);
  const items = bookmarks.map(({ uuid, updatedAt }, index) => ({
    uuid,
    cipher: sealed[index]?.cipher ?? '',
    updatedAt,
  }));
  return { key, body: { items, hint: hintFor(draft, key) } };
}

/** Each hint is that of its own key: what stood there for another one would mislead. */
export function hintFor(draft: KeyDraft, key: KeyId): string {
  const known = vaultState().keys.find((one) => one.key === key)?.hint;
  return (draft.source === 'new' && draft.hint.trim()) || known || '';
}
