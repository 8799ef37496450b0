import { isLocked } from '@/components/entities/bookmark-text';
import { openVaultDialog } from '@/components/entities/vault-store';
import { openEditor } from '@/components/features/bookmarks/editor-store';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { encryptedRow, decryptedRow } from '@/lib/vault/decrypted';

/** Opens the form for a bookmark; where its words are hidden, its key is asked for first. */
export function editBookmark(bookmark: Bookmark): void {
  const edit = () => openEditor({ bookmark: encryptedRow(bookmark) });
  if (isLocked(decryptedRow(bookmark))) openVaultDialog({ kind: 'unlock', bookmark, then: edit });
  else edit();
}
