'use client';

import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ImportRun } from '@/components/features/import-export/importing/import-run';
import type { Finished } from '@/components/features/import-export/importing/import-step';
import { OutcomeBar } from '@/components/features/import-export/importing/outcome-bar';
import { RefusalAlert } from '@/components/features/import-export/importing/refusal-alert';
import { RowReasons } from '@/components/features/import-export/importing/row-reasons';
import { StepCard } from '@/components/features/import-export/importing/step-card';
import { Button, buttonVariants } from '@/components/ui/button';

/** What an import brought, and the way to take it back. */
export function ImportResult({ step, run }: { step: Finished; run: ImportRun }) {
  const t = useTranslations('ImportExport');
  const { report, isUndoing, refusal } = step;
  const isDone = report.status === 'done';
  const { created, merged } = report;
  const changes = created + merged.bookmarks + report.collections;
  const title =
    created === 0 && merged.bookmarks > 0
      ? t('mergedDone', { count: merged.bookmarks })
      : t('doneTitle', { count: created });
  return (
    <StepCard
      title={isDone ? title : t('stoppedTitle')}
      caption={isDone && created > 0 ? t('doneText', { count: report.collections }) : null}
      footer={
        <>
          {isDone ? (
            <Link href="/" className={buttonVariants({ variant: 'primary', size: 'lg' })}>
              {t('view')}
            </Link>
          ) : null}
          {isDone && changes > 0 ? (
            <Button size="lg" pending={isUndoing} onClick={() => void run.undo()}>
              {t('undo')}
            </Button>
          ) : null}
          <Button variant="ghost" size="lg" disabled={isUndoing} onClick={run.startOver}>
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
