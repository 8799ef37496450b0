'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { notify } from '@/components/common/notify';
import { useOpened } from '@/components/entities/use-opened';
import { openVaultDialog } from '@/components/entities/vault-store';
import { openEditor, type EditorRequest } from '@/components/features/bookmarks/editor-store';
import { draftOf, emptyDraft, isSameDraft, type Draft } from '@/components/features/bookmarks/editor/draft';
import { keepDraft } from '@/components/features/bookmarks/editor/keep-draft';
import { isOtherKey } from '@/components/features/bookmarks/editor/sealed-body';
import { noRefusal, useEditorRefusal } from '@/components/features/bookmarks/editor/use-editor-refusal';
import { useProtection } from '@/components/features/bookmarks/editor/use-protection';
import { useSaving, type Saving } from '@/components/features/bookmarks/editor/use-saving';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { openedTexts, reveal } from '@/lib/vault/opened';

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
  const [draft, setDraft] = useState(request.draft ?? before);
  const [refusal, setRefusal] = useState(noRefusal);
  const [isPending, setPending] = useState(false);
  const protection = useProtection(bookmark, request.encrypt);
  const refusalOf = useEditorRefusal();
  const prepare = useSaving(bookmark);
  const isChanged = !isSameDraft(draft, before) || protection.isOn !== protection.wasOn;
  const isLocked = useLocking(bookmark?.encrypted === true ? bookmark.uuid : null, () => {
    if (open && isChanged) notify({ message: t('lockedMeanwhile') });
    if (!isPending) onClose(true);
  });

  const notifySaved = (copies: readonly Bookmark[]) => {
    if (copies.length === 0) {
      notify({ message: t(bookmark ? 'saved' : 'added') });
      return;
    }
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
      await send?.();
      notifySaved(saving.key === null ? [] : protection.copies);
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
  const dismiss = () => {
    // It is being encrypted; what is saved cannot be reported as discarded.
    if (isPending) return;
    setOpen(false);
    onClose();
    if (!isChanged) return;
    const kept = keepDraft({ ...request, encrypt: protection.isOn }, draft);
    notify({ message: t('discarded'), action: { label: t('undo'), run: () => openEditor(kept()) } });
  };
  return {
    open,
    setOpen,
    bookmark,
    draft,
    setDraft,
    refusal,
    isPending,
    protection,
    isChanged,
    submit,
    dismiss,
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
