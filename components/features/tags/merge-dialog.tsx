'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { PickField } from '@/components/common/pick-field';
import { findTags } from '@/components/features/tags/find-tags';
import { SealedNote } from '@/components/features/tags/sealed-note';
import type { TagDialogProps } from '@/components/features/tags/tag-dialogs';
import { Dialog, DialogBody, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { tagQueries } from '@/lib/queries/tags';

const shown = 50;

/** Asks into which other tag one is to be merged. */
export function MergeDialog({ tag, onClose, onChoose }: TagDialogProps) {
  const t = useTranslations('Tags');
  const locale = useLocale();
  const [text, setText] = useState('');
  const { data: tags = [] } = useQuery({ ...tagQueries.list(), select: ({ content }) => content });
  const others = findTags(
    tags.filter(({ name }) => name !== tag.name),
    { text, sort: 'count', locale },
  ).slice(0, shown);
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="sm">
        <DialogHeader
          title={t('mergeTitle', { name: tag.name })}
          description={t('mergeText', { count: tag.count - tag.opened })}
        />
        <DialogBody>
          <SealedNote opened={tag.opened} />
          <PickField
            label={t('mergeWith')}
            placeholder={t('mergePlaceholder')}
            text={text}
            onTextChange={setText}
            options={others.map(({ name, count }) => ({ key: name, label: name, detail: count }))}
            optionsLabel={t('title')}
            empty={t('noOther')}
            onPick={(to) => {
              onClose();
              onChoose({ from: tag.name, to, isMerge: true });
            }}
          />
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
