import type { ComponentProps } from 'react';
import { fieldClass } from '@/components/ui/input';
import { cn } from '@/lib/utils/cn';

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea dir="auto" {...props} className={cn(fieldClass, 'field-sizing-content min-h-20 px-3 py-2', className)} />
  );
}
