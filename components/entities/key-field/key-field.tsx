'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/common/field';
import { SecretField } from '@/components/common/secret-field';
import type { KeyDraft, KeyProblems } from '@/components/entities/key-field/key-draft';
import { NewKey } from '@/components/entities/key-field/new-key';
import { useKeyName } from '@/components/entities/key-field/use-key-name';
import { useKeyProblem } from '@/components/entities/key-field/use-key-problem';
import { Select } from '@/components/ui/select';
import type { UnlockedKey } from '@/lib/vault/vault-types';

export interface KeyFieldProps {
  draft: KeyDraft;
  onChange: (draft: KeyDraft) => void;
  /** From `vaultState().keys`. */
  unlocked: readonly UnlockedKey[];
  /** The account has keys, unlocked or not (`encryptionQueries.keys()`). */
  hasKeys: boolean;
  /** Shown as they are given: `keyProblems(draft)` after somebody has tried to go on, `wrong` from the vault. */
  problems: KeyProblems;
  /** Names and addresses that make a poor key. */
  personal: readonly string[];
}

/**
 * Chooses a key or makes one; a form embeds it and sends what `keyChoice(draft)` says to the vault. Its words are the
 * namespace `Keys`.
 */
export function KeyField({ draft, onChange, unlocked, hasKeys, problems, personal }: KeyFieldProps) {
  const t = useTranslations('Keys');
  const nameOf = useKeyName();
  const explain = useKeyProblem();
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
    <div className="flex flex-col gap-4">
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
