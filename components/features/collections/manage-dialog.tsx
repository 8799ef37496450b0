'use client';

import type { CollectionRequest } from '@/components/features/collections/collection-store';
import { DeleteDialog } from '@/components/features/collections/delete-dialog';
import { MergeDialog } from '@/components/features/collections/merge-dialog';
import { MoveDialog } from '@/components/features/collections/move-dialog';
import { ShareDialog } from '@/components/features/collections/sharing/share-dialog';

type ManageRequest = Extract<CollectionRequest, { kind: 'share' | 'merge' | 'move' | 'delete' }>;

interface ManageDialogProps {
  request: ManageRequest;
  onClose: () => void;
}

/** What is done to an existing collection beside editing it: one chunk, as these dialogs follow each other. */
export function ManageDialog({ request: { kind, collection }, onClose }: ManageDialogProps) {
  switch (kind) {
    case 'share':
      return <ShareDialog collection={collection} onClose={onClose} />;
    case 'merge':
      return <MergeDialog collection={collection} onClose={onClose} />;
    case 'move':
      return <MoveDialog collection={collection} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog collection={collection} onClose={onClose} />;
  }
}
