import type { ComponentProps } from 'react';
import { cn } from '@/lib/utils/cn';

export function Kbd({ className, ...props }: ComponentProps<'kbd'>) {
  return (
    <kbd
      {...props}
      className={cn(
        'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-[4px] border border-b-[1.5px] border-input bg-card px-1 font-sans text-tiny text-muted-foreground',
        className,
      )}
    />
  );
}
