import { cn } from '@/lib/utils/cn';

/** A placeholder of the size of the expected content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn('block animate-breathe rounded-sm bg-border/65', className)}
    />
  );
}
