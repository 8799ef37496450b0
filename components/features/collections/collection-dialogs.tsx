'use client';

import type { CollectionRequest } from '@/components/features/collections/collection-requests';
import { DeleteDialog } from '@/components/features/collections/delete-dialog';
import { FormDialog } from '@/components/features/collections/form-dialog';

/** All dialogs of collections, loaded together: who opens one often opens another. */
export function CollectionDialogs({ request, onClose }: { request: CollectionRequest; onClose: () => void }) {
  if (request.kind === 'delete') return <DeleteDialog collection={request.collection} onClose={onClose} />;
  return <FormDialog collection={request.kind === 'edit' ? request.collection : null} onClose={onClose} />;
}
