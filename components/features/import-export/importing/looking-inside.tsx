'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { fileSize } from '@/components/features/import-export/importing/file-size';
import type { ImportRun } from '@/components/features/import-export/importing/import-run';
import type { Reading, Sending } from '@/components/features/import-export/importing/import-step';
import { LostNote } from '@/components/features/import-export/importing/lost-note';
import { Stage } from '@/components/features/import-export/importing/stage';
import { StepCard } from '@/components/features/import-export/importing/step-card';
import { Button } from '@/components/ui/button';

/** A file on its way to the service and being read there; nothing is written. */
export function LookingInside({ step, run }: { step: Sending | Reading; run: ImportRun }) {
  const t = useTranslations('ImportExport');
  const format = useFormatter();
  const { file } = step;
  const sentBytes = step.kind === 'sending' ? step.sentBytes : file.size;
  const isSent = sentBytes >= file.size;
  const report = step.kind === 'reading' ? step.report : null;
  const size = fileSize(format, file.size);
  return (
    <StepCard
      title={t('reading', { file: file.name })}
      footer={
        <Button size="lg" onClick={() => void run.cancel()}>
          {t('cancel')}
        </Button>
      }
    >
      <ol className="flex flex-col gap-5">
        <Stage
          name={t('stageSend')}
          state={isSent ? 'done' : 'running'}
          value={sentBytes / file.size}
          detail={isSent ? size : t('sentOf', { sent: fileSize(format, sentBytes), total: size })}
        />
        <Stage
          name={t('stageRead')}
          state={isSent ? 'running' : 'waiting'}
          value={null}
          detail={report ? t('readCount', { count: report.read }) : null}
        />
      </ol>
      {step.kind === 'reading' && step.isLost ? <LostNote /> : null}
    </StepCard>
  );
}
