'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type SubmitEvent } from 'react';
import { DialogFormFooter } from '@/components/common/dialog-form-footer';
import { Field } from '@/components/common/field';
import { useUnsaved } from '@/components/common/use-unsaved';
import { checkName } from '@/components/features/tags/check-name';
import { SealedNote } from '@/components/features/tags/sealed-note';
import type { TagDialogProps } from '@/components/features/tags/tag-dialogs';
import { Dialog, DialogBody, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { Input } from '@/components/ui/input';
import { limits } from '@/lib/contract/limits';
import { tagQueries } from '@/lib/queries/tags';

/** Asks for another name of a tag, and says so when it is the name of another tag already. */
export function RenameDialog({ tag, onClose, onChoose }: TagDialogProps) {
  const t = useTranslations('Tags');
  const [typed, setTyped] = useState(tag.name);
  const { data: tags = [] } = useQuery({ ...tagQueries.list(), select: ({ content }) => content });
  const { problem, merges, isIdle } = checkName(tag.name, typed, tags);
  const { close, question } = useUnsaved(!isIdle, onClose);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isIdle || problem !== null) return;
    onClose();
    onChoose({ from: tag.name, to: merges?.name ?? typed.trim(), isMerge: merges !== null });
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent closeLabel={t('close')} width="sm">
        <DialogHeader
          title={t('renameTitle', { name: tag.name })}
          description={t('renameText', { count: tag.count - tag.opened })}
        />
        <form method="post" noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={submit}>
          <DialogBody>
            <SealedNote opened={tag.opened} />
            <Field
              label={t('name')}
              error={problem === null ? undefined : t(problem, { count: limits.tagLength })}
              warning={merges === null ? undefined : t('willMerge', { name: merges.name })}
            >
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  autoCapitalize="none"
                  value={typed}
                  onFocus={(event) => event.target.select()}
                  onChange={(event) => setTyped(event.target.value)}
                />
              )}
            </Field>
          </DialogBody>
          <DialogFormFooter
            cancel={t('cancel')}
            submit={t(merges === null ? 'save' : 'saveMerge')}
            disabled={isIdle || problem !== null}
          />
        </form>
      </DialogContent>
      {question}
    </Dialog>
  );
}
