'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { AppLink } from '@/components/common/app-link';
import { fileSize } from '@/components/common/file-size';
import { SpaceCounts } from '@/components/features/import-export/file-report';
import { ImportPreview } from '@/components/features/import-export/import-preview';
import type { ImportRun } from '@/components/features/import-export/import-run';
import type {
  Finished,
  Importing,
  ImportStep,
  Reading,
  Sending,
} from '@/components/features/import-export/import-step';
import {
  OutcomeBar,
  RefusalAlert,
  Stage,
  StepCard,
  useStayOnPage,
} from '@/components/features/import-export/step-card';
import { RowReasons } from '@/components/features/import-export/row-reasons';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Import } from '@/lib/contract/imports';
import { isolate } from '@/lib/utils/isolate';

/** Explains that the service is temporarily unreachable, and the consequences. */
function LostNote() {
  const t = useTranslations('ImportExport');
  return (
    <p role="status" className="flex items-start gap-2 text-second text-warning">
      <Icon name="i-circle-alert" className="mt-px" />
      {t('lost')}
    </p>
  );
}

/** A running import: the upload of the file, then the progress of reading and saving. */
function ImportProgress({ step, run }: { step: Sending | Importing; run: ImportRun }) {
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

/** Result of an import, with an undo button. */
function ImportResult({ step, run }: { step: Finished; run: ImportRun }) {
  const t = useTranslations('ImportExport');
  const { report, isUndoing, refusal } = step;
  const isDone = report.status === 'done';
  const { created, merged } = report;
  // Bookmarks that existed before may have been added to collections.
  const newSpaces = report.spaces.filter(({ isNew }) => isNew).length;
  const changes =
    created +
    merged.bookmarks +
    report.collections +
    report.defaultChanges.length +
    report.duplicates +
    newSpaces;
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
            <AppLink href="/" className={buttonVariants({ variant: 'primary', size: 'lg' })}>
              {t('view')}
            </AppLink>
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
      {isDone ? <SpaceCounts spaces={report.spaces} /> : null}
      {report.rows.length > 0 ? <RowReasons rows={report.rows} /> : null}
    </StepCard>
  );
}

/** An import that was undone. */
function ImportUndone({ report, run }: { report: Import; run: ImportRun }) {
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

/** A file that is being uploaded and read by the service; nothing is written. */
function LookingInside({ step, run }: { step: Sending | Reading; run: ImportRun }) {
  const t = useTranslations('ImportExport');
  const format = useFormatter();
  const { file } = step;
  const sentBytes = step.kind === 'sending' ? step.sentBytes : file.size;
  const isSent = sentBytes >= file.size;
  const report = step.kind === 'reading' ? step.report : null;
  const size = fileSize(format, file.size);
  return (
    <StepCard
      title={t('reading', { file: isolate(file.name) })}
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

/** All steps after the file selection; loaded when a file comes near. */
export function ImportWork({ step, run }: { step: ImportStep; run: ImportRun }) {
  switch (step.kind) {
    case 'choosing':
      return null;
    case 'sending':
      return step.preview === null ? (
        <LookingInside step={step} run={run} />
      ) : (
        <ImportProgress step={step} run={run} />
      );
    case 'reading':
      return <LookingInside step={step} run={run} />;
    case 'preview':
      return <ImportPreview step={step} run={run} />;
    case 'importing':
      return <ImportProgress step={step} run={run} />;
    case 'finished':
      return <ImportResult step={step} run={run} />;
    case 'undone':
      return <ImportUndone report={step.report} run={run} />;
  }
}
