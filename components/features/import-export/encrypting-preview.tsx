'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useContractForm } from '@/components/common/contract-form';
import { useUnsaved } from '@/components/common/use-unsaved';
import { keyChoice, keyHint, startKeyDraft, withCounts } from '@/components/entities/key-field/key-draft';
import { KeyField } from '@/components/entities/key-field/key-field';
import { AnyKeyDraft, KeyInput, keyFieldProps, noKeyDraft } from '@/components/entities/key-field/key-input';
import type { Choices, EncryptingPreviewStep } from '@/components/features/import-export/plan';
import { FileReport, useFileTitle } from '@/components/features/import-export/file-report';
import { MergedCounts } from '@/components/features/import-export/import-preview';
import { hasUrl, type FileChoices } from '@/components/features/import-export/import-step';
import { FileCaption, TargetChoice } from '@/components/features/import-export/target-choice';
import { OutcomeBar, RefusalAlert, StepCard } from '@/components/features/import-export/step-card';
import { RowReasons } from '@/components/features/import-export/row-reasons';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { accountQueries } from '@/lib/api/account';
import { encryptionQueries } from '@/lib/api/encryption';
import { vaultState, watchVault } from '@/lib/vault/vault';
import type { UnlockedKey } from '@/lib/vault/vault-types';

interface KnownKeys {
  readonly unlocked: readonly UnlockedKey[];
  /** Whether the account has keys, unlocked or not. */
  readonly hasKeys: boolean;
}

const nothing: readonly UnlockedKey[] = [];

/**
 * Returns the keys to choose from; null until they are known. Only for code loaded on demand, since it includes
 * the vault.
 */
function useUnlockedKeys(): KnownKeys | null {
  const unlocked = useSyncExternalStore(
    watchVault,
    () => vaultState().keys,
    () => nothing,
  );
  const { data, isError } = useQuery({
    ...encryptionQueries.keys(),
    select: ({ content }) => content,
  });
  if (data === undefined && !isError) return null;
  return { unlocked: withCounts(unlocked, data), hasKeys: data === undefined || data.length > 0 };
}

const MergingInput = z.strictObject({ key: AnyKeyDraft, collection: z.string().nullable() });

/** Only new bookmarks are encrypted. */
const EncryptingInput = MergingInput.extend({ key: KeyInput });

interface EncryptingPreviewProps {
  file: File;
  step: EncryptingPreviewStep;
  /** The target collection of a refused attempt. */
  target: string | null;
  onChoices: (choices: FileChoices) => void;
  onStart: (choices: Choices) => void;
  onCancel: () => void;
}

/** Preview of a file's import, with the key and the target collection; none of it has left this device. */
export function EncryptingPreview(props: EncryptingPreviewProps) {
  const { file, step, onChoices, onCancel } = props;
  const t = useTranslations('ImportExport');
  const { plan, found, choices, isUpdating, refusal } = step;
  const { report } = plan;
  const canStart = !isUpdating && hasUrl(choices);
  const { created, merged } = report;
  const hasChanges = created + merged.bookmarks > 0;
  const form = useImportForm(props);
  const { control, submit, isKnown, isChanged } = form;
  const { close, question } = useUnsaved(isChanged, onCancel);
  return (
    <form method="post" noValidate onSubmit={submit}>
      <StepCard
        stickyFooter
        title={useFileTitle({ ...found, read: report.read })}
        caption={<FileCaption file={file} />}
        footer={
          <>
            {hasChanges ? (
              <Button
                type="submit"
                variant="primary"
                size="lg"
                disabled={!canStart || (created > 0 && !isKnown)}
              >
                <Icon name="i-lock" />
                {created > 0
                  ? t('encrypting.start', { count: created })
                  : t('startMerging', { count: merged.bookmarks })}
              </Button>
            ) : null}
            <Button variant={hasChanges ? 'ghost' : 'primary'} size="lg" onClick={close}>
              {t(hasChanges ? 'cancel' : 'another')}
            </Button>
          </>
        }
      >
        {refusal === 'WRONG_KEY' ? null : <RefusalAlert refusal={refusal} fileName={file.name} />}
        <OutcomeBar report={report} />
        <FileReport {...{ report: found, choices, isUpdating }} withoutCollections onChange={onChoices} />
        <MergedCounts merged={merged} />
        {created > 0 ? (
          <div className="flex max-w-120 flex-col gap-6">
            <ImportKey form={form} isWrong={refusal === 'WRONG_KEY'} />
            <p className="text-second text-muted-foreground">{t('encrypting.limits')}</p>
            <Controller
              control={control}
              name="collection"
              render={({ field: { value, onChange } }) => (
                <TargetChoice target={value} onChange={onChange} hint={t('encrypting.targetHint')} />
              )}
            />
          </div>
        ) : null}
        {hasChanges ? null : <p className="text-muted-foreground">{t('encrypting.nothingNew')}</p>}
        {report.rows.length > 0 ? <RowReasons rows={report.rows} /> : null}
      </StepCard>
      {question}
    </form>
  );
}

/** Form for the key and the collection, once the existing keys are known. */
function useImportForm({ step: { plan, refusal }, target, onStart }: EncryptingPreviewProps) {
  const t = useTranslations('ImportExport');
  const isWrong = refusal === 'WRONG_KEY';
  const known = useUnlockedKeys();
  const unlocked = known?.unlocked ?? nothing;
  // A wrong typed key is requested again.
  const start = startKeyDraft(isWrong ? nothing : unlocked, isWrong || known?.hasKeys === true);
  const isNew = plan.report.created > 0;
  const form = useContractForm({
    schema: isNew ? EncryptingInput : MergingInput,
    fields: ['key'],
    defaultValues: { key: noKeyDraft, collection: target },
    ...(known && { values: { key: start, collection: target } }),
    send: async ({ key, collection }) =>
      onStart({
        ...(isNew ? { key: keyChoice(key), hint: keyHint(key, unlocked) } : { key: null, hint: undefined }),
        collection,
      }),
    failed: t('refusal.OFFLINE'),
  });
  const [{ source, passphrase, hint }, collection] = useWatch({
    control: form.control,
    name: ['key', 'collection'],
  });
  // The id of a key that was locked after it had been chosen.
  const isGone = source.length >= 32 && !unlocked.some(({ key }) => key === source);
  const startAgain = useEffectEvent(() => form.setValue('key', start));
  useEffect(() => {
    if (isGone) startAgain();
  }, [isGone]);
  const isChanged = passphrase !== '' || hint !== '' || collection !== null;
  return { ...form, known, isKnown: source !== '', isChanged };
}

interface ImportKeyProps {
  form: ReturnType<typeof useImportForm>;
  /** Whether the typed key matches none in use. */
  isWrong: boolean;
}

function ImportKey({ form: { control, formState, known, isKnown }, isWrong }: ImportKeyProps) {
  const { data: personal = [] } = useQuery({
    ...accountQueries.current(),
    select: ({ firstName, lastName, email }) => [firstName, lastName, email],
  });
  if (known === null || !isKnown) return <Skeleton className="h-16 w-full" />;
  const isRefused = isWrong && formState.dirtyFields.key === undefined && !formState.isSubmitted;
  return (
    <Controller
      control={control}
      name="key"
      render={(key) => {
        const { problems, ...props } = keyFieldProps(key);
        const shown = isRefused ? { passphrase: 'wrong' as const } : problems;
        return <KeyField {...props} {...known} problems={shown} personal={personal} />;
      }}
    />
  );
}
