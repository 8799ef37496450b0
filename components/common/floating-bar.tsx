import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

interface FloatingBarProps {
  /** How many are selected; announced when it changes. */
  status: ReactNode;
  label: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** What can be done with a selection; floats above the list, above the bottom bar on small screens. */
export function FloatingBar({ status, label, closeLabel, onClose, children }: FloatingBarProps) {
  return (
    <div className="pointer-events-none fixed inset-x-3 bottom-[calc(76px+env(safe-area-inset-bottom))] z-20 flex justify-center md:bottom-5">
      <div
        role="toolbar"
        aria-label={label}
        className="pointer-events-auto flex h-11 max-w-full animate-rise items-center gap-2 rounded-lg bg-inverse pr-1.5 pl-3.5 md:gap-2.5 text-inverse-foreground shadow-float"
      >
        <span role="status" className="shrink-0 tabular-nums">
          {status}
        </span>
        <div className="flex min-w-0 items-center gap-1.5 overflow-x-auto py-1 md:gap-2.5 [scrollbar-width:none]">
          {children}
        </div>
        <button
          type="button"
          aria-label={closeLabel}
          title={closeLabel}
          onClick={onClose}
          className="grid size-8 shrink-0 place-items-center rounded-sm hover:bg-inverse-raised touch:hit"
        >
          <Icon name="i-x" />
        </button>
      </div>
    </div>
  );
}

export function FloatingBarButton({ className, ...props }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className={cn(
        'inline-flex h-[30px] shrink-0 items-center gap-2 rounded-sm bg-inverse-raised px-2 md:px-2.5 font-medium touch:hit',
        className,
      )}
    />
  );
}
