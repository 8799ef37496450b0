'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTagRefusal } from '@/components/features/tags/use-tag-refusal';
import { useTagUndo } from '@/components/features/tags/use-tag-undo';
import { readAgain } from '@/lib/api/first-readings';
import { tagMutations } from '@/lib/api/tags';

/** What becomes of a tag: another name, or part of another tag, which then has that name already. */
export interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly isMerge: boolean;
}

/** Renames a tag, shows it at once, and answers whether it came about. */
export function useRenameTag(): (renaming: Renaming) => Promise<boolean> {
  const t = useTranslations('Tags');
  const refuse = useTagRefusal();
  const say = useTagUndo();
  const rename = useRename();
  const client = useQueryClient();
  return async ({ from, to, isMerge }) => {
    try {
      const changes = await rename(from, to);
      // The screen of the new name may have asked before.
      readAgain(client, ['bookmarks']);
      say(t(isMerge ? 'merged' : 'renamed', { from, to }), changes);
      return true;
    } catch (failure) {
      refuse('renameFailed', from, failure);
      return false;
    }
  };
}

/** Renames the tag; returns the changes that undo takes back. */
function useRename(): (from: string, to: string) => Promise<(string | null)[]> {
  const { mutateAsync: rename } = useMutation(tagMutations.rename());
  return async (from, to) => [(await rename({ body: { tag: from, name: to } })).undo];
}
