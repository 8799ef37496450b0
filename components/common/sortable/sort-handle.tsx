'use client';

import { useTranslations } from 'next-intl';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

/** Id of the description of all handles, which is part of the `marks` of `useSortable`. */
export const sortHintId = 'sort-hint';

/** Button that picks up its row, by pointer or keyboard. The list handles its events, see `useSortable`. */
export function SortHandle({ name, className }: { name: string; className?: string }) {
  const t = useTranslations('Sorting');
  return (
    <ButtonBase
      data-sort-handle=""
      aria-label={t('handle', { name })}
      aria-describedby={sortHintId}
      className={cn(
        // Touching the handle must not scroll the page.
        'grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded-md text-faint hover:bg-card hover:text-foreground active:cursor-grabbing touch:size-11',
        className,
      )}
    >
      <Icon name="i-grip-vertical" />
    </ButtonBase>
  );
}
