import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';

interface ConditionChipProps {
  /** What kind of thing it is, where the label alone does not say it. */
  kind?: string;
  label: string;
  /** The label as something that can be pressed. */
  children?: ReactNode;
  onRemove: () => void;
}

/** One condition of a search, and what removes it: an item of a list. */
export function ConditionChip({ kind, label, children, onRemove }: ConditionChipProps) {
  const t = useTranslations('Search');
  return (
    <li className="inline-flex h-6.5 max-w-full min-w-0 items-center rounded-sm bg-accent text-small touch:h-9">
      {children ?? (
        <span className="min-w-0 truncate pl-2">
          {kind === undefined ? null : <span className="text-muted-foreground">{kind} </span>}
          {label}
        </span>
      )}
      <ButtonBase
        aria-label={t('removeCondition', { name: label })}
        className="grid size-6.5 shrink-0 place-items-center text-muted-foreground hover:text-foreground touch:hit"
        onClick={onRemove}
      >
        <Icon name="i-x" className="size-3.5" />
      </ButtonBase>
    </li>
  );
}
