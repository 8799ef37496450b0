'use client';

import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { EncryptingStep } from '@/components/features/import-export/encrypting/encrypting-step';
import { OutcomeBar } from '@/components/features/import-export/importing/outcome-bar';
import { RefusalAlert } from '@/components/features/import-export/importing/refusal-alert';
import { RowReasons } from '@/components/features/import-export/importing/row-reasons';
import { StepCard } from '@/components/features/import-export/importing/step-card';
import { Button, buttonVariants } from '@/components/ui/button';

interface EncryptingResultProps {
  step: Extract<EncryptingStep, { kind: 'finished' }>;
  onUndo: () => void;
  onAnother: () => void;
}

/** What came in, and the way to take it back. */
export function EncryptingResult({ step, onUndo, onAnother }: EncryptingResultProps) {
  const t = useTranslations('ImportExport');
  const { report, isUndoing, refusal } = step;
  return (
    <StepCard
      title={t('doneTitle', { count: report.created })}
      caption={report.created > 0 ? t('encrypting.doneText') : null}
      footer={
        <>
          <Link href="/" className={buttonVariants({ variant: 'primary', size: 'lg' })}>
            {t('view')}
          </Link>
          {report.created > 0 ? (
            <Button size="lg" pending={isUndoing} onClick={onUndo}>
              {t('undo')}
            </Button>
          ) : null}
          <Button variant="ghost" size="lg" disabled={isUndoing} onClick={onAnother}>
            {t('another')}
          </Button>
        </>
      }
    >
      <RefusalAlert refusal={refusal} fileName="" />
      <OutcomeBar report={report} />
      {report.rows.length > 0 ? <RowReasons rows={report.rows} /> : null}
    </StepCard>
  );
}
