'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { notify } from '@/components/common/notify';
import { ApiProblem } from '@/lib/api-client/api-problem';
import { bookmarkBulk } from '@/lib/queries/bookmark-bulk';

/** Takes a change to many bookmarks back, and says how that went. */
export function useUndo(): (undo: string) => void {
  const t = useTranslations('BookmarkSelection');
  const { mutateAsync } = useMutation(bookmarkBulk.undo());
  return (undo) => {
    mutateAsync({ params: { uuid: undo } }).then(
      ({ affected }) => notify({ message: t('undone', { count: affected }) }),
      (failure: unknown) => {
        const isGone = failure instanceof ApiProblem && failure.code === 'NOT_FOUND';
        notify({ message: t(isGone ? 'undoGone' : 'undoFailed'), tone: 'bad' });
      },
    );
  };
}
