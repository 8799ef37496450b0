'use client';
import { useTranslations } from 'next-intl';
import { useImperativeHandle, useRef, type Ref } from 'react';
import { Field } from '@/components/common/field';
import { passwordStrength } from '@/components/common/password-strength';
import { privateInput } from '@/components/common/private-input';
import { SecretField } from '@/components/common/secret-field';
import { StrengthMeter } from '@/components/common/strength-meter';
import {
  keyProblems,
  type KeyDraft,
  type KeyProblem,
  type KeyProblems,
} from '@/components/entities/key-field/key-draft';
import { RecoverySheetButton } from '@/components/entities/key-field/recovery-sheet';
import { useKeyName } from '@/components/entities/key-field/use-key-name';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { limits } from '@/lib/contract/limits';
import { generateKey } from '@/lib/vault/keys';
import { newKeyLength, type UnlockedKey } from '@/lib/vault/vault-types';

/** Strength of a new key against an attacker who has the envelopes and unlimited time. */
function KeyStrength({ passphrase, personal }: { passphrase: string; personal: readonly string[] }) {
  const t = useTranslations('Keys');
  if (passphrase === '') return <StrengthMeter strength={null} text={t('newHint')} />;
  const missing = newKeyLength - Array.from(passphrase).length;
  const strength = missing > 0 ? 'short' : passwordStrength(passphrase, personal);
  return <StrengthMeter strength={strength} text={t(`strength.${strength}`, { count: missing })} />;
}

/** Returns why a key cannot be used, as text. */
function useKeyProblem() {
  const t = useTranslations('Keys');
  return (problem: KeyProblem | undefined, { passphrase }: Pick<KeyDraft, 'passphrase'>) =>
    problem && t(`problem.${problem}`, { count: newKeyLength - Array.from(passphrase).length });
}

/** In the order of their inputs. */
const keyParts: readonly string[] = ['passphrase', 'confirmation', 'hint', 'isUnderstood'];

interface NewKeyProps {
  draft: KeyDraft;
  set: (change: Partial<KeyDraft>) => void;
  problems: KeyProblems;
  personal: readonly string[];
}

/** A new key: typed twice or generated, with a hint, and the warning that it cannot be recovered. */
function NewKey({ draft, set, problems, personal }: NewKeyProps) {
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
      <KeyGenerator draft={draft} set={set} />
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

/** A generated key is shown, since the user has to store it somewhere before it is used. */
function KeyGenerator({ draft, set }: Pick<NewKeyProps, 'draft' | 'set'>) {
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

export interface KeyFieldProps {
  /** For a form that moves the focus here. */
  ref?: Ref<{ focus: () => void }>;
  draft: KeyDraft;
  onChange: (draft: KeyDraft) => void;
  /** From `vaultState().keys`. */
  unlocked: readonly UnlockedKey[];
  /** Whether the account has keys, unlocked or not (`encryptionQueries.keys()`). */
  hasKeys: boolean;
  /** Problems to show: `keyProblems(draft)` after an attempt to submit, `wrong` from the vault. */
  problems: KeyProblems;
  /** Names and addresses of the user, which make a weak key. */
  personal: readonly string[];
}

/**
 * Selects or creates a key; a form embeds it and passes `keyChoice(draft)` to the vault. Its messages are in
 * the namespace `Keys`.
 */
export function KeyField({ ref, draft, onChange, unlocked, hasKeys, problems, personal }: KeyFieldProps) {
  const t = useTranslations('Keys');
  const nameOf = useKeyName();
  const explain = useKeyProblem();
  const box = useRef<HTMLDivElement>(null);
  // The first invalid input. It is not yet marked when the form calls this.
  useImperativeHandle(ref, () => ({
    focus: () => {
      const [first = 'passphrase'] = Object.keys(keyProblems(draft));
      box.current?.querySelectorAll('input')[keyParts.indexOf(first)]?.focus();
    },
  }));
  const sources = [
    ...unlocked.map((one) => ({
      value: one.key,
      label: t('withCount', { name: nameOf(one), count: one.count }),
    })),
    ...(hasKeys ? [{ value: 'typed', label: t('sourceTyped') }] : []),
    { value: 'new', label: t('sourceNew') },
  ];
  const set = (change: Partial<KeyDraft>) => onChange({ ...draft, ...change });
  const choose = (source: string) => set({ source, passphrase: '', confirmation: '', hint: '' });
  return (
    <div ref={box} className="flex flex-col gap-4">
      {sources.length > 1 ? (
        <Field label={t('source')} hint={t('sourceHint')}>
          {({ id, 'aria-describedby': described }) => (
            <Select
              id={id}
              aria-describedby={described}
              value={draft.source}
              onValueChange={choose}
              options={sources}
            />
          )}
        </Field>
      ) : null}
      {draft.source === 'typed' ? (
        <SecretField
          label={t('key')}
          showLabel={t('show')}
          hideLabel={t('hide')}
          isKey
          value={draft.passphrase}
          error={explain(problems.passphrase, draft)}
          hint={t('typedHint')}
          onChange={({ target }) => set({ passphrase: target.value })}
        />
      ) : null}
      {draft.source === 'new' ? (
        <NewKey draft={draft} set={set} problems={problems} personal={personal} />
      ) : null}
    </div>
  );
}
