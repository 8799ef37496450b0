'use client';

import { useTranslations } from 'next-intl';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

/** What the handles of a list are explained by; it stands in what `useSortable` gives as `marks`. */
export const sortHintId = 'sort-hint';

/** Takes hold of its row: by pointer, finger, or with Space. The list around it does the moving, see `useSortable`. */
export function SortHandle({ name, className }: { name: string; className?: string }) {
  const t = useTranslations('Sorting');
  return (
    <ButtonBase
      data-sort-handle=""
      aria-label={t('handle', { name })}
      aria-describedby={sortHintId}
      className={cn(
        // A finger on the handle moves the row, not the page.
        'grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded-md text-faint hover:bg-card hover:text-foreground active:cursor-grabbing touch:size-11',
        className,
      )}
    >
      <Icon name="i-grip-vertical" />
    </ButtonBase>
  );
}
