'use client';

import { useTranslations } from 'next-intl';
import { Progress } from '@/components/ui/progress';

export interface Work {
  readonly step: 'reading' | 'sealing' | 'sending';
  readonly done: number;
  readonly total: number;
}

/** How far many bookmarks are; nothing is changed before the last of them is sealed. */
export function SealingProgress({ work }: { work: Work }) {
  const t = useTranslations('Vault');
  const { step, done, total } = work;
  const isCounted = step !== 'sending' && total > 0;
  return (
    <div className="flex flex-col gap-2" role="status">
      <p className="flex justify-between gap-3">
        <span>{t(step)}</span>
        {isCounted ? (
          <span className="text-muted-foreground tabular-nums">{t('sealed', { done, total })}</span>
        ) : null}
      </p>
      <Progress label={t(step)} value={isCounted ? done / total : null} />
    </div>
  );
}
