import type { useTranslations } from 'next-intl';
import { v7 as newUuid } from 'uuid';
import { notify } from '@/components/common/notify';
import { ApiProblem } from '@/lib/api/problem';

export interface UndoProgress {
  readonly done: number;
  readonly total: number;
}

/** Undoes a change; reports progress if that takes several requests. */
export type Undo<Result> = (report: (progress: UndoProgress) => void) => Promise<Result>;

/** An undo that takes longer shows progress. */
const longMs = 500;

/**
 * Runs an undo and reports its outcome: a progress bar while it takes several requests, the result, or why it
 * failed, with a retry if that makes sense. Resolves to whether the change is undone.
 */
export async function runUndo<Result>(
  t: ReturnType<typeof useTranslations<'Common'>>,
  undo: Undo<Result>,
  done?: (result: Result) => string,
): Promise<boolean> {
  const id = newUuid();
  const run = async (): Promise<boolean> => {
    // A quick undo shows only its result.
    const timer = setTimeout(() => notify({ id, message: t('undoingLong'), progress: null }), longMs);
    try {
      const result = await undo((progress) => {
        clearTimeout(timer);
        notify({ id, message: t('undoing', { ...progress }), progress: progress.done / progress.total });
      });
      notify({ id, message: done?.(result) ?? t('undone') });
      return true;
    } catch (failure) {
      const isGone = failure instanceof ApiProblem && failure.code === 'NOT_FOUND';
      notify({
        id,
        message: t(isGone ? 'undoGone' : 'undoFailed'),
        tone: 'bad',
        ...(!isGone && { action: { label: t('retry'), run: () => void run() } }),
      });
      return false;
    } finally {
      clearTimeout(timer);
    }
  };
  return run();
}
