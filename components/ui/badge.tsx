import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/utils/cn';

const badgeVariants = cva(
  'inline-flex h-5.5 shrink-0 items-center gap-1.5 rounded-full px-2 text-caption whitespace-nowrap',
  {
    variants: {
      tone: {
        neutral: 'bg-muted text-muted-foreground',
        outline: 'border border-border text-muted-foreground',
        accent: 'bg-accent font-medium text-primary',
        success: 'border border-success/30 font-medium text-success',
        warning: 'border border-warning/30 font-medium text-warning',
        danger: 'border border-destructive/30 font-medium text-destructive',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export function Badge({
  tone,
  className,
  ...props
}: ComponentProps<'span'> & VariantProps<typeof badgeVariants>) {
  return <span {...props} className={cn(badgeVariants({ tone }), className)} />;
}
