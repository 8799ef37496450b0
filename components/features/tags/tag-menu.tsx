'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { v7 as newUuid } from 'uuid';
import { Menu } from '@/components/common/menu';
import { notify } from '@/components/common/notify';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { reportChange } from '@/components/common/report-change';
import { useUndoToast } from '@/components/common/use-undo-toast';
import type { Renaming, TagQuestion } from '@/components/features/tags/tag-dialogs';
import { Icon } from '@/components/ui/icon';
import { bookmarkMutations } from '@/lib/api/bookmarks';
import { readAgain } from '@/lib/api/first-readings';
import { ApiProblem } from '@/lib/api/problem';
import { tagMutations, tagQueries } from '@/lib/api/tags';
import { isolate } from '@/lib/utils/isolate';
import type { JoinedTag } from '@/lib/vault/join-tags';

const TagDialogs = onDemand(
  () => import('@/components/features/tags/tag-dialogs').then((module) => module.TagDialogs),
  <DialogLoading />,
);

/**
 * Returns a function that removes a tag from all bookmarks, including the trash, with an undo; it resolves to whether
 * it succeeded.
 */
export function useDeleteTag(): (tag: JoinedTag) => Promise<boolean> {
  const t = useTranslations('Tags');
  const refuse = useTagRefusal();
  const undoChange = useTagUndo();
  const { mutateAsync } = useMutation(tagMutations.delete());
  return async ({ name, count, decrypted }) => {
    const undo = newUuid();
    try {
      await reportChange(mutateAsync({ body: { tag: name, undo } }), () => ({
        // Tags of encrypted bookmarks are unknown to the service and stay.
        message: t('deleted', { name: isolate(name), count: count - decrypted }),
        undo: () => undoChange(undo),
      }));
      return true;
    } catch (failure) {
      refuse('deleteFailed', name, failure);
      return false;
    }
  };
}

interface TagMenuProps {
  tag: JoinedTag;
  label: string;
  buttonClassName: string;
  /** Called optimistically with the new name of the tag, or with null if it is deleted. */
  onLeave?: (name: string | null) => void;
  /** Called if the change was refused: the tag is unchanged. */
  onStay?: () => void;
}

/** Actions on a tag; none of them asks for confirmation, since all can be undone. */
export function TagMenu({ tag, label, buttonClassName, onLeave, onStay }: TagMenuProps) {
  const t = useTranslations('Tags');
  const [question, setQuestion] = useState<TagQuestion | null>(null);
  const rename = useRenameTag();
  const remove = useDeleteTag();
  const choose = async (renaming: Renaming) => {
    onLeave?.(renaming.to);
    if (!(await rename(renaming))) onStay?.();
  };
  const removeTag = async () => {
    onLeave?.(null);
    if (!(await remove(tag))) onStay?.();
  };
  return (
    <>
      <Menu
        label={label}
        buttonClassName={buttonClassName}
        entries={() => [
          {
            kind: 'item',
            key: 'rename',
            icon: 'i-pencil',
            label: t('rename'),
            onSelect: () => setQuestion({ kind: 'rename', tag }),
          },
          {
            kind: 'item',
            key: 'merge',
            icon: 'i-merge',
            label: t('merge'),
            onSelect: () => setQuestion({ kind: 'merge', tag }),
          },
          { kind: 'separator', key: 'danger' },
          {
            kind: 'item',
            key: 'delete',
            icon: 'i-trash-2',
            label: t('delete'),
            destructive: true,
            onSelect: () => void removeTag(),
          },
        ]}
      >
        <Icon name="i-ellipsis" />
      </Menu>
      {question === null ? null : (
        <TagDialogs
          question={question}
          onClose={() => setQuestion(null)}
          onChoose={(renaming) => void choose(renaming)}
        />
      )}
    </>
  );
}

/** Returns a function that renames a tag optimistically; it resolves to whether it succeeded. */
export function useRenameTag(): (renaming: Renaming) => Promise<boolean> {
  const t = useTranslations('Tags');
  const refuse = useTagRefusal();
  const undoChange = useTagUndo();
  const { mutateAsync: rename } = useMutation(tagMutations.rename());
  const client = useQueryClient();
  return async ({ from, to, isMerge }) => {
    try {
      await reportChange(rename({ body: { tag: from, name: to } }), ({ undo }) => ({
        message: t(isMerge ? 'merged' : 'renamed', { from, to }),
        ...(undo !== null && { undo: () => undoChange(undo) }),
      }));
      // The screen of the new name may have requested its bookmarks too early.
      readAgain(client, ['bookmarks']);
      return true;
    } catch (failure) {
      refuse('renameFailed', from, failure);
      return false;
    }
  };
}

/** Returns a function that shows why a tag is unchanged; a tag that no longer exists is removed from the list. */
function useTagRefusal(): (key: 'renameFailed' | 'deleteFailed', name: string, failure: unknown) => void {
  const t = useTranslations('Tags');
  const client = useQueryClient();
  return (key, name, failure) => {
    const isGone = failure instanceof ApiProblem && failure.code === 'NOT_FOUND';
    if (isGone) void client.invalidateQueries({ queryKey: tagQueries.list().queryKey });
    notify({ message: t(isGone ? 'gone' : key, { name }), tone: 'bad' });
  };
}

/** Returns a function that undoes a change to a tag. */
function useTagUndo(): (undo: string) => void {
  const run = useUndoToast();
  const { mutateAsync } = useMutation(bookmarkMutations.undo());
  return (uuid) => void run((onProgress) => mutateAsync({ params: { uuid }, onProgress }));
}
