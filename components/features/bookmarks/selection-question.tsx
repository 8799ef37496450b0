'use client';

import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import type { ListContext } from '@/components/features/bookmarks/list-context';
import { nothing } from '@/components/features/bookmarks/selection';
import { TagDialog } from '@/components/features/bookmarks/tag-dialog';
import { TargetDialog } from '@/components/features/bookmarks/target-dialog';
import { type BarActions, useBarActions } from '@/components/features/bookmarks/use-bar-actions';
import type { RowQuestion } from '@/components/features/bookmarks/row-actions';
import type { Bookmark } from '@/lib/contract/bookmarks';

/** Dialog that an action on a selection opens before it is carried out. */
export type Question = RowQuestion | 'copy' | 'untag' | 'erase';

interface SelectionQuestionProps {
  question: Question | null;
  actions: BarActions;
  count: number;
  onClose: () => void;
}

/** Asks what an action on a selection needs to know. */
export function SelectionQuestion({ question, actions, count, onClose }: SelectionQuestionProps) {
  const t = useTranslations('BookmarkSelection');
  switch (question) {
    case null:
      return null;
    case 'move':
    case 'copy':
      return (
        <TargetDialog
          action={question}
          from={actions.collection}
          onChoose={question === 'move' ? actions.move : actions.copy}
          {...{ count, onClose }}
        />
      );
    case 'tag':
    case 'untag':
      return (
        <TagDialog
          action={question}
          onChoose={question === 'tag' ? actions.tag : actions.untag}
          {...{ count, onClose }}
        />
      );
    case 'erase':
      return (
        <ConfirmDialog
          open
          destructive
          onOpenChange={(open) => (open ? undefined : onClose())}
          title={t('eraseTitle', { count })}
          description={t('eraseText', { count })}
          confirmLabel={t('erase')}
          cancelLabel={t('cancel')}
          closeLabel={t('close')}
          onConfirm={actions.erase}
        />
      );
  }
}

interface RowQuestionDialogProps {
  bookmark: Bookmark;
  question: RowQuestion;
  context: ListContext;
  onClose: () => void;
}

/** Moves or tags one bookmark of a list. The selection of the list does not change. */
export function RowQuestionDialog({ bookmark, question, context, onClose }: RowQuestionDialogProps) {
  const selection = { ...nothing, named: new Set([bookmark.uuid]) };
  const actions = useBarActions({ ...context, selection, setSelection: () => undefined, count: 1 });
  return <SelectionQuestion {...{ question, actions, onClose }} count={1} />;
}
