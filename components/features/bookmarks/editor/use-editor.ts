'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { holdUndo, notify } from '@/components/common/notify';
import { useUndoToast } from '@/components/common/use-undo-toast';
import { useUnsaved } from '@/components/common/use-unsaved';
import { useOpened } from '@/components/entities/use-opened';
import { openVaultDialog } from '@/components/entities/vault-store';
import type { EditorRequest } from '@/components/features/bookmarks/editor-store';
import { draftOf, emptyDraft, isSameDraft, type Draft } from '@/components/features/bookmarks/editor/draft';
import { isOtherKey } from '@/components/features/bookmarks/editor/sealed-body';
import { noRefusal, useEditorRefusal } from '@/components/features/bookmarks/editor/use-editor-refusal';
import { useProtection } from '@/components/features/bookmarks/editor/use-protection';
import { useSaving, type Saving, type Send } from '@/components/features/bookmarks/editor/use-saving';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { bookmarkMutations } from '@/lib/queries/bookmarks';
import { conceal, openedTexts, reveal } from '@/lib/vault/opened';

interface Begin {
  readonly bookmark: EditorRequest['bookmark'];
  readonly draft: Draft;
}

/** The bookmark as it reads, and what stands in the form before anything is typed. */
function beginOf({ bookmark, url = '', collections = [] }: EditorRequest): Begin {
  const shown = bookmark && reveal(bookmark);
  return { bookmark: shown, draft: shown ? draftOf(shown) : { ...emptyDraft, url, collections } };
}

/**
 * What happens in the form. It closes when it is sent, since the list shows the result at once; when the service
 * refuses, it comes back as it was, with the reason. When the key of its bookmark is locked, it is gone.
 */
export function useEditor(request: EditorRequest, onClose: (isLocked?: boolean) => void) {
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
      const on = { params: { uuid: saved.uuid }, bookmark: conceal(saved) };
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
  const opened = useOpened();
  const lock = useEffectEvent(onLock);
  const isHidden = uuid !== null && !opened.has(uuid);
  useEffect(() => {
    if (isHidden) lock();
  }, [isHidden]);
  return () => uuid !== null && !openedTexts().has(uuid);
}
