import { createRequests } from '@/components/common/requests';
import type { Collection } from '@/lib/contract/schemas/collection';

/** What a collection dialog is opened for. */
export type CollectionRequest =
  /** With `smartQuery`, one that gathers by itself what this text in the grammar of search finds. */
  | { readonly kind: 'create'; readonly smartQuery?: string }
  | { readonly kind: 'edit' | 'share' | 'merge' | 'move' | 'delete'; readonly collection: Collection };

const requests = createRequests<CollectionRequest>();

/** Opens a dialog. Whoever hosts it (`CollectionHost`) loads it with the first request. */
export const openCollectionDialog = requests.ask;

/**
 * Opens the form for a smart collection that gathers what `smartQuery` finds, to be named and saved. Other features are
 * handed it by the screen that shows them (`app/`), as they may not import it.
 */
export const requestCollectionForm = ({ smartQuery }: { smartQuery: string }): void =>
  openCollectionDialog({ kind: 'create', smartQuery });
export const onCollectionRequest = requests.onRequest;
