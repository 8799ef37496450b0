'use client';

import { Popover as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/utils/cn';

export const Popover = Radix.Root;
export const PopoverAnchor = Radix.Anchor;

export function PopoverContent({
  className,
  align = 'start',
  sideOffset = 6,
  ...props
}: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        collisionPadding={12}
        {...props}
        align={align}
        sideOffset={sideOffset}
        className={cn(
          'z-50 w-72 max-w-[calc(100vw-1.5rem)] rounded-lg border bg-popover p-3 text-popover-foreground shadow-float outline-none data-[state=open]:animate-rise',
          className,
        )}
      />
    </Radix.Portal>
  );
}
