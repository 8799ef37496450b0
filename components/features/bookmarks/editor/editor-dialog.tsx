'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { v7 as newUuid } from 'uuid';
import { notify } from '@/components/common/notify';
import { openEditor, type EditorRequest } from '@/components/features/bookmarks/editor-requests';
import { BookmarkForm } from '@/components/features/bookmarks/editor/bookmark-form';
import {
  createBody,
  draftOf,
  emptyDraft,
  isSameDraft,
  updateBody,
  type Draft,
} from '@/components/features/bookmarks/editor/draft';
import { noRefusal, useEditorRefusal } from '@/components/features/bookmarks/editor/use-editor-refusal';
import { Dialog, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { bookmarkEditing } from '@/lib/queries/bookmark-editing';
import { collectionQueries } from '@/lib/queries/collections';

const draftFor = ({ bookmark, url = '', collections = [] }: EditorRequest): Draft =>
  bookmark ? draftOf(bookmark) : { ...emptyDraft, url, collections };

interface EditorDialogProps {
  request: EditorRequest;
  onClose: () => void;
}

/**
 * The form in its dialog. It closes when it is sent, since the list shows the result at once; when the service refuses,
 * it comes back as it was, with the reason.
 */
export function EditorDialog({ request, onClose }: EditorDialogProps) {
  const t = useTranslations('BookmarkEditor');
  const { bookmark = null } = request;
  const [open, setOpen] = useState(true);
  const [draft, setDraft] = useState(() => request.draft ?? draftFor(request));
  const [uuid] = useState(() => newUuid());
  const [refusal, setRefusal] = useState(noRefusal);
  const refusalOf = useEditorRefusal();
  const { mutateAsync: create } = useMutation(bookmarkEditing.create());
  const { mutateAsync: update } = useMutation(bookmarkEditing.update());
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  const isChanged = !isSameDraft(draft, draftFor(request));

  const send = (sent: Draft, force: boolean): Promise<unknown> => {
    if (bookmark === null) return create({ body: createBody(sent, uuid, force) });
    const body = updateBody(sent, bookmark, defaultCollection);
    return update({ params: { uuid: bookmark.uuid }, body, bookmark });
  };
  const submit = async (sent: Draft, { force }: { force: boolean }) => {
    setOpen(false);
    try {
      if (bookmark === null || isChanged) await send(sent, force);
      notify({ message: t(bookmark ? 'saved' : 'added') });
      onClose();
    } catch (failure) {
      setRefusal(refusalOf(failure));
      setOpen(true);
    }
  };
  const dismiss = () => {
    setOpen(false);
    onClose();
    if (!isChanged) return;
    notify({
      message: t('discarded'),
      action: { label: t('undo'), run: () => openEditor({ ...request, draft }) },
    });
  };

  return (
    <Dialog open={open} onOpenChange={(next) => (next ? setOpen(true) : dismiss())}>
      <DialogContent closeLabel={t('close')} locked={isChanged} aria-describedby={undefined}>
        <DialogHeader title={t(bookmark ? 'editHeading' : 'addHeading')} />
        <BookmarkForm
          draft={draft}
          onChange={setDraft}
          bookmark={bookmark}
          refusal={refusal}
          onEditExisting={(existing) => openEditor({ bookmark: existing })}
          onSubmit={(sent, options) => void submit(sent, options)}
        />
      </DialogContent>
    </Dialog>
  );
}
