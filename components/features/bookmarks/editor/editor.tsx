'use client';

import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { useFragment } from '@/components/common/use-fragment';
import { useShortcut } from '@/components/common/use-shortcut';
import {
  closeEditor,
  openEditor,
  resetEditor,
  useEditorDialog,
} from '@/components/features/bookmarks/editor-store';

const EditorDialog = onDemand(
  () => import('@/components/features/bookmarks/editor/editor-dialog').then((module) => module.EditorDialog),
  <DialogLoading />,
);

/** The form to add or edit a bookmark, over any screen. Ctrl/Cmd+B and `#add` in the address open it too. */
export function Editor() {
  const { request, id, isOpen } = useEditorDialog();
  // What is being typed is not replaced by an empty form.
  const add = () => (isOpen ? undefined : openEditor());
  useShortcut('mod+b', add);
  useFragment('add', add);
  if (request === null) return null;
  return (
    <EditorDialog
      key={id}
      request={request}
      onClose={(isLocked) => (isLocked ? resetEditor() : closeEditor())}
    />
  );
}
