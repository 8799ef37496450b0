import { createRequests } from '@/components/common/requests';
import type { Collection } from '@/lib/contract/schemas/collection';

/** What a collection dialog is opened for. */
export type CollectionRequest =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'merge' | 'move' | 'delete'; readonly collection: Collection };

const requests = createRequests<CollectionRequest>();

/** Opens a dialog. Whoever hosts it (`CollectionHost`) loads it with the first request. */
export const openCollectionDialog = requests.ask;
export const onCollectionRequest = requests.onRequest;
