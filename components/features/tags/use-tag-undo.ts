'use client';

import { useMutation } from '@tanstack/react-query';
import { notify } from '@/components/common/notify';
import { useUndoToast } from '@/components/common/use-undo-toast';
import { bookmarkBulk } from '@/lib/api/bookmark-bulk';

/** Says what was done to a tag, and offers to undo it: change by change, the last one first. */
export function useTagUndo(): (message: string, changes: readonly (string | null)[]) => void {
  const run = useUndoToast();
  const { mutateAsync } = useMutation(bookmarkBulk.undo());
  const undoAll = async (changes: readonly string[]) => {
    for (const uuid of changes.toReversed()) {
      if (!(await run((onProgress) => mutateAsync({ params: { uuid }, onProgress })))) return;
    }
  };
  return (message, changes) => {
    const made = changes.filter((change) => change !== null);
    notify({
      message,
      ...(made.length > 0 && {
        undo: () => void undoAll(made),
      }),
    });
  };
}
