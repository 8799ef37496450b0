import { startKeyDraft, type KeyDraft } from '@/components/entities/key-field/key-draft';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { keyOf } from '@/lib/vault/open-text';
import type { UnlockedKey } from '@/lib/vault/vault-types';

export interface KnownKeys {
  readonly unlocked: readonly UnlockedKey[];
  /** The account has keys, unlocked or not. */
  readonly hasKeys: boolean;
}

/** What stands in the field for the key: what was chosen; else an encrypted bookmark keeps its own. */
export function keyDraftOf(
  chosen: KeyDraft | null,
  bookmark: Bookmark | null,
  { unlocked, hasKeys }: KnownKeys,
): KeyDraft {
  const isThere = (source: string) => unlocked.some((one) => one.key === source);
  // It may have been locked meanwhile.
  if (chosen !== null && (chosen.source === 'typed' || chosen.source === 'new' || isThere(chosen.source)))
    return chosen;
  const start = startKeyDraft(unlocked, hasKeys);
  const own = keyOf(bookmark?.cipher ?? null);
  return own !== null && isThere(own) ? { ...start, source: own } : start;
}
