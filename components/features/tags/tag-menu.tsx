'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { v7 as newUuid } from 'uuid';
import { Menu } from '@/components/common/menu';
import { notify } from '@/components/common/notify';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { useUndoToast } from '@/components/common/use-undo-toast';
import type { Renaming, TagQuestion } from '@/components/features/tags/tag-dialogs';
import { Icon } from '@/components/ui/icon';
import { bookmarkMutations } from '@/lib/api/bookmarks';
import { readAgain } from '@/lib/api/first-readings';
import { ApiProblem } from '@/lib/api/problem';
import { tagMutations, tagQueries } from '@/lib/api/tags';
import type { JoinedTag } from '@/lib/vault/join-tags';

const TagDialogs = onDemand(
  () => import('@/components/features/tags/tag-dialogs').then((module) => module.TagDialogs),
  <DialogLoading />,
);

/**
 * Returns a function that removes a tag from all bookmarks, including the trash, with an undo; it resolves to whether it
 * succeeded.
 */
function useDeleteTag(): (tag: JoinedTag) => Promise<boolean> {
  const t = useTranslations('Tags');
  const refuse = useTagRefusal();
  const showUndo = useTagUndo();
  const { mutateAsync } = useMutation(tagMutations.delete());
  return async ({ name, count, decrypted }) => {
    const undo = newUuid();
    try {
      await mutateAsync({ body: { tag: name, undo } });
      // Tags of encrypted bookmarks are unknown to the service and stay.
      showUndo(t('deleted', { name, count: count - decrypted }), [undo]);
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
function useRenameTag(): (renaming: Renaming) => Promise<boolean> {
  const t = useTranslations('Tags');
  const refuse = useTagRefusal();
  const showUndo = useTagUndo();
  const rename = useRename();
  const client = useQueryClient();
  return async ({ from, to, isMerge }) => {
    try {
      const changes = await rename(from, to);
      // The screen of the new name may have requested its bookmarks too early.
      readAgain(client, ['bookmarks']);
      showUndo(t(isMerge ? 'merged' : 'renamed', { from, to }), changes);
      return true;
    } catch (failure) {
      refuse('renameFailed', from, failure);
      return false;
    }
  };
}

/** Returns a function that renames the tag; it resolves to the ids of the changes to undo. */
function useRename(): (from: string, to: string) => Promise<(string | null)[]> {
  const { mutateAsync: rename } = useMutation(tagMutations.rename());
  return async (from, to) => [(await rename({ body: { tag: from, name: to } })).undo];
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

/** Returns a function that reports a change with an undo button; changes are undone one by one, the last one first. */
function useTagUndo(): (message: string, changes: readonly (string | null)[]) => void {
  const run = useUndoToast();
  const { mutateAsync } = useMutation(bookmarkMutations.undo());
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
