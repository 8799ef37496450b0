import { cn } from '@/lib/utils/cn';

/** The ribbon: a bookmark that hangs out of a book. Decorative; the adjacent text carries the name. */
export function Ribbon({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 12 18"
      aria-hidden="true"
      className={cn('h-[18px] w-3 shrink-0 text-primary', className)}
    >
      <path fill="currentColor" d="M0 1a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v17l-6-4.5L0 18z" />
    </svg>
  );
}

export function Logo({ name, className }: { name: string; className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2', className)}>
      <Ribbon />
      <span className="translate-y-px font-serif text-brand font-semibold">{name}</span>
    </span>
  );
}
