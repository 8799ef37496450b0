'use client';
import { useTranslations } from 'next-intl';
import { Controller, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useContractForm } from '@/components/common/contract-form';
import { DialogFormFooter } from '@/components/common/dialog-form-footer';
import { useUnsaved } from '@/components/common/use-unsaved';
import { TagsField } from '@/components/features/bookmarks/tags-field';
import { Dialog, DialogBody, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { Tags } from '@/lib/contract/primitives';
import { printTags } from '@/lib/domain/tags';

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
export function TagDialog({ action, count, onClose, onChoose }: TagDialogProps) {
  const t = useTranslations('BookmarkSelection');
  const isAdding = action === 'tag';
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
