'use client';

import { useTranslations } from 'next-intl';
import { ChoiceCard } from '@/components/common/choice-card';
import { Field } from '@/components/common/field';
import { Select } from '@/components/ui/select';
import type { Space } from '@/lib/contract/schemas/space';

/** What becomes of what a space holds. */
export type Fate = 'transfer' | 'erase';

interface DeleteFateProps {
  fate: Fate;
  onFateChange: (fate: Fate) => void;
  /** The spaces that could take it; never none, since the default one stays. */
  targets: readonly Space[];
  target: Space | undefined;
  onTargetChange: (uuid: string) => void;
}

export function DeleteFate({ fate, onFateChange, targets, target, onTargetChange }: DeleteFateProps) {
  const t = useTranslations('Spaces');
  const card = (value: Fate, title: string) => (
    <ChoiceCard
      name="fate"
      value={value}
      checked={fate === value}
      onChange={() => onFateChange(value)}
      title={<span className="min-w-0 wrap-anywhere">{title}</span>}
      text={t(`fate.${value}.text`)}
    />
  );
  const only = targets.length === 1 ? targets[0] : undefined;
  return (
    <>
      <div role="radiogroup" aria-label={t('fateLabel')} className="flex flex-col gap-2">
        {card('transfer', only ? t('fate.transfer.titleTo', { name: only.name }) : t('fate.transfer.title'))}
        {card('erase', t('fate.erase.title'))}
      </div>
      {only || fate === 'erase' ? null : (
        <Field label={t('transferTo')}>
          {(control) => (
            <Select
              {...control}
              value={target?.uuid ?? ''}
              onValueChange={onTargetChange}
              options={targets.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            />
          )}
        </Field>
      )}
    </>
  );
}
