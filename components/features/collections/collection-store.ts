import { createDialogStore } from '@/components/common/dialog-store';
import type { Collection } from '@/lib/contract/collections';

/** Requests to open a collection dialog. */
export type CollectionRequest =
  /** With `smartQuery`, a smart collection that matches this query of the search grammar. */
  | { readonly kind: 'create'; readonly smartQuery?: string }
  | { readonly kind: 'edit'; readonly collection: Collection }
  | { readonly kind: 'share' | 'merge' | 'move' | 'delete'; readonly collection: Collection };

const store = createDialogStore<CollectionRequest>();

export const useCollectionDialog = store.useDialog;
export const openCollectionDialog = store.open;
export const closeCollectionDialog = store.close;
export const isCollectionSaving = store.isSaving;
export const startCollectionSave = store.startSave;
export const endCollectionSave = store.endSave;
