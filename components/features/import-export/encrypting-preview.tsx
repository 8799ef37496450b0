'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, useSyncExternalStore, type SubmitEvent } from 'react';
import {
  keyChoice,
  keyHint,
  keyProblems,
  startKeyDraft,
  type KeyDraft,
} from '@/components/entities/key-field/key-draft';
import { KeyField } from '@/components/entities/key-field/key-field';
import type { Choices, EncryptingStep } from '@/components/features/import-export/plan';
import { MergedCounts } from '@/components/features/import-export/import-preview';
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
  /** The account has keys, unlocked or not. */
  readonly hasKeys: boolean;
}

const nothing: readonly UnlockedKey[] = [];

/** The keys to choose from; null until they are known. Only for what is loaded on demand, since it brings the vault. */
function useUnlockedKeys(): KnownKeys | null {
  const unlocked = useSyncExternalStore(
    watchVault,
    () => vaultState().keys,
    () => nothing,
  );
  const { data, isError } = useQuery({
    ...encryptionQueries.keys(),
    select: ({ content }) => content.length > 0,
  });
  if (data === undefined && !isError) return null;
  return { unlocked, hasKeys: data ?? true };
}

interface EncryptingPreviewProps {
  file: File;
  step: Extract<EncryptingStep, { kind: 'preview' }>;
  onStart: (choices: Choices) => void;
  onCancel: () => void;
}

/** What a file would bring, the key that hides it and where it goes; nothing of it has left this device. */
export function EncryptingPreview({ file, step, onStart, onCancel }: EncryptingPreviewProps) {
  const t = useTranslations('ImportExport');
  const { plan, refusal } = step;
  const { report } = plan;
  const [collection, setCollection] = useState<string | null>(null);
  const { created, merged } = report;
  const brings = created + merged.bookmarks > 0;
  const key = useKey(refusal === 'WRONG_KEY');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const chosen = created > 0 ? key.choose() : { key: null, hint: undefined };
    if (chosen) onStart({ ...chosen, collection });
  };
  return (
    <form method="post" noValidate onSubmit={submit}>
      <StepCard
        stickyFooter
        title={t('previewTitle', { count: report.read })}
        caption={<FileCaption file={file} />}
        footer={
          <>
            {brings ? (
              <Button type="submit" variant="primary" size="lg" disabled={created > 0 && key.field === null}>
                <Icon name="i-lock" />
                {created > 0
                  ? t('encrypting.start', { count: created })
                  : t('startMerging', { count: merged.bookmarks })}
              </Button>
            ) : null}
            <Button variant={brings ? 'ghost' : 'primary'} size="lg" onClick={onCancel}>
              {t(brings ? 'cancel' : 'another')}
            </Button>
          </>
        }
      >
        {refusal === 'WRONG_KEY' ? null : <RefusalAlert refusal={refusal} fileName={file.name} />}
        <OutcomeBar report={report} />
        <MergedCounts merged={merged} />
        {created > 0 ? (
          <div className="flex max-w-120 flex-col gap-6">
            {key.field ?? <Skeleton className="h-16 w-full" />}
            <p className="text-second text-muted-foreground">{t('encrypting.limits')}</p>
            <TargetChoice target={collection} onChange={setCollection} hint={t('encrypting.targetHint')} />
          </div>
        ) : null}
        {brings ? null : <p className="text-muted-foreground">{t('encrypting.nothingNew')}</p>}
        {report.rows.length > 0 ? <RowReasons rows={report.rows} /> : null}
      </StepCard>
    </form>
  );
}

/** The field for the key, once it is known which there are, and what it says when somebody wants to go on. */
function useKey(isWrong: boolean) {
  const known = useUnlockedKeys();
  const { data: personal = [] } = useQuery({
    ...accountQueries.current(),
    select: ({ firstName, lastName, email }) => [firstName, lastName, email],
  });
  const [changed, setChanged] = useState<KeyDraft | null>(null);
  const [isTried, setTried] = useState(isWrong);
  if (known === null) return { field: null, choose: () => null };
  const { unlocked } = known;
  const isStillThere =
    changed && (changed.source.length < 32 || unlocked.some(({ key }) => key === changed.source));
  // A key that was typed and is none is asked for again.
  const draft = isStillThere ? changed : startKeyDraft(isWrong ? [] : unlocked, isWrong || known.hasKeys);
  const problems = keyProblems(draft);
  const shown = isWrong && changed === null ? { passphrase: 'wrong' as const } : isTried ? problems : {};
  const choose = () => {
    setTried(true);
    return Object.keys(problems).length > 0
      ? null
      : { key: keyChoice(draft), hint: keyHint(draft, unlocked) };
  };
  return {
    field: <KeyField {...known} draft={draft} onChange={setChanged} problems={shown} personal={personal} />,
    choose,
  };
}
