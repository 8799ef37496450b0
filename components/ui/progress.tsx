import { cn } from '@/lib/utils/cn';

/** Progress of an operation; `value` from 0 to 1, null while the total is unknown. */
export function Progress({
  value,
  label,
  className,
}: {
  value: number | null;
  label: string;
  className?: string;
}) {
  const known = value === null ? null : Math.min(1, Math.max(0, value));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(known === null ? {} : { 'aria-valuenow': Math.round(known * 100) })}
      className={cn('h-1.5 overflow-hidden rounded-full bg-border', className)}
    >
      <div
        className={cn(
          'h-full rounded-full bg-primary transition-[width]',
          known === null && 'w-1/3 animate-breathe',
        )}
        style={known === null ? undefined : { width: `${known * 100}%` }}
      />
    </div>
  );
}
