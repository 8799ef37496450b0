import { createDialogStore } from '@/components/common/dialog-store';
import { isLocked } from '@/components/entities/bookmark-text';
import { openVaultDialog } from '@/components/entities/vault-store';
import type { Draft } from '@/components/entities/bookmark-draft';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { decryptedRow, encryptedRow } from '@/lib/vault/decrypted';

/** Arguments to open the form with. */
export interface EditorRequest {
  /** The bookmark to edit; without one, a new one is added. */
  readonly bookmark?: Bookmark;
  /** Initial url of a new bookmark. */
  readonly url?: string;
  /** Initial values of a new bookmark as the query of a shared link (`lib/domain/shared-link`). */
  readonly shared?: string;
  /** All initial values of a new bookmark. */
  readonly draft?: Draft;
  /** Called once it is saved. */
  readonly onSaved?: () => void;
  /** Initial collections of a new bookmark. */
  readonly collections?: readonly string[];
}

const editor = createDialogStore<EditorRequest>();

export const useEditorDialog = editor.useDialog;
export const closeEditor = editor.close;
export const resetEditor = editor.reset;

export const openEditor = (request: EditorRequest = {}): void => editor.open(request);

/** Opens the form for a bookmark; if its content is locked, its key is requested first. */
export function editBookmark(bookmark: Bookmark): void {
  const edit = () => openEditor({ bookmark: encryptedRow(bookmark) });
  if (isLocked(decryptedRow(bookmark))) openVaultDialog({ kind: 'unlock', bookmark, then: edit });
  else edit();
}
