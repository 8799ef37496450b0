'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { useContractForm } from '@/components/common/contract-form';
import { DialogFormFooter } from '@/components/common/dialog-form-footer';
import { useUnsaved } from '@/components/common/use-unsaved';
import { bookmarkTitle, isLocked } from '@/components/entities/bookmark-text';
import { TagsField } from '@/components/entities/tags-field';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { type Asked, type ListContext, nothing } from '@/components/features/bookmarks/selection';
import { TargetDialog } from '@/components/features/bookmarks/target-dialog';
import { useBarActions } from '@/components/features/bookmarks/use-bar-actions';
import { Dialog, DialogBody, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { tagQueries } from '@/lib/api/tags';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { Tags } from '@/lib/contract/primitives';
import { printTags } from '@/lib/domain/tags';
import { isolate } from '@/lib/utils/isolate';
import { decryptedRow } from '@/lib/vault/decrypted';

interface QuestionDialogProps extends Asked {
  context: ListContext;
  onClose: () => void;
}

/** Asks what an action on the selection, or on one bookmark, needs to know. */
export function QuestionDialog({ bookmark, question, context, onClose }: QuestionDialogProps) {
  if (bookmark === undefined) return <SelectionDialog {...{ question, context, onClose }} />;
  if (question === 'erase') {
    return <EraseDialog {...{ bookmark, onClose }} onErase={context.actions.erase} />;
  }
  // The selection of the list does not change.
  const selection = { ...nothing, named: new Set([bookmark.uuid]) };
  const one = { ...context, selection, setSelection: () => undefined, count: 1 };
  return <SelectionDialog {...{ question, onClose }} context={one} />;
}

function SelectionDialog({ question, context, onClose }: Omit<QuestionDialogProps, 'bookmark'>) {
  const t = useTranslations('BookmarkSelection');
  const actions = useBarActions(context);
  // The selection is cleared before the dialog has closed.
  const [count] = useState(context.count);
  switch (question) {
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

/** Tags as typed; sent in the format of the contract. */
const ChosenTags = z.strictObject({
  tags: z.array(z.string()).min(1, 'required').transform(printTags).pipe(Tags),
});

interface TagDialogProps {
  action: 'tag' | 'untag';
  count: number;
  onClose: () => void;
  onChoose: (tags: string) => void;
}

/** Asks which tags to add to, or remove from, many bookmarks. */
function TagDialog({ action, count, onClose, onChoose }: TagDialogProps) {
  const t = useTranslations('BookmarkSelection');
  const isAdding = action === 'tag';
  const { data: known = [] } = useQuery({ ...tagQueries.list(), select: ({ content }) => content });
  const { control, error, submit } = useContractForm({
    schema: ChosenTags,
    fields: ['tags'],
    defaultValues: { tags: [] },
    send: async ({ tags }) => {
      onClose();
      onChoose(tags);
    },
    failed: t('failed'),
  });
  const isEmpty = useWatch({ control, name: 'tags' }).length === 0;
  const { close, question } = useUnsaved(!isEmpty, onClose);
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent closeLabel={t('close')} width="sm" locked={!isEmpty}>
        <DialogHeader
          title={t(isAdding ? 'tagTitle' : 'untagTitle', { count })}
          description={t(isAdding ? 'tagText' : 'untagText')}
        />
        <form method="post" noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={submit}>
          <DialogBody>
            <Controller
              control={control}
              name="tags"
              render={({ field }) => (
                <TagsField
                  ref={field.ref}
                  known={known}
                  value={field.value}
                  onChange={field.onChange}
                  error={error('tags')}
                />
              )}
            />
          </DialogBody>
          <DialogFormFooter
            cancel={t('cancel')}
            submit={t(isAdding ? 'addTags' : 'removeTags')}
            disabled={isEmpty}
          />
        </form>
      </DialogContent>
      {question}
    </Dialog>
  );
}

interface EraseDialogProps {
  bookmark: Bookmark;
  onClose: () => void;
  onErase: (bookmark: Bookmark) => Promise<unknown>;
}

/** Asks for confirmation before a bookmark is erased: the only action on one that cannot be undone. */
function EraseDialog({ bookmark, onClose, onErase }: EraseDialogProps) {
  const t = useTranslations('Bookmarks');
  useDecrypted();
  const shown = decryptedRow(bookmark);
  const name = isLocked(shown) ? t('encryptedTitle') : bookmarkTitle(shown);
  return (
    <ConfirmDialog
      open
      destructive
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('eraseTitle')}
      description={t('eraseText', { name: isolate(name) })}
      confirmLabel={t('erase')}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      onConfirm={() => onErase(bookmark)}
    />
  );
}
