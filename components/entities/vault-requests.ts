import { createRequests } from '@/components/common/requests';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';

/** What the dialogs around encryption are asked for, from any feature. */
export type VaultRequest =
  /** Asks for the key of a bookmark, or of any; `then` runs with the bookmark as it reads once it is open. */
  | { readonly kind: 'unlock'; readonly bookmark?: Bookmark; readonly then?: (opened: Bookmark) => void }
  /** Encrypts bookmarks that are readable now. */
  | { readonly kind: 'encrypt'; readonly bookmarks: readonly Bookmark[]; readonly then?: () => void }
  /** Makes an encrypted bookmark readable for the server again. */
  | { readonly kind: 'decrypt'; readonly bookmark: Bookmark }
  /** Shows what the server sees of a bookmark. */
  | { readonly kind: 'stored'; readonly bookmark: Bookmark };

const requests = createRequests<VaultRequest>();

/** Whoever hosts the dialogs (`VaultHost`) loads them with the first request. */
export const askVault = (request: VaultRequest): void => requests.ask(request);
export const onVaultRequest = requests.onRequest;
