'use client';

import { useTranslations } from 'next-intl';
import type { ImportRun } from '@/components/features/import-export/importing/import-run';
import { StepCard } from '@/components/features/import-export/importing/step-card';
import { Button } from '@/components/ui/button';
import type { Import } from '@/lib/contract/schemas/import';

/** An import that was taken back. */
export function ImportUndone({ report, run }: { report: Import; run: ImportRun }) {
  const t = useTranslations('ImportExport');
  return (
    <StepCard
      title={t('undoneTitle')}
      footer={
        <Button size="lg" onClick={run.startOver}>
          {t('another')}
        </Button>
      }
    >
      <p className="text-muted-foreground">{t('undoneText', { count: report.created })}</p>
    </StepCard>
  );
}
