'use client';

import type { ComponentProps } from 'react';
import { useDisabledUntilHydrated } from '@/components/ui/use-hydrated';
import { cn } from '@/lib/utils/cn';

/** A setting that takes effect immediately; a native checkbox with the role of a switch. */
export function Switch({ className, disabled, ...props }: Omit<ComponentProps<'input'>, 'type' | 'role'>) {
  return (
    <input
      {...props}
      {...useDisabledUntilHydrated(disabled)}
      type="checkbox"
      role="switch"
      className={cn(
        'relative h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full bg-faint transition-colors touch:hit',
        "before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-card before:transition-transform before:content-['']",
        'checked:bg-primary checked:before:translate-x-4 disabled:opacity-55',
        className,
      )}
    />
  );
}
