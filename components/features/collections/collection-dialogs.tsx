'use client';

import { lazyFeature } from '@/components/common/lazy-feature';
import type { CollectionRequest } from '@/components/features/collections/collection-requests';
import { DeleteDialog } from '@/components/features/collections/delete-dialog';
import { FormDialog } from '@/components/features/collections/form-dialog';
import { MergeDialog } from '@/components/features/collections/merge-dialog';
import { MoveDialog } from '@/components/features/collections/move-dialog';

const ShareDialog = lazyFeature(
  async () => ({
    default: (await import('@/components/features/collections/sharing/share-dialog')).ShareDialog,
  }),
  ['Sharing'],
);

/** All dialogs of collections, loaded together: who opens one often opens another. Sharing is for few. */
export function CollectionDialogs({ request, onClose }: { request: CollectionRequest; onClose: () => void }) {
  switch (request.kind) {
    case 'create':
      return <FormDialog collection={null} smartQuery={request.smartQuery} onClose={onClose} />;
    case 'edit':
      return <FormDialog collection={request.collection} onClose={onClose} />;
    case 'share':
      return <ShareDialog collection={request.collection} onClose={onClose} />;
    case 'merge':
      return <MergeDialog collection={request.collection} onClose={onClose} />;
    case 'move':
      return <MoveDialog collection={request.collection} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog collection={request.collection} onClose={onClose} />;
  }
}
