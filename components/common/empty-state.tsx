import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

interface EmptyStateProps {
  icon: `i-${string}`;
  title: ReactNode;
  /** Purpose of this screen or list. */
  text: ReactNode;
  /** The suggested next step. */
  action?: ReactNode;
  className?: string;
}

export function EmptyState({ icon, title, text, action, className }: EmptyStateProps) {
  return (
    <div className={cn('mx-auto flex max-w-100 flex-col items-center px-4 py-16 text-center', className)}>
      <span className="mb-5 grid size-12 place-items-center rounded-xl bg-muted text-muted-foreground">
        <Icon name={icon} className="size-5" />
      </span>
      <h2 dir="auto" className="font-serif text-panel font-semibold text-balance">
        {title}
      </h2>
      <p className="mt-1.5 text-body text-pretty text-muted-foreground">{text}</p>
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
