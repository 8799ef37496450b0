'use client';

import { useMutation } from '@tanstack/react-query';
import { useUndoToast } from '@/components/common/use-undo-toast';
import { bookmarkBulk } from '@/lib/queries/bookmark-bulk';

/** Longer than other toasts: a whole collection is worth a second look. */
export const undoMs = 10_000;

/** Undoes a change to a collection by the id that was sent with it. */
export function useUndoCollection(): (undo: string) => void {
  const run = useUndoToast();
  const { mutateAsync } = useMutation(bookmarkBulk.undo());
  return (uuid) => void run((onProgress) => mutateAsync({ params: { uuid }, onProgress }));
}
