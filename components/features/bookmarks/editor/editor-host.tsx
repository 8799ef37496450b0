'use client';

import { Suspense, useEffect, useState } from 'react';
import { lazyFeature } from '@/components/common/lazy-feature';
import { useFragment } from '@/components/common/use-fragment';
import { useShortcut } from '@/components/common/use-shortcut';
import {
  onEditorRequest,
  openEditor,
  type EditorRequest,
} from '@/components/features/bookmarks/editor-requests';

const EditorDialog = lazyFeature(
  async () => ({
    default: (await import('@/components/features/bookmarks/editor/editor-dialog')).EditorDialog,
  }),
  ['BookmarkEditor', 'Suggestions', 'Keys'],
);

interface Opened {
  readonly request: EditorRequest;
  readonly id: number;
  readonly isOpen: boolean;
}

/** Stands once in the layout and opens the form: for whoever asks, for Ctrl/Cmd+B, and for `#add` in the address. */
export function EditorHost() {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(
    () =>
      onEditorRequest((request) => setOpened((now) => ({ request, id: (now?.id ?? 0) + 1, isOpen: true }))),
    [],
  );
  // What is being typed is not thrown away for an empty form.
  const add = () => (opened?.isOpen ? undefined : openEditor());
  useShortcut('mod+b', add);
  useFragment('add', add);
  if (opened === null) return null;
  return (
    <Suspense fallback={null}>
      <EditorDialog
        key={opened.id}
        request={opened.request}
        onClose={(isLocked) => setOpened((now) => (isLocked ? null : now && { ...now, isOpen: false }))}
      />
    </Suspense>
  );
}
