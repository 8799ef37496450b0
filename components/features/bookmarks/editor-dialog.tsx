'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { holdUndo, notify } from '@/components/common/notify';
import { useUndoToast } from '@/components/common/use-undo-toast';
import { useUnsaved } from '@/components/common/use-unsaved';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { openVaultDialog } from '@/components/entities/vault-store';
import { BookmarkForm } from '@/components/features/bookmarks/bookmark-form';
import { draftOf, emptyDraft, isSameDraft, type Draft } from '@/components/features/bookmarks/draft';
import { editBookmark } from '@/components/features/bookmarks/edit-bookmark';
import type { EditorRequest } from '@/components/features/bookmarks/editor-store';
import { isOtherKey } from '@/components/features/bookmarks/encrypted-body';
import {
  noRefusal,
  useEditorRefusal,
  useSaving,
  type Saving,
  type Send,
} from '@/components/features/bookmarks/use-saving';
import { useProtection } from '@/components/features/bookmarks/use-protection';
import { Dialog, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { bookmarkMutations } from '@/lib/api/bookmarks';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { parseSharedLink } from '@/lib/domain/shared-link';
import { encryptedRow, decryptedTexts, decryptedRow } from '@/lib/vault/decrypted';

interface Begin {
  readonly bookmark: EditorRequest['bookmark'];
  readonly draft: Draft;
}

/** The bookmark as it reads, and what stands in the form before anything is typed. */
function beginOf({ bookmark, url, shared = '', collections = [], draft }: EditorRequest): Begin {
  const shown = bookmark && decryptedRow(bookmark);
  const link = parseSharedLink(shared);
  const added = draft ?? { ...emptyDraft, ...link, url: url ?? link.url, collections };
  return { bookmark: shown, draft: shown ? draftOf(shown) : added };
}

/**
 * What happens in the form. It closes when it is sent, since the list shows the result at once; when the service
 * refuses, it comes back as it was, with the reason. When the key of its bookmark is locked, it is gone.
 */
function useEditor(request: EditorRequest, onClose: (isLocked?: boolean) => void) {
  const t = useTranslations('BookmarkEditor');
  const [{ bookmark = null, draft: before }] = useState(() => beginOf(request));
  const [open, setOpen] = useState(true);
  const [draft, setDraft] = useState(before);
  const [refusal, setRefusal] = useState(noRefusal);
  const [isPending, setPending] = useState(false);
  const protection = useProtection(bookmark, request.encrypt);
  const refusalOf = useEditorRefusal();
  const prepare = useSaving(bookmark);
  const add = useAdding();
  const isChanged = !isSameDraft(draft, before) || protection.isOn !== protection.wasOn;
  const isLocked = useLocking(bookmark?.encrypted === true ? bookmark.uuid : null, () => {
    if (open && isChanged) notify({ message: t('lockedMeanwhile') });
    if (!isPending) onClose(true);
  });

  const offerCopies = (copies: readonly Bookmark[]) => {
    const run = () => openVaultDialog({ kind: 'encrypt', bookmarks: copies });
    notify({
      message: t('savedWithCopies', { count: copies.length }),
      action: { label: t('encryptCopies', { count: copies.length }), run },
    });
  };
  const submit = async (saving: Saving) => {
    setPending(true);
    setRefusal(noRefusal);
    try {
      const isWorth = bookmark === null || isChanged || isOtherKey(saving.key, bookmark);
      const send = isWorth ? await prepare(saving) : null;
      protection.forget();
      setOpen(false);
      const copies = saving.key === null ? [] : protection.copies;
      if (bookmark === null && send !== null) await add(send, t('added'));
      else {
        await send?.();
        if (copies.length === 0) notify({ message: t('saved') });
      }
      request.onSaved?.();
      if (copies.length > 0) offerCopies(copies);
      // What was encrypted stands in no form any more.
      onClose(saving.key !== null || isLocked());
    } catch (failure) {
      const why = refusalOf(failure);
      // Its words are not to come back on a screen that was locked meanwhile.
      if (isLocked()) {
        notify({ message: why.form ?? t('failed'), tone: 'bad' });
        onClose(true);
        return;
      }
      setRefusal(why);
      setOpen(true);
    } finally {
      setPending(false);
    }
  };
  const { close, question } = useUnsaved(open && isChanged && !isPending, () => {
    setOpen(false);
    // What was typed is not kept.
    onClose(isChanged);
  });
  // While it is being encrypted it can no longer be discarded.
  const dismiss = () => (isPending ? undefined : close());
  return {
    open,
    setOpen,
    bookmark,
    draft,
    setDraft,
    refusal,
    isPending,
    protection,
    submit,
    dismiss,
    question,
  };
}

/** Adds a bookmark and offers to undo that from the moment it is sent; what was added leaves no trace in the trash. */
function useAdding(): (send: Send, message: string) => Promise<void> {
  const run = useUndoToast();
  const { mutateAsync: remove } = useMutation(bookmarkMutations.delete());
  return async (send, message) => {
    const reply = send();
    const erase = async () => {
      const saved = await reply;
      const on = { params: { uuid: saved.uuid }, bookmark: encryptedRow(saved) };
      await remove({ ...on, query: { permanent: true } });
    };
    const undo = () =>
      // A refusal reopens the form with the reason.
      void reply.then(
        () => run(erase),
        () => undefined,
      );
    const pending = holdUndo(undo);
    try {
      await reply;
      pending.notify({ message, undo });
    } catch (failure) {
      pending.drop();
      throw failure;
    }
  };
}

/** Calls `onLock` when an opened bookmark is hidden again; answers whether it is. */
function useLocking(uuid: string | null, onLock: () => void): () => boolean {
  const decrypted = useDecrypted();
  const lock = useEffectEvent(onLock);
  const isHidden = uuid !== null && !decrypted.has(uuid);
  useEffect(() => {
    if (isHidden) lock();
  }, [isHidden]);
  return () => uuid !== null && !decryptedTexts().has(uuid);
}

interface EditorDialogProps {
  request: EditorRequest;
  /** Without what needs the server: encryption, new collections and the text of the page. */
  isOffline: boolean;
  /** With true, nothing of the form is to stay, since it was locked. */
  onClose: (isLocked?: boolean) => void;
}

/** The form in its dialog. */
export function EditorDialog({ request, isOffline, onClose }: EditorDialogProps) {
  const t = useTranslations('BookmarkEditor');
  const { open, setOpen, dismiss, question, setDraft, submit, ...form } = useEditor(request, onClose);
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? setOpen(true) : dismiss())}>
      <DialogContent closeLabel={t('close')} aria-describedby={undefined}>
        <DialogHeader title={t(form.bookmark ? 'editHeading' : 'addHeading')} />
        <BookmarkForm
          {...form}
          isOffline={isOffline}
          onChange={setDraft}
          onEditExisting={editBookmark}
          onSubmit={(saving) => void submit(saving)}
        />
      </DialogContent>
      {question}
    </Dialog>
  );
}
