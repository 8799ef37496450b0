'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { v7 as newUuid } from 'uuid';
import { notify } from '@/components/common/notify';
import { palette } from '@/components/common/palette';
import type { Collection } from '@/lib/contract/schemas/collection';
import type { SuggestedGroup } from '@/lib/contract/schemas/suggestion';
import { foldText } from '@/lib/domain/search-words';
import { bookmarkBulk } from '@/lib/queries/bookmark-bulk';
import { collectionMutations, collectionQueries } from '@/lib/queries/collections';

/** Time to look at what was filed before the way back goes. */
const undoMs = 10_000;

/** Files a group into its collection, which is made first where it is new, and says so with a way back. */
export function useFileGroup(): {
  file: (group: SuggestedGroup, name: string) => Promise<void>;
  isPending: boolean;
} {
  const t = useTranslations('Suggestions');
  const { data: known = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content,
  });
  const creating = useMutation(collectionMutations.create());
  const moving = useMutation(bookmarkBulk.change());
  const takeBack = useTakeBack();

  const goalOf = async (group: SuggestedGroup, name: string): Promise<Goal> => {
    const there = known.find((one) => !one.isDefault && !one.smart && foldText(one.name) === foldText(name));
    const uuid = group.uuid ?? there?.uuid;
    if (uuid !== undefined) return { uuid, made: null };
    const color = palette[known.length % palette.length] ?? palette[0];
    const made = await creating.mutateAsync({ body: { uuid: newUuid(), name, color } });
    return { uuid: made.uuid, made };
  };
  const file = async (group: SuggestedGroup, name: string): Promise<void> => {
    let goal: Goal | null = null;
    try {
      goal = await goalOf(group, name);
      const body = { action: 'move', uuids: group.uuids, collection: goal.uuid } as const;
      const { affected, undo } = await moving.mutateAsync({ body, loaded: [] });
      const { made } = goal;
      notify({
        message: t('filed', { count: affected, name }),
        durationMs: undoMs,
        ...(undo !== null && { undo: () => void takeBack(undo, made) }),
      });
    } catch {
      if (goal?.made) await takeBack(null, goal.made);
      notify({ message: t('fileFailed'), tone: 'bad' });
    }
  };
  return { file, isPending: creating.isPending || moving.isPending };
}

interface Goal {
  uuid: string;
  /** The collection, where it was made for this. */
  made: Collection | null;
}

/** Takes a move back, and with it the collection that was made for it. */
function useTakeBack(): (undo: string | null, made: Collection | null) => Promise<void> {
  const t = useTranslations('Suggestions');
  const { mutateAsync: undoMove } = useMutation(bookmarkBulk.undo());
  const { mutateAsync: remove } = useMutation(collectionMutations.delete());
  return async (undo, made) => {
    try {
      if (undo !== null) await undoMove({ params: { uuid: undo } });
      if (made !== null)
        await remove({ params: { uuid: made.uuid }, query: { bookmarks: 'keep' }, collection: made });
      if (undo !== null) notify({ message: t('undone') });
    } catch {
      if (undo !== null) notify({ message: t('undoFailed'), tone: 'bad' });
    }
  };
}
