import type { ComponentProps } from 'react';
import { cn } from '@/lib/utils/cn';

export function Label({ className, htmlFor, ...props }: ComponentProps<'label'>) {
  return <label {...props} htmlFor={htmlFor} className={cn('text-body font-medium', className)} />;
}
