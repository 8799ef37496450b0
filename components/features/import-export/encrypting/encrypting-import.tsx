'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EncryptingPreview } from '@/components/features/import-export/encrypting/encrypting-preview';
import { EncryptingResult } from '@/components/features/import-export/encrypting/encrypting-result';
import type { EncryptingStep } from '@/components/features/import-export/encrypting/encrypting-step';
import { useEncryptingRun } from '@/components/features/import-export/encrypting/use-encrypting-run';
import type { Refusal } from '@/components/features/import-export/importing/import-step';
import { Stage } from '@/components/features/import-export/importing/stage';
import { StepCard } from '@/components/features/import-export/importing/step-card';
import { useStayOnPage } from '@/components/features/import-export/importing/use-stay-on-page';
import { Button } from '@/components/ui/button';

interface EncryptingImportProps {
  file: File;
  /** Back to the choice of a file; with the reason where this one brings nothing. */
  onEnd: (refusal: Refusal | null) => void;
}

/** The whole way of a file that is encrypted on this device; loaded when one was chosen. */
export default function EncryptingImport({ file, onEnd }: EncryptingImportProps) {
  const t = useTranslations('ImportExport');
  const [step, run] = useEncryptingRun(file, onEnd);
  useStayOnPage(step.kind === 'sealing' || step.kind === 'sending');
  switch (step.kind) {
    case 'reading':
      return (
        <Work
          title={t('reading', { file: file.name })}
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
          onStart={(choices) => void run.start(choices)}
          onCancel={() => onEnd(null)}
        />
      );
    case 'sealing':
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

function Progress({ step }: { step: Extract<EncryptingStep, { kind: 'sealing' | 'sending' }> }) {
  const t = useTranslations('ImportExport');
  const { kind, done, total } = step;
  const isSending = kind === 'sending';
  const count = t('encrypting.sealed', { done, total });
  return (
    <Work title={t('importing')} caption={t('encrypting.stay')}>
      <Stage
        name={t('encrypting.stageSeal')}
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
