'use client';

import { useEffect, useEffectEvent } from 'react';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { fragmentNamed, useFragment } from '@/components/common/use-fragment';
import { isModalOpen, isTypingTarget, useShortcut } from '@/components/common/shortcut';
import { closeEditor, openEditor, resetEditor, useEditorDialog } from '@/components/entities/editor-store';

const EditorDialog = onDemand(
  () => import('@/components/features/editor/editor-dialog').then((module) => module.EditorDialog),
  <DialogLoading />,
);

/**
 * The form to add or edit a bookmark, over any screen. Ctrl/Cmd+B, `#add` in the URL and an address that is
 * pasted on the page open it too; the query of that fragment is a shared link.
 */
export function Editor({ isOffline = false }: { isOffline?: boolean }) {
  const { request, id, isOpen } = useEditorDialog();
  // Typed text is not replaced; code that could not be loaded is requested again.
  const add = (shared = '') => (isOpen && isModalOpen() ? undefined : openEditor({ shared }));
  useShortcut('mod+b', () => add());
  useFragment(fragmentNamed('add'), add);
  usePastedAddress((url) => openEditor({ url }));
  const close = (isLocked?: boolean) => {
    // A form that was hidden while it was being saved does not close its successor.
    if (useEditorDialog.getState().id !== id) return;
    if (isLocked) resetEditor();
    else closeEditor();
  };
  if (request === null) return null;
  return <EditorDialog key={id} {...{ request, isOpen, isOffline }} onClose={close} />;
}

const address = /https?:\/\/[^\s/]|^\s*[^\s/@:]+\.[a-z]{2,}(?::\d+)?(?:[/?#]\S*)?\s*$/i;

/** Calls `open` with text that has an address and is pasted outside of fields and dialogs. */
function usePastedAddress(open: (text: string) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || isTypingTarget(event.target) || isModalOpen()) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!address.test(text)) return;
    event.preventDefault();
    open(text);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event);
    window.addEventListener('paste', listener);
    return () => window.removeEventListener('paste', listener);
  }, []);
}
