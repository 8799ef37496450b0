'use client';
import { useTranslations } from 'next-intl';
import { keyChoice, type KeyDraft } from '@/components/entities/key-field/key-draft';
import { Progress } from '@/components/ui/progress';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { KeyId } from '@/lib/crypto/types';
import { urlKey } from '@/lib/domain/url-key';
import { secretOf } from '@/lib/vault/decrypt-text';
import { encryptMany, vaultState } from '@/lib/vault/vault';
import type { OnProgress } from '@/lib/vault/vault-types';

interface EncryptedBody {
  readonly key: KeyId;
  readonly body: Input<'bookmarks.reencrypt'>['body'];
}

/** Encrypts readable bookmarks with the key of a draft, in the format of `bookmarks.reencrypt`. */
export async function encryptBookmarks(
  draft: KeyDraft,
  bookmarks: readonly Bookmark[],
  onProgress: OnProgress,
): Promise<EncryptedBody> {
  const secrets = bookmarks.map((bookmark) => ({ uuid: bookmark.uuid, secret: secretOf(bookmark) }));
  const { key, encrypted } = await encryptMany(keyChoice(draft), secrets, onProgress);
  const items = bookmarks.map(({ uuid, updatedAt }, index) => ({
    uuid,
    cipher: encrypted[index]?.cipher ?? '',
    updatedAt,
  }));
  return { key, body: { items, hint: hintFor(draft, key) } };
}

/** Returns the hint of the key itself: a hint entered for another one would mislead. */
export function hintFor(draft: KeyDraft, key: KeyId): string {
  const known = vaultState().keys.find((one) => one.key === key)?.hint;
  return (draft.source === 'new' && draft.hint.trim()) || known || '';
}

/**
 * Returns the ids of the bookmarks in the trash that a later call encrypts, and that the service would erase as copies
 * of those that this call encrypts.
 */
export function laterCopies(encrypted: readonly Bookmark[], later: readonly Bookmark[]): string[] {
  const trashed = later.filter(({ deletedAt }) => deletedAt !== null);
  if (trashed.length === 0) return [];
  const pages = new Set(encrypted.map(({ url }) => urlKey(url ?? '')));
  return trashed.filter(({ url }) => pages.has(urlKey(url ?? ''))).map(({ uuid }) => uuid);
}

export interface Work {
  readonly step: 'reading' | 'encrypting' | 'sending';
  readonly done: number;
  readonly total: number;
}

/** Progress of encrypting many bookmarks; nothing is changed before the last of them is encrypted. */
export function EncryptionProgress({ work }: { work: Work }) {
  const t = useTranslations('Vault');
  const { step, done, total } = work;
  const isCounted = step !== 'sending' && total > 0;
  return (
    <div className="flex flex-col gap-2" role="status">
      <p className="flex justify-between gap-3">
        <span>{t(step)}</span>
        {isCounted ? (
          <span className="text-muted-foreground tabular-nums">{t('encryptedSoFar', { done, total })}</span>
        ) : null}
      </p>
      <Progress label={t(step)} value={isCounted ? done / total : null} />
    </div>
  );
}
