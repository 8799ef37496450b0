'use client';

import { useTranslations } from 'next-intl';
import { useState, type SubmitEvent } from 'react';
import { DialogFormFooter } from '@/components/common/dialog-form-footer';
import { TagsField } from '@/components/features/bookmarks/editor/tags-field';
import { Dialog, DialogBody, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { printTags } from '@/lib/domain/tags';

interface TagDialogProps {
  action: 'tag' | 'untag';
  count: number;
  onClose: () => void;
  onChoose: (tags: string) => void;
}

/** Asks which tags many bookmarks get, or lose. */
export function TagDialog({ action, count, onClose, onChoose }: TagDialogProps) {
  const t = useTranslations('BookmarkSelection');
  const [tags, setTags] = useState<readonly string[]>([]);
  const isAdding = action === 'tag';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (tags.length === 0) return;
    onClose();
    onChoose(printTags(tags));
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="sm" locked={tags.length > 0}>
        <DialogHeader
          title={t(isAdding ? 'tagTitle' : 'untagTitle', { count })}
          description={t(isAdding ? 'tagText' : 'untagText')}
        />
        <form method="post" noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={submit}>
          <DialogBody>
            <TagsField value={tags} onChange={setTags} error={undefined} />
          </DialogBody>
          <DialogFormFooter
            cancel={t('cancel')}
            submit={t(isAdding ? 'addTags' : 'removeTags')}
            disabled={tags.length === 0}
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}
