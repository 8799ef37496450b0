'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { FloatingBar } from '@/components/common/floating-bar';
import type { ListSituation } from '@/components/features/bookmarks/list/list-situation';
import { BarButtons } from '@/components/features/bookmarks/select/bar-buttons';
import { rememberPlace } from '@/components/features/bookmarks/select/return-focus';
import { changeIn } from '@/components/features/bookmarks/select/select-rows';
import { TagDialog } from '@/components/features/bookmarks/select/tag-dialog';
import { TargetDialog } from '@/components/features/bookmarks/select/target-dialog';
import { useBarActions } from '@/components/features/bookmarks/select/use-bar-actions';
import { useGoneRows } from '@/components/features/bookmarks/select/use-gone-rows';
import { useSelectionKeys } from '@/components/features/bookmarks/select/use-selection-keys';
import { Spinner } from '@/components/ui/spinner';

interface SelectionBarProps {
  situation: ListSituation;
  /** How many are selected, in words. */
  status: string;
}

/** What an action has to ask before it is carried out. */
export type Question = 'move' | 'copy' | 'tag' | 'untag' | 'erase';

/** What can be done with all that is selected: by its buttons, its menu, and by keys wherever the focus is. */
export function SelectionBar({ situation, status }: SelectionBarProps) {
  const t = useTranslations('BookmarkSelection');
  const [question, ask] = useState<Question | null>(null);
  const actions = useBarActions(situation);
  const origin = useRef<string>(undefined);
  const clear = () => {
    const returnFocus = rememberPlace(origin.current ?? situation.selection.anchor?.uuid);
    changeIn(situation, { type: 'clear' });
    returnFocus();
  };
  const { kind, named } = situation.selection;
  const isWhole = kind === 'all' && named.size === 0;
  useGoneRows((uuid) => changeIn(situation, { type: 'drop', uuid }));
  const remove = actions.isTrash ? () => ask('erase') : actions.trash;
  useSelectionKeys({
    Escape: clear,
    Delete: remove,
    Backspace: remove,
    '.': () => {
      origin.current = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
      document.querySelector<HTMLElement>('[data-floating-bar] button')?.focus();
    },
    ...(actions.isTrash
      ? { r: actions.restore }
      : {
          m: () => ask('move'),
          c: () => ask('copy'),
          t: () => ask('tag'),
          'Shift+t': () => ask('untag'),
          f: actions.toggleFavorite,
          h: actions.toggleHighlighted,
        }),
  });
  return (
    <>
      {/* Room to scroll the last rows out from under the bar. */}
      <div aria-hidden="true" className="h-20" />
      <FloatingBar
        label={t('bar')}
        closeLabel={t('clear')}
        onClose={clear}
        status={
          <span className="inline-flex items-center gap-2">
            {actions.isPending ? <Spinner /> : null}
            {isWhole ? <span className="md:hidden">{t('all', { count: situation.count })}</span> : null}
            <span className={isWhole ? 'max-md:hidden' : undefined}>{status}</span>
          </span>
        }
      >
        <BarButtons {...{ actions, ask, situation }} />
      </FloatingBar>
      <BarQuestion {...{ question, actions }} count={situation.count} onClose={() => ask(null)} />
    </>
  );
}

interface BarQuestionProps {
  question: Question | null;
  actions: ReturnType<typeof useBarActions>;
  count: number;
  onClose: () => void;
}

function BarQuestion({ question, actions, count, onClose }: BarQuestionProps) {
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
