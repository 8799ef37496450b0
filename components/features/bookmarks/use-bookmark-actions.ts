'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { copyText } from '@/components/common/copy-text';
import { notify } from '@/components/common/notify';
import { useUndoToast } from '@/components/common/use-undo-toast';
import { bookmarkMutations, readMarks } from '@/lib/api/bookmarks';
import type { FlagName } from '@/lib/bookmark/fields';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { encryptedRow } from '@/lib/vault/decrypted';

export interface BookmarkActions {
  /** Records that the link was opened. */
  visit: (bookmark: Bookmark) => void;
  setMark: (bookmark: Bookmark, name: FlagName, value: boolean) => void;
  /** Marks it as read, which removes it from "Read later", or as unread. */
  setRead: (bookmark: Bookmark, isRead: boolean) => void;
  /** Moves it to the trash at once, with a toast to undo it. */
  trash: (bookmark: Bookmark) => void;
  restore: (bookmark: Bookmark) => void;
  /** Erases it permanently; the caller has asked for confirmation. Rejects on failure. */
  erase: (bookmark: Bookmark) => Promise<unknown>;
  copyLink: (bookmark: Bookmark) => void;
}

/** Actions on one bookmark; failures show a toast and roll back the optimistic update. */
export function useBookmarkActions(): BookmarkActions {
  const t = useTranslations('Bookmarks');
  const { mutate: visit } = useMutation(bookmarkMutations.visit());
  const { mutate: favorite } = useMutation({
    ...bookmarkMutations.favorite(),
    meta: { failure: t('favoriteFailed') },
  });
  const { mutate: mark } = useMutation({
    ...bookmarkMutations.mark(),
    meta: { failure: t('markFailed') },
  });
  const { mutate: remove, mutateAsync: removeAsync } = useMutation({
    ...bookmarkMutations.delete(),
    meta: { failure: t('deleteFailed') },
  });
  const { mutate: restore } = useMutation({
    ...bookmarkMutations.restore(),
    meta: { failure: t('restoreFailed') },
  });
  const { mutate: undoTrash } = useMutation({
    ...bookmarkMutations.restore(),
    meta: { failure: t('restoreFailed'), keepsUndo: true },
  });

  // The same object until the language changes, so that rows that receive its functions are not rendered again.
  return useMemo(() => {
    // Decrypted texts stay out of the caches, which store variables together with the bookmark.
    const on = (bookmark: Bookmark) => ({
      params: { uuid: bookmark.uuid },
      bookmark: encryptedRow(bookmark),
    });
    return {
      // A failure to count a visit is not worth interrupting the user.
      visit: (bookmark) => visit(on(bookmark)),
      setMark: (bookmark, name, value) => {
        if (name === 'favorite') favorite({ ...on(bookmark), body: { favorite: value } });
        else mark({ ...on(bookmark), body: { [name]: value } });
      },
      setRead: (bookmark, isRead) => mark({ ...on(bookmark), body: readMarks(isRead) }),
      trash: (bookmark) => {
        remove(on(bookmark));
        notify({
          message: t('movedToTrash'),
          undo: () => undoTrash(on(bookmark)),
        });
      },
      restore: (bookmark) => {
        restore(on(bookmark));
        notify({ message: t('restored') });
      },
      erase: async (bookmark) => {
        await removeAsync({ ...on(bookmark), query: { permanent: true } });
        notify({ message: t('erased') });
      },
      copyLink: (bookmark) => {
        void copyText(bookmark.url ?? '').then((isCopied) =>
          notify(isCopied ? { message: t('linkCopied') } : { message: t('copyFailed'), tone: 'bad' }),
        );
      },
    };
  }, [visit, favorite, mark, remove, removeAsync, restore, undoTrash, t]);
}

/** Returns a function that undoes a change to many bookmarks, and reports the outcome. */
export function useUndo(): (undo: string) => void {
  const t = useTranslations('Bookmarks');
  const run = useUndoToast();
  const { mutateAsync } = useMutation(bookmarkMutations.undo());
  return (uuid) =>
    void run(
      (onProgress) => mutateAsync({ params: { uuid }, onProgress }),
      ({ affected }) => t('undone', { count: affected }),
    );
}

/** Undoes a change after its response; a refused change is ignored. */
export async function undoOnce(
  reply: Promise<{ undo: string | null }>,
  undoChange: (undo: string) => void,
): Promise<void> {
  const { undo } = await reply.catch(() => ({ undo: null }));
  if (undo !== null) undoChange(undo);
}
