'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { fileSize } from '@/components/features/import-export/importing/file-size';
import type { ImportRun } from '@/components/features/import-export/importing/import-run';
import type { Importing, Sending } from '@/components/features/import-export/importing/import-step';
import { LostNote } from '@/components/features/import-export/importing/lost-note';
import { Stage } from '@/components/features/import-export/importing/stage';
import { StepCard } from '@/components/features/import-export/importing/step-card';
import { useStayOnPage } from '@/components/features/import-export/importing/use-stay-on-page';
import { Button } from '@/components/ui/button';

/** An import under way: the file on its way, then what the service has read and saved of it. */
export function ImportProgress({ step, run }: { step: Sending | Importing; run: ImportRun }) {
  const t = useTranslations('ImportExport');
  const isSending = step.kind === 'sending';
  useStayOnPage(isSending);
  const isStopping = step.kind === 'importing' && step.isStopping;
  return (
    <StepCard
      title={t('importing')}
      caption={t(isSending ? 'importingSend' : isStopping ? 'stopping' : 'importingText')}
      footer={
        <Button size="lg" pending={isStopping} onClick={() => void run.cancel()}>
          {t('cancel')}
        </Button>
      }
    >
      <ol className="flex flex-col gap-5">
        <SendStage step={step} />
        <SaveStage step={step} />
      </ol>
      {step.kind === 'importing' && step.isLost ? <LostNote /> : null}
    </StepCard>
  );
}

const isSent = (step: Sending | Importing): boolean =>
  step.kind === 'importing' || step.sentBytes >= step.file.size;

function SendStage({ step }: { step: Sending | Importing }) {
  const t = useTranslations('ImportExport');
  const format = useFormatter();
  const total = step.kind === 'sending' ? step.file.size : (step.report?.bytesTotal ?? null);
  const sent = step.kind === 'sending' ? step.sentBytes : total;
  return (
    <Stage
      name={t('stageSend')}
      state={isSent(step) ? 'done' : 'running'}
      value={sent === null || total === null ? 1 : sent / total}
      detail={
        sent === null || total === null
          ? null
          : isSent(step)
            ? fileSize(format, total)
            : t('sentOf', { sent: fileSize(format, sent), total: fileSize(format, total) })
      }
    />
  );
}

function SaveStage({ step }: { step: Sending | Importing }) {
  const t = useTranslations('ImportExport');
  const { number } = useFormatter();
  const report = step.kind === 'importing' ? step.report : null;
  const expected = step.kind === 'importing' ? (step.expected ?? report?.read ?? null) : null;
  const saved = report?.created ?? 0;
  return (
    <Stage
      name={t('stageSave')}
      state={isSent(step) ? 'running' : 'waiting'}
      value={expected === null || saved === 0 ? null : saved / expected}
      detail={expected === null ? null : t('savedOf', { saved: number(saved), total: number(expected) })}
    />
  );
}
