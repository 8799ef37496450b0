'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/common/field';
import { privateInput } from '@/components/common/private-input';
import { SecretField } from '@/components/common/secret-field';
import type { KeyDraft, KeyProblems } from '@/components/entities/key-field/key-draft';
import { KeyStrength } from '@/components/entities/key-field/key-strength';
import { RecoverySheetButton } from '@/components/entities/key-field/recovery-sheet';
import { useKeyProblem } from '@/components/entities/key-field/use-key-problem';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { limits } from '@/lib/contract/limits';
import { generateKey } from '@/lib/vault/generate-key';

interface NewKeyProps {
  draft: KeyDraft;
  set: (change: Partial<KeyDraft>) => void;
  problems: KeyProblems;
  personal: readonly string[];
}

/** A new key: typed twice or made here, with a hint, and the warning that nobody can bring it back. */
export function NewKey({ draft, set, problems, personal }: NewKeyProps) {
  const t = useTranslations('Keys');
  const explain = useKeyProblem();
  const { passphrase, confirmation, hint, isUnderstood } = draft;
  const secret = { showLabel: t('show'), hideLabel: t('hide'), isKey: true };
  return (
    <>
      <SecretField
        {...secret}
        label={t('newKey')}
        value={passphrase}
        error={explain(problems.passphrase, draft)}
        hint={<KeyStrength passphrase={passphrase} personal={personal} />}
        onChange={({ target }) => set({ passphrase: target.value })}
      />
      <SecretField
        {...secret}
        label={t('repeat')}
        value={confirmation}
        error={explain(problems.confirmation, draft)}
        onChange={({ target }) => set({ confirmation: target.value })}
      />
      <Making draft={draft} set={set} />
      <Field label={t('hint')} hint={t('hintHint')} error={explain(problems.hint, draft)}>
        {(control) => (
          <Input
            {...control}
            {...privateInput}
            value={hint}
            maxLength={limits.hintLength}
            onChange={({ target }) => set({ hint: target.value })}
          />
        )}
      </Field>
      <div className="rounded-lg border border-warning/40 bg-warning/8 p-3">
        <p className="flex items-start gap-2 font-medium">
          <Icon name="i-triangle-alert" className="mt-0.5 text-warning" />
          {t('lostTitle')}
        </p>
        <p className="mt-1 text-second text-muted-foreground">{t('lostText')}</p>
        <label className="mt-3 flex items-start gap-2.5">
          <Checkbox
            checked={isUnderstood}
            aria-invalid={problems.isUnderstood ? true : undefined}
            onChange={({ target }) => set({ isUnderstood: target.checked })}
          />
          <span className="min-w-0 flex-1">{t('understood')}</span>
        </label>
        {problems.isUnderstood ? (
          <p role="alert" className="mt-1.5 text-second text-destructive">
            {explain(problems.isUnderstood, draft)}
          </p>
        ) : null}
      </div>
    </>
  );
}

/** A key that was made here is shown, since it has to be kept somewhere before it is used. */
function Making({ draft, set }: Pick<NewKeyProps, 'draft' | 'set'>) {
  const t = useTranslations('Keys');
  const make = () => {
    const made = generateKey();
    set({ passphrase: made, confirmation: made });
  };
  const isMade = /^(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}$/.test(draft.passphrase);
  const isReady = draft.passphrase !== '' && draft.passphrase === draft.confirmation;
  return (
    <div className="flex flex-col gap-3">
      {isMade ? (
        <p className="rounded-md border bg-muted px-3 py-2 text-center">
          <span className="sr-only">{t('made')}</span>
          <code className="font-mono text-body tracking-wide select-all">{draft.passphrase}</code>
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button className="touch:h-11" onClick={make}>
          <Icon name="i-dices" />
          {t('make')}
        </Button>
        {isReady ? <RecoverySheetButton passphrase={draft.passphrase} hint={draft.hint} /> : null}
      </div>
    </div>
  );
}
