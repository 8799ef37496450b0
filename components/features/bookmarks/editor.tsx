'use client';

import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { useFragment } from '@/components/common/use-fragment';
import { isModalOpen, useShortcut } from '@/components/common/shortcut';
import {
  closeEditor,
  isEditorSaving,
  openEditor,
  resetEditor,
  useEditorDialog,
} from '@/components/features/bookmarks/editor-store';

const EditorDialog = onDemand(
  () => import('@/components/features/bookmarks/editor-dialog').then((module) => module.EditorDialog),
  <DialogLoading />,
);

/**
 * The form to add or edit a bookmark, over any screen. Ctrl/Cmd+B and `#add` in the URL open it too; the query
 * of that fragment is a shared link.
 */
export function Editor({ isOffline = false }: { isOffline?: boolean }) {
  const { request, id, isOpen } = useEditorDialog();
  // Typed text is not replaced; code that could not be loaded is requested again.
  const add = (shared = '') =>
    isOpen && isModalOpen() && !isEditorSaving() ? undefined : openEditor({ shared });
  useShortcut('mod+b', () => add());
  useFragment('add', add);
  if (request === null) return null;
  return (
    <EditorDialog
      key={id}
      request={request}
      isOffline={isOffline}
      onClose={(isLocked) => (isLocked ? resetEditor() : closeEditor())}
    />
  );
}
