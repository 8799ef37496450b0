import { cn } from '@/lib/utils/cn';

/** A quiet box of the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn('block animate-breathe rounded-sm bg-border/65', className)}
    />
  );
}
