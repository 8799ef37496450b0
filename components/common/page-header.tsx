import type { ReactNode } from 'react';
import { cn } from '@/lib/utils/cn';

interface PageHeaderProps {
  title: ReactNode;
  /** Beside the title: a count or a location. */
  detail?: ReactNode;
  /** At the right: sorting, adding. */
  actions?: ReactNode;
  /** The header of the small shell already shows the title; there the heading is for screen readers only. */
  titleInShell?: boolean;
  className?: string | undefined;
}

export function PageHeader({ title, detail, actions, titleInShell = false, className }: PageHeaderProps) {
  return (
    <header
      className={cn(
        'flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2',
        titleInShell && actions && 'max-md:pt-3',
        className,
      )}
    >
      <div
        className={cn('flex min-w-0 flex-wrap items-baseline gap-x-2.5', titleInShell && 'max-md:sr-only')}
      >
        <h1 dir="auto" className="min-w-0 font-serif text-screen font-semibold text-balance">
          {title}
        </h1>
        {detail ? <p className="text-body text-muted-foreground tabular-nums">{detail}</p> : null}
      </div>
      {actions ? <div className="flex max-w-full flex-wrap items-center gap-1.5">{actions}</div> : null}
    </header>
  );
}
