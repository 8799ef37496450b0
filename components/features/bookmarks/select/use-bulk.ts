'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { notify } from '@/components/common/notify';
import type { ListSituation } from '@/components/features/bookmarks/list/use-list-controls';
import { bulkChoice } from '@/components/features/bookmarks/select/bulk-choice';
import { rememberPlace } from '@/components/features/bookmarks/select/return-focus';
import { changeIn } from '@/components/features/bookmarks/select/select-rows';
import { useUndo } from '@/components/features/bookmarks/select/use-undo';
import { ApiProblem } from '@/lib/api-client/api-problem';
import { bookmarkBulk } from '@/lib/queries/bookmark-bulk';
import type { BulkBody } from '@/lib/queries/patches/bulk-change';

type WithoutChoice<Body> = Body extends unknown ? Omit<Body, 'uuids' | 'query'> : never;

/** What is done to every selected bookmark. */
export type BulkChange = WithoutChoice<BulkBody>;

/** Longer than other notices: what was done to many is worth a second look. */
const undoMs = 10_000;

/** Changes all that is selected by one call. A change that was made ends the selection, a refusal keeps it. */
export function useBulk(situation: ListSituation) {
  const t = useTranslations('BookmarkSelection');
  const { mutateAsync, isPending } = useMutation(bookmarkBulk.change());
  const takeBack = useUndo();

  /** `done` says what was done, for so many bookmarks. */
  const run = async (change: BulkChange, done: (count: number) => string): Promise<void> => {
    if (isPending) return;
    const { source, selection } = situation;
    const returnFocus = rememberPlace(selection.anchor?.uuid);
    const loaded = [...situation.list.rows.values()].filter(({ uuid }) => selection.named.has(uuid));
    const end = () => {
      changeIn(situation, { type: 'clear' });
      returnFocus();
    };
    try {
      const body = { ...bulkChoice(selection, source), ...change } as BulkBody;
      const { affected, undo } = await mutateAsync({ body, loaded });
      end();
      notify({
        message: affected === 0 ? t('nothingToDo') : done(affected),
        durationMs: undoMs,
        ...(undo !== null && { action: { label: t('undo'), run: () => takeBack(undo) } }),
      });
    } catch (failure) {
      const isGone = failure instanceof ApiProblem && failure.code === 'NOT_FOUND';
      // Nobody can tell which ones are gone, and with them no change would ever be made.
      if (isGone) end();
      const isRefusal = failure instanceof ApiProblem;
      notify({ message: t(isGone ? 'gone' : isRefusal ? 'failed' : 'offline'), tone: 'bad' });
    }
  };
  return { run, isPending };
}
