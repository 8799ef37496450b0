'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState, type ReactNode } from 'react';
import { AppLink } from '@/components/common/app-link';
import { EncryptingPreview } from '@/components/features/import-export/encrypting-preview';
import { EncryptingRun } from '@/components/features/import-export/encrypting-run';
import type { EncryptingStep } from '@/components/features/import-export/plan';
import type { Refusal } from '@/components/features/import-export/import-step';
import {
  OutcomeBar,
  RefusalAlert,
  Stage,
  StepCard,
  useStayOnPage,
} from '@/components/features/import-export/step-card';
import { noteImported } from '@/components/features/import-export/use-product-read';
import { RowReasons } from '@/components/features/import-export/row-reasons';
import { Button, buttonVariants } from '@/components/ui/button';
import { invalidation, refresh } from '@/lib/api/invalidation';
import { transportOf } from '@/lib/api/query-client';
import { isolate } from '@/lib/utils/isolate';
import { refresh as refreshVault, encryptMany, unlock, vaultState } from '@/lib/vault/vault';

interface EncryptingResultProps {
  step: Extract<EncryptingStep, { kind: 'finished' }>;
  onUndo: () => void;
  onAnother: () => void;
}

/** Result of an import, with an undo button. */
function EncryptingResult({ step, onUndo, onAnother }: EncryptingResultProps) {
  const t = useTranslations('ImportExport');
  const { report, isUndoing, refusal } = step;
  const { created, merged } = report;
  const title =
    created === 0 && merged.bookmarks > 0
      ? t('mergedDone', { count: merged.bookmarks })
      : t('doneTitle', { count: created });
  return (
    <StepCard
      title={title}
      caption={created > 0 ? t('encrypting.doneText') : null}
      footer={
        <>
          <AppLink href="/" className={buttonVariants({ variant: 'primary', size: 'lg' })}>
            {t('view')}
          </AppLink>
          {created + merged.bookmarks > 0 ? (
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

/** Reads the file and returns the state of its import; it ends with the component. */
function useEncryptingRun(
  file: File,
  onRefused: (refusal: Refusal) => void,
): [EncryptingStep, EncryptingRun] {
  const client = useQueryClient();
  const [step, setStep] = useState<EncryptingStep>({ kind: 'reading', count: 0 });
  const [run] = useState(
    () =>
      new EncryptingRun(file, {
        call: transportOf(client),
        vault: { unlock, encryptMany, refresh: refreshVault, state: vaultState },
        refreshLists: () => {
          noteImported(client, file);
          return refresh(client, invalidation['bookmarks.createEncrypted']);
        },
        onStep: setStep,
        onRefused,
      }),
  );
  useEffect(() => run.begin(), [run]);
  return [step, run];
}

interface EncryptingImportProps {
  file: File;
  /** Returns to the file selection; with a reason if this file cannot be imported. */
  onEnd: (refusal: Refusal | null) => void;
  /** Called when work begins that must not be interrupted, and when it has ended. */
  onBusy: (isBusy: boolean) => void;
}

/** All steps for a file that is encrypted on this device; loaded when one is chosen. */
export default function EncryptingImport({ file, onEnd, onBusy }: EncryptingImportProps) {
  const t = useTranslations('ImportExport');
  const [step, run] = useEncryptingRun(file, onEnd);
  // Kept here, since the preview is unmounted during an attempt.
  const [target, setTarget] = useState<string | null>(null);
  useStayOnPage(step.kind === 'encrypting' || step.kind === 'sending');
  const isBusy = step.kind !== 'preview' && step.kind !== 'finished' && step.kind !== 'undone';
  useEffect(() => {
    onBusy(isBusy);
    return () => onBusy(false);
  }, [isBusy, onBusy]);
  switch (step.kind) {
    case 'reading':
      return (
        <Work
          title={t('reading', { file: isolate(file.name) })}
          caption={t('encrypting.reading')}
          onCancel={() => onEnd(null)}
        >
          <Stage
            name={t('stageRead')}
            state="running"
            value={null}
            detail={t('readCount', { count: step.count })}
          />
        </Work>
      );
    case 'preview':
      return (
        <EncryptingPreview
          file={file}
          step={step}
          target={target}
          onChoices={(choices) => void run.setChoices(choices)}
          onStart={(choices) => {
            setTarget(choices.collection);
            void run.start(choices);
          }}
          onCancel={() => onEnd(null)}
        />
      );
    case 'encrypting':
    case 'sending':
      return <Progress step={step} />;
    case 'finished':
      return <EncryptingResult step={step} onUndo={() => void run.undo()} onAnother={() => onEnd(null)} />;
    case 'undone':
      return (
        <StepCard
          title={t('undoneTitle')}
          footer={
            <Button size="lg" onClick={() => onEnd(null)}>
              {t('another')}
            </Button>
          }
        >
          <p className="text-muted-foreground">{t('encrypting.undoneText', { count: step.count })}</p>
        </StepCard>
      );
  }
}

interface WorkProps {
  title: string;
  caption: string;
  onCancel?: () => void;
  children: ReactNode;
}

function Work({ title, caption, onCancel, children }: WorkProps) {
  const t = useTranslations('ImportExport');
  return (
    <StepCard
      title={title}
      caption={caption}
      footer={
        onCancel ? (
          <Button size="lg" onClick={onCancel}>
            {t('cancel')}
          </Button>
        ) : null
      }
    >
      <ol className="flex flex-col gap-5">{children}</ol>
    </StepCard>
  );
}

function Progress({ step }: { step: Extract<EncryptingStep, { kind: 'encrypting' | 'sending' }> }) {
  const t = useTranslations('ImportExport');
  const { kind, done, total } = step;
  const isSending = kind === 'sending';
  const count = t('encrypting.encryptedSoFar', { done, total });
  return (
    <Work title={t('importing')} caption={t('encrypting.stay')}>
      <Stage
        name={t('encrypting.stageEncrypt')}
        state={isSending ? 'done' : 'running'}
        value={done / total}
        detail={isSending ? null : count}
      />
      <Stage
        name={t('encrypting.stageSave')}
        state={isSending ? 'running' : 'waiting'}
        value={null}
        detail={null}
      />
    </Work>
  );
}
