'use client';

import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { isModalOpen, useShortcut } from '@/components/common/shortcut';
import {
  closeCollectionDialog,
  isCollectionSaving,
  openCollectionDialog,
  useCollectionDialog,
} from '@/components/features/collections/collection-store';

const FormDialog = onDemand(
  () => import('@/components/features/collections/form-dialog').then((module) => module.FormDialog),
  <DialogLoading />,
);
const ManageDialog = onDemand(
  () => import('@/components/features/collections/manage-dialog').then((module) => module.ManageDialog),
  <DialogLoading />,
);

/** The dialogs of collections, over any screen. Ctrl/Cmd+U opens the form for a new one. */
export function CollectionDialogs() {
  const { request, id, isOpen } = useCollectionDialog();
  // Typed text is not replaced; code that could not be loaded is requested again.
  const add = () =>
    isOpen && isModalOpen() && !isCollectionSaving() ? undefined : openCollectionDialog({ kind: 'create' });
  useShortcut('mod+u', add);
  if (request === null) return null;
  return request.kind === 'create' || request.kind === 'edit' ? (
    <FormDialog
      key={id}
      collection={request.kind === 'edit' ? request.collection : null}
      smartQuery={request.kind === 'create' ? request.smartQuery : undefined}
      onClose={closeCollectionDialog}
    />
  ) : (
    <ManageDialog key={id} request={request} onClose={closeCollectionDialog} />
  );
}
