'use client';

import { useTranslations } from 'next-intl';
import { notify } from '@/components/common/notify';
import { loadCode } from '@/components/common/on-demand';
import type { Undo } from '@/components/common/run-undo';

/**
 * Returns a function that runs an undo and reports its outcome: a progress bar while it takes several requests,
 * the result, or why it failed. The function resolves to whether the change is undone.
 */
export function useUndoToast() {
  const t = useTranslations('Common');
  const run = async <Result>(undo: Undo<Result>, done?: (result: Result) => string): Promise<boolean> => {
    try {
      const { runUndo } = await loadCode(import('@/components/common/run-undo'));
      return await runUndo(t, undo, done);
    } catch {
      notify({
        message: t('undoFailed'),
        tone: 'bad',
        action: { label: t('retry'), run: () => void run(undo, done) },
      });
      return false;
    }
  };
  return run;
}
