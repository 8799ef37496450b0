'use client';

import { Dialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { ClosedByBack } from '@/components/ui/closed-by-back';
import { rememberFocus } from '@/components/ui/focus-memory';
import { Icon } from '@/components/ui/icon';
import { isComposing } from '@/lib/utils/pressed-key';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
}

/** A panel from the left edge, for the menu of medium-sized screens. It closes when a link in it is followed. */
export function Drawer({ open, onOpenChange, title, closeLabel, children }: DrawerProps) {
  const restoreFocus = useRef<() => boolean>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[light-dark(rgb(31_28_24/0.4),rgb(0_0_0/0.6))] data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          aria-describedby={undefined}
          onClick={({ target }) => {
            // The path alone does not tell: views of the library differ in their query.
            if (target instanceof Element && target.closest('a')) onOpenChange(false);
          }}
          onEscapeKeyDown={(event) => isComposing(event) && event.preventDefault()}
          onOpenAutoFocus={(event) => {
            restoreFocus.current = rememberFocus(event.target);
          }}
          onCloseAutoFocus={(event) => {
            // Radix only supports its own trigger, and the button is loaded before the drawer.
            if (restoreFocus.current?.()) event.preventDefault();
          }}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col overflow-hidden border-r bg-muted shadow-modal outline-none data-[state=closed]:animate-drawer-out data-[state=open]:animate-drawer-in"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <Radix.Close
            aria-label={closeLabel}
            className="absolute top-2 right-2 z-1 grid size-11 place-items-center rounded-md text-muted-foreground hover:bg-card"
          >
            <Icon name="i-x" />
          </Radix.Close>
          {children}
          <ClosedByBack close={() => onOpenChange(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
