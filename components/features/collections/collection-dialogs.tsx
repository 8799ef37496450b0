'use client';

import dynamic from 'next/dynamic';
import { DialogLoading, LoadBoundary } from '@/components/common/load-boundary';
import { useShortcut } from '@/components/common/use-shortcut';
import {
  closeCollectionDialog,
  openCollectionDialog,
  useCollectionDialog,
} from '@/components/features/collections/collection-store';

const FormDialog = dynamic(
  () => import('@/components/features/collections/form-dialog').then((module) => module.FormDialog),
  { ssr: false, loading: DialogLoading },
);
const ManageDialog = dynamic(
  () => import('@/components/features/collections/manage-dialog').then((module) => module.ManageDialog),
  { ssr: false, loading: DialogLoading },
);

/** The dialogs of collections, over any screen. Ctrl/Cmd+U opens the form for a new one. */
export function CollectionDialogs() {
  const { request, id, isOpen } = useCollectionDialog();
  useShortcut('mod+u', () => (isOpen ? undefined : openCollectionDialog({ kind: 'create' })));
  if (request === null) return null;
  return (
    <LoadBoundary key={id}>
      {request.kind === 'create' || request.kind === 'edit' ? (
        <FormDialog
          collection={request.kind === 'edit' ? request.collection : null}
          smartQuery={request.kind === 'create' ? request.smartQuery : undefined}
          onClose={closeCollectionDialog}
        />
      ) : (
        <ManageDialog request={request} onClose={closeCollectionDialog} />
      )}
    </LoadBoundary>
  );
}
