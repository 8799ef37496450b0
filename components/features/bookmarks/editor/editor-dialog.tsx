'use client';

import { useTranslations } from 'next-intl';
import { editBookmark } from '@/components/features/bookmarks/edit-bookmark';
import type { EditorRequest } from '@/components/features/bookmarks/editor-store';
import { BookmarkForm } from '@/components/features/bookmarks/editor/bookmark-form';
import { useEditor } from '@/components/features/bookmarks/editor/use-editor';
import { Dialog, DialogContent, DialogHeader } from '@/components/ui/dialog';

interface EditorDialogProps {
  request: EditorRequest;
  /** With true, nothing of the form is to stay, since it was locked. */
  onClose: (isLocked?: boolean) => void;
}

/** The form in its dialog. */
export function EditorDialog({ request, onClose }: EditorDialogProps) {
  const t = useTranslations('BookmarkEditor');
  const { open, setOpen, dismiss, question, setDraft, submit, ...form } = useEditor(request, onClose);
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? setOpen(true) : dismiss())}>
      <DialogContent closeLabel={t('close')} aria-describedby={undefined}>
        <DialogHeader title={t(form.bookmark ? 'editHeading' : 'addHeading')} />
        <BookmarkForm
          {...form}
          onChange={setDraft}
          onEditExisting={editBookmark}
          onSubmit={(saving) => void submit(saving)}
        />
      </DialogContent>
      {question}
    </Dialog>
  );
}
