import { isLocked } from '@/components/entities/bookmark-text';
import { openVaultDialog } from '@/components/entities/vault-store';
import { openEditor } from '@/components/features/bookmarks/editor-store';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { encryptedRow, decryptedRow } from '@/lib/vault/decrypted';

/** Opens the form for a bookmark; if its content is locked, its key is requested first. */
export function editBookmark(bookmark: Bookmark): void {
  const edit = () => openEditor({ bookmark: encryptedRow(bookmark) });
  if (isLocked(decryptedRow(bookmark))) openVaultDialog({ kind: 'unlock', bookmark, then: edit });
  else edit();
}
