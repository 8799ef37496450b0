import type { ComponentProps } from 'react';
import { cn } from '@/lib/utils/cn';

/** Classes of every text field; shared by input, textarea and select. */
export const fieldClass =
  'w-full min-w-0 rounded-md border border-input bg-card text-body text-foreground outline-none ' +
  'placeholder:text-faint transition-[border-color,box-shadow] ' +
  'focus-visible:border-ring focus-visible:shadow-[0_0_0_3px_color-mix(in_oklab,var(--accent)_24%,transparent)] ' +
  'aria-invalid:border-destructive disabled:bg-muted disabled:text-muted-foreground';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  // The text decides the direction, whatever the language of the page.
  return <input dir="auto" {...props} className={cn(fieldClass, 'h-10 px-3', className)} />;
}
