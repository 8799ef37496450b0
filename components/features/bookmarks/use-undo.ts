'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useUndoToast } from '@/components/common/use-undo-toast';
import { bookmarkMutations } from '@/lib/api/bookmarks';

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
