import type { Collection } from '@/lib/contract/schemas/collection';

/** What a collection dialog is opened for. */
export type CollectionRequest =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly collection: Collection }
  | { readonly kind: 'delete'; readonly collection: Collection };

const listeners = new Set<(request: CollectionRequest) => void>();

/** Opens a dialog. Whoever hosts it (`CollectionHost`) loads it with the first request. */
export function openCollectionDialog(request: CollectionRequest): void {
  for (const listener of listeners) listener(request);
}

export function onCollectionRequest(listener: (request: CollectionRequest) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
