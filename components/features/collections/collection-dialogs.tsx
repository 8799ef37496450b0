'use client';

import { useShortcut } from '@/components/common/use-shortcut';
import {
  closeCollectionDialog,
  openCollectionDialog,
  useCollectionDialog,
  type CollectionRequest,
} from '@/components/features/collections/collection-store';
import { DeleteDialog } from '@/components/features/collections/delete-dialog';
import { FormDialog } from '@/components/features/collections/form-dialog';
import { MergeDialog } from '@/components/features/collections/merge-dialog';
import { MoveDialog } from '@/components/features/collections/move-dialog';
import { ShareDialog } from '@/components/features/collections/sharing/share-dialog';

/** The dialogs of collections, over any screen. Ctrl/Cmd+U opens the form for a new one. */
export function CollectionDialogs() {
  const { request, id, isOpen } = useCollectionDialog();
  useShortcut('mod+u', () => (isOpen ? undefined : openCollectionDialog({ kind: 'create' })));
  if (request === null) return null;
  return <RequestedDialog key={id} request={request} onClose={closeCollectionDialog} />;
}

function RequestedDialog({ request, onClose }: { request: CollectionRequest; onClose: () => void }) {
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
