import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';
import { pressedKey } from '@/lib/utils/pressed-key';

interface FloatingBarProps {
  /**
   * Number of selected items. The caller announces it: a live region that is mounted with its text is not read
   * out.
   */
  status: ReactNode;
  label: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Actions on a selection; floats above the list, and above the bottom bar on small screens. Toasts are shown
 * above it (see `toasts.tsx`).
 */
export function FloatingBar({ status, label, closeLabel, onClose, children }: FloatingBarProps) {
  return (
    <div className="pointer-events-none fixed right-[calc(0.75rem+var(--removed-body-scroll-bar-size,0px))] left-3 bottom-[calc(76px+env(safe-area-inset-bottom))] z-20 flex justify-center md:bottom-5">
      <div
        role="toolbar"
        aria-label={label}
        data-floating-bar=""
        tabIndex={-1}
        onKeyDown={moveFocus}
        className="pointer-events-auto flex h-11 max-w-full animate-rise items-center gap-2 rounded-lg bg-inverse pr-1.5 pl-3.5 md:gap-2.5 text-inverse-foreground shadow-float"
      >
        <span className="shrink-0 tabular-nums">{status}</span>
        <div className="flex min-w-0 items-center gap-1.5 overflow-x-auto -mx-1 px-1 py-1 md:gap-2.5 [scrollbar-width:none]">
          {children}
        </div>
        <ButtonBase
          aria-label={closeLabel}
          title={closeLabel}
          onClick={onClose}
          className="grid size-8 shrink-0 place-items-center rounded-sm hover:bg-inverse-raised touch:hit"
        >
          <Icon name="i-x" />
        </ButtonBase>
      </div>
    </div>
  );
}

/** The left and right arrow keys move the focus between buttons, as in any toolbar. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[pressedKey(event)];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const here = buttons.findIndex((button) => button === event.target);
  if (step === undefined || here < 0) return;
  event.preventDefault();
  buttons.at((here + step) % buttons.length)?.focus();
}

export function FloatingBarButton({ className, ...props }: ComponentProps<'button'>) {
  return (
    <ButtonBase
      {...props}
      className={cn(
        'inline-flex h-7.5 shrink-0 items-center gap-2 rounded-sm bg-inverse-raised px-2 md:px-2.5 font-medium touch:hit',
        className,
      )}
    />
  );
}
