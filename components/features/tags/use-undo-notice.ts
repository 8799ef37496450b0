'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { notify } from '@/components/common/notify';
import { bookmarkBulk } from '@/lib/queries/bookmark-bulk';

/** Says what was done to a tag, and offers to take it back: change by change, the last one first. */
export function useUndoNotice(): (message: string, changes: readonly (string | null)[]) => void {
  const t = useTranslations('Tags');
  const { mutateAsync } = useMutation({ ...bookmarkBulk.undo(), meta: { failure: t('undoFailed') } });
  const takeBack = async (changes: readonly string[]) => {
    for (const uuid of changes.toReversed()) await mutateAsync({ params: { uuid } });
    notify({ message: t('undone') });
  };
  return (message, changes) => {
    const made = changes.filter((change) => change !== null);
    notify({
      message,
      ...(made.length > 0 && {
        // That it could not be taken back is told by the mutation itself.
        action: { label: t('undo'), run: () => void takeBack(made).catch(() => undefined) },
      }),
    });
  };
}
