'use client';

import { Dialog as Radix } from 'radix-ui';
import { useRef, type ComponentProps, type ReactNode } from 'react';
import { ClosedByBack } from '@/components/ui/closed-by-back';
import { rememberFocus } from '@/components/ui/focus-memory';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';
import { isComposing } from '@/lib/utils/pressed-key';

export const Dialog = Radix.Root;
export const DialogClose = Radix.Close;

const widths = { sm: 'md:w-105', md: 'md:w-130', lg: 'md:w-165' } as const;

interface DialogContentProps extends ComponentProps<typeof Radix.Content> {
  /** Name of the close button, which is shown on small screens, where there is no Escape key. */
  closeLabel: string;
  width?: keyof typeof widths;
  /** A click outside does not close the dialog, since something would be lost. */
  locked?: boolean | undefined;
  /** Temporarily invisible, without being closed. */
  isInvisible?: boolean | undefined;
  /** A card over another dialog, also on small screens. */
  isCard?: boolean | undefined;
}

/** A modal 11% from the top; on small screens a bottom sheet with a close button. */
export function DialogContent({
  closeLabel,
  width = 'md',
  locked = false,
  isInvisible = false,
  isCard = false,
  className,
  children,
  onOpenAutoFocus,
  onCloseAutoFocus,
  onEscapeKeyDown,
  ...props
}: DialogContentProps) {
  const restoreFocus = useRef<() => boolean>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  return (
    <Radix.Portal>
      <Radix.Overlay
        className={cn(
          'fixed inset-0 z-40 bg-[light-dark(rgb(31_28_24/0.4),rgb(0_0_0/0.6))] data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
          isCard && 'z-50',
          isInvisible && 'invisible',
        )}
      />
      <Radix.Content
        onEscapeKeyDown={(event) => {
          if (isComposing(event)) event.preventDefault();
          else onEscapeKeyDown?.(event);
        }}
        {...(locked ? { onInteractOutside: (event) => event.preventDefault() } : {})}
        {...props}
        onOpenAutoFocus={(event) => {
          restoreFocus.current = rememberFocus(event.target);
          onOpenAutoFocus?.(event);
        }}
        onCloseAutoFocus={(event) => {
          onCloseAutoFocus?.(event);
          // Radix restores the focus to its own trigger only, and most dialogs here are opened in other ways.
          if (!event.defaultPrevented && restoreFocus.current?.()) event.preventDefault();
        }}
        className={cn(
          'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col overflow-hidden short:overflow-y-auto rounded-t-xl border-t bg-popover text-popover-foreground shadow-modal outline-none',
          'pb-[env(safe-area-inset-bottom)] data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
          'md:inset-x-auto md:top-[11dvh] md:bottom-auto md:left-1/2 md:max-h-[78dvh] md:max-w-[calc(100vw-2rem)] md:-translate-x-1/2 md:rounded-xl md:border md:pb-0',
          'md:data-[state=closed]:animate-sink md:data-[state=open]:animate-rise',
          widths[width],
          isCard &&
            'max-md:inset-x-4 max-md:top-[26dvh] max-md:bottom-auto max-md:mx-auto max-md:max-w-105 max-md:rounded-xl max-md:border max-md:pb-0 max-md:data-[state=closed]:animate-sink max-md:data-[state=open]:animate-rise',
          isInvisible && 'invisible',
          className,
        )}
      >
        {children}
        {isInvisible ? null : <ClosedByBack close={() => closeButton.current?.click()} />}
        <Radix.Close
          ref={closeButton}
          aria-label={closeLabel}
          className="absolute top-1.5 right-1.5 grid size-11 place-items-center rounded-md text-muted-foreground hover:bg-muted md:hidden"
        >
          <Icon name="i-x" className="size-5" />
        </Radix.Close>
      </Radix.Content>
    </Radix.Portal>
  );
}

/** Title of the panel, and an optional description. */
export function DialogHeader({
  title,
  description,
  className,
}: {
  title: ReactNode;
  description?: ReactNode;
  className?: string;
}) {
  return (
    <header className={cn('px-4 pt-3.5 pr-14 pb-3 md:px-6 md:pt-5', className)}>
      <Radix.Title dir="auto" className="font-serif text-panel font-semibold">{title}</Radix.Title>
      {description ? (
        <Radix.Description dir="auto" className="mt-1 text-body text-muted-foreground">{description}</Radix.Description>
      ) : null}
    </header>
  );
}

/**
 * The part that scrolls when the content is taller than the screen; on very low screens, the whole dialog
 * scrolls.
 */
export function DialogBody({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      data-slot="dialog-body"
      className={cn('min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-1 pb-4 short:flex-none short:overflow-visible md:px-6', className)}
    />
  );
}

export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      className={cn(
        'flex flex-col-reverse gap-2 border-t px-4 py-3 short:flex-row short:justify-end touch:[&>button]:h-11 md:flex-row md:items-center md:justify-end md:px-6',
        className,
      )}
    />
  );
}

/** For dialogs whose heading is not visible (the search modal): still announced. */
export const DialogTitle = Radix.Title;
