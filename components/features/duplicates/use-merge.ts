'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { notify } from '@/components/common/notify';
import { ApiProblem } from '@/lib/api-client/api-problem';
import type { Input } from '@/lib/contract';
import { bookmarkBulk } from '@/lib/queries/bookmark-bulk';
import { duplicateMutations, duplicateQueries } from '@/lib/queries/duplicates';

/** Takes a merge back; tells when that fails. */
function useUndo(): (undo: string) => Promise<unknown> {
  const t = useTranslations('Duplicates');
  const { mutateAsync } = useMutation({ ...bookmarkBulk.undo(), meta: { failure: t('undoFailed') } });
  return (undo) => mutateAsync({ params: { uuid: undo } });
}

interface Turns {
  /** The group is there after all: it could not be merged, or the merge was taken back. */
  readonly onBack: () => void;
}

/** Merges a group, and says so with a way back. */
export function useMerge({ onBack }: Turns): (body: Input<'bookmarks.merge'>['body']) => Promise<void> {
  const t = useTranslations('Duplicates');
  const client = useQueryClient();
  const takeBack = useUndo();
  const { mutateAsync } = useMutation(duplicateMutations.merge());
  return async (body) => {
    try {
      const { bookmark, undo } = await mutateAsync({ body });
      notify({
        message: t('merged', { title: bookmark.title || t('untitled') }),
        ...(undo !== null && {
          action: { label: t('undo'), run: () => void takeBack(undo).then(onBack, () => undefined) },
        }),
      });
    } catch (failure) {
      const isGone = failure instanceof ApiProblem && failure.code === 'NOT_FOUND';
      if (isGone) void client.invalidateQueries({ queryKey: duplicateQueries.list().queryKey });
      notify({ message: t(isGone ? 'gone' : 'mergeFailed'), tone: 'bad' });
      onBack();
    }
  };
}

/** Merges every group of the space; rejects when that fails. */
export function useMergeAll(): (keep: 'oldest' | 'newest') => Promise<void> {
  const t = useTranslations('Duplicates');
  const takeBack = useUndo();
  const { mutateAsync } = useMutation({
    ...duplicateMutations.mergeAll(),
    meta: { failure: t('mergeFailed') },
  });
  return async (keep) => {
    const { affected, undo } = await mutateAsync({ body: { keep } });
    notify({
      message: t('mergeAllDone', { count: affected }),
      durationMs: 10_000,
      ...(undo !== null && {
        action: { label: t('undo'), run: () => void takeBack(undo).catch(() => undefined) },
      }),
    });
  };
}
