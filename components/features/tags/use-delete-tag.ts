'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTagRefusal } from '@/components/features/tags/use-tag-refusal';
import { useUndoNotice } from '@/components/features/tags/use-undo-notice';
import { tagMutations, withoutTag } from '@/lib/queries/tags';

/** Takes a tag off all bookmarks, by the call that can be taken back; answers whether it came about. */
export function useDeleteTag(): (name: string) => Promise<boolean> {
  const t = useTranslations('Tags');
  const refuse = useTagRefusal();
  const say = useUndoNotice();
  const { mutateAsync } = useMutation(tagMutations.change());
  return async (name) => {
    try {
      const { affected, undo } = await mutateAsync({
        body: { action: 'untag', tags: name, query: { tag: name } },
        tags: (tags) => withoutTag(tags, name),
      });
      say(t('deleted', { name, count: affected }), [undo]);
      return true;
    } catch (failure) {
      refuse('deleteFailed', name, failure);
      return false;
    }
  };
}
