'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Menu } from '@/components/common/menu';
import { TagDialogs, type TagQuestion } from '@/components/features/tags/tag-dialogs';
import { useDeleteTag } from '@/components/features/tags/use-delete-tag';
import { useRenameTag, type Renaming } from '@/components/features/tags/use-rename-tag';
import { Icon } from '@/components/ui/icon';
import type { JoinedTag } from '@/lib/vault/join-tags';

interface TagMenuProps {
  tag: JoinedTag;
  label: string;
  buttonClassName: string;
  /** The tag has another name now, or, without one, is gone. Told ahead of the service. */
  onLeave?: (name: string | null) => void;
  /** The change was refused: the tag is as it was. */
  onStay?: () => void;
}

/** What can be done with a tag; nothing of it needs a question but its new name, since all can be taken back. */
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
    if (!(await remove(tag.name))) onStay?.();
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
