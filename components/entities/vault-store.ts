import { createDialogStore } from '@/components/common/dialog-store';
import type { Bookmark } from '@/lib/contract/bookmarks';

/** Requests to open a dialog around encryption, from any feature. */
export type VaultRequest =
  /**
   * Asks for the key of a bookmark, or for any key; `then` runs with the decrypted bookmark once it is
   * unlocked.
   */
  | { readonly kind: 'unlock'; readonly bookmark?: Bookmark; readonly then?: (decrypted: Bookmark) => void }
  /** Encrypts bookmarks that are readable now. */
  | { readonly kind: 'encrypt'; readonly bookmarks: readonly Bookmark[]; readonly then?: () => void }
  /** Makes an encrypted bookmark readable for the server again. */
  | { readonly kind: 'decrypt'; readonly bookmark: Bookmark }
  /** Shows the data that the server stores for a bookmark. */
  | { readonly kind: 'stored'; readonly bookmark: Bookmark };

const store = createDialogStore<VaultRequest>();

export const useVaultDialog = store.useDialog;
export const openVaultDialog = store.open;
export const resetVaultDialog = store.reset;
