'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ChoiceCard } from '@/components/common/choice-card';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { useMergeAll } from '@/components/features/duplicates/use-merge';

const keepOptions = ['oldest', 'newest'] as const;

/** Asks which bookmark of each group to keep, before all groups are merged. */
export function MergeAllDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const t = useTranslations('Duplicates');
  const [keep, setKeep] = useState<(typeof keepOptions)[number]>('oldest');
  const mergeAll = useMergeAll();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('mergeAllTitle', { count })}
      description={t('mergeAllText')}
      confirmLabel={t('mergeAll')}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      onConfirm={() => mergeAll(keep)}
    >
      <div role="radiogroup" aria-label={t('keepLabel')} className="flex flex-col gap-2">
        {keepOptions.map((option) => (
          <ChoiceCard
            key={option}
            name="keep"
            value={option}
            checked={keep === option}
            onChange={() => setKeep(option)}
            title={t(`keep.${option}.title`)}
            text={t(`keep.${option}.text`)}
          />
        ))}
      </div>
    </ConfirmDialog>
  );
}
