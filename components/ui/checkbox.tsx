'use client';

import type { ComponentProps } from 'react';
import { Icon } from '@/components/ui/icon';
import { useDisabledUntilHydrated } from '@/components/ui/use-hydrated';
import { cn } from '@/lib/utils/cn';

/** A native checkbox: it works in forms and without script; the mark is drawn over it. */
export function Checkbox({ className, disabled, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <span className={cn('relative inline-grid size-4.5 shrink-0 place-items-center touch:hit', className)}>
      <input
        {...props}
        {...useDisabledUntilHydrated(disabled)}
        type="checkbox"
        className={
          'peer col-start-1 row-start-1 size-full appearance-none rounded-[5px] border border-faint bg-card ' +
          'checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary ' +
          'touch:absolute touch:z-1 disabled:opacity-55'
        }
      />
      <Icon
        name="i-check"
        className="pointer-events-none z-2 col-start-1 row-start-1 hidden size-3.5 text-primary-foreground peer-checked:block peer-indeterminate:hidden"
      />
      <Icon
        name="i-minus"
        className="pointer-events-none z-2 col-start-1 row-start-1 hidden size-3.5 text-primary-foreground peer-indeterminate:block"
      />
    </span>
  );
}
