'use client';

import { MergeDialog } from '@/components/features/tags/merge-dialog';
import { RenameDialog } from '@/components/features/tags/rename-dialog';
import type { Renaming } from '@/components/features/tags/use-rename-tag';
import type { JoinedTag } from '@/lib/vault/join-tags';

export interface TagQuestion {
  readonly kind: 'rename' | 'merge';
  readonly tag: JoinedTag;
}

export interface TagDialogProps {
  tag: JoinedTag;
  onClose: () => void;
  onChoose: (renaming: Renaming) => void;
}

/** What a change of a tag has to ask first; loaded with the first question. */
export function TagDialogs({ question, ...props }: Omit<TagDialogProps, 'tag'> & { question: TagQuestion }) {
  const { kind, tag } = question;
  return kind === 'rename' ? <RenameDialog tag={tag} {...props} /> : <MergeDialog tag={tag} {...props} />;
}
