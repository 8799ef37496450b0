'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { notify } from '@/components/common/notify';
import { reportChange } from '@/components/common/report-change';
import { useUndoToast } from '@/components/common/use-undo-toast';
import { ApiProblem } from '@/lib/api/problem';
import type { Input } from '@/lib/contract';
import { bookmarkMutations } from '@/lib/api/bookmarks';
import { duplicateMutations, duplicateQueries } from '@/lib/api/duplicates';

/** Returns a function that undoes a merge; it resolves to whether it is undone. */
function useUndo(): (undo: string) => Promise<boolean> {
  const run = useUndoToast();
  const { mutateAsync } = useMutation(bookmarkMutations.undo());
  return (uuid) => run((onProgress) => mutateAsync({ params: { uuid }, onProgress }));
}

interface MergeCallbacks {
  /** Called when the group exists again: it could not be merged, or the merge was undone. */
  readonly onBack: () => void;
}

/** Returns a function that merges a group, and shows a toast with an undo button. */
export function useMerge({
  onBack,
}: MergeCallbacks): (body: Input<'bookmarks.merge'>['body']) => Promise<void> {
  const t = useTranslations('Duplicates');
  const client = useQueryClient();
  const undoMerge = useUndo();
  const { mutateAsync } = useMutation(duplicateMutations.merge());
  return async (body) => {
    try {
      await reportChange(mutateAsync({ body }), ({ bookmark, undo }) => ({
        message: t('merged', { title: bookmark.title || t('untitled') }),
        ...(undo !== null && {
          undo: () => void undoMerge(undo).then((isUndone) => (isUndone ? onBack() : undefined)),
        }),
      }));
    } catch (failure) {
      const isGone = failure instanceof ApiProblem && failure.code === 'NOT_FOUND';
      if (isGone) void client.invalidateQueries({ queryKey: duplicateQueries.list().queryKey });
      notify({ message: t(isGone ? 'gone' : 'mergeFailed'), tone: 'bad' });
      onBack();
    }
  };
}

/** Returns a function that merges every group of the space; it rejects on failure. */
export function useMergeAll(): (keep: 'oldest' | 'newest') => Promise<void> {
  const t = useTranslations('Duplicates');
  const undoMerge = useUndo();
  const { mutateAsync } = useMutation({
    ...duplicateMutations.mergeAll(),
    meta: { failure: t('mergeFailed') },
  });
  return async (keep) => {
    await reportChange(mutateAsync({ body: { keep } }), ({ affected, undo }) => ({
      message: t('mergeAllDone', { count: affected }),
      durationMs: 10_000,
      ...(undo !== null && {
        undo: () => void undoMerge(undo),
      }),
    }));
  };
}
