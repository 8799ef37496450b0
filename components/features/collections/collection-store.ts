import { createDialogStore } from '@/components/common/dialog-store';
import type { Collection } from '@/lib/contract/collections';

/** What a collection dialog is opened for. */
export type CollectionRequest =
  /** With `smartQuery`, a smart collection of what this query of the search grammar matches. */
  | { readonly kind: 'create'; readonly smartQuery?: string }
  | { readonly kind: 'edit'; readonly collection: Collection }
  | { readonly kind: 'share' | 'merge' | 'move' | 'delete'; readonly collection: Collection };

const store = createDialogStore<CollectionRequest>();

export const useCollectionDialog = store.useDialog;
export const openCollectionDialog = store.open;
export const closeCollectionDialog = store.close;
