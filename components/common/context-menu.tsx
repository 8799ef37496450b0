'use client';

import { useLayoutEffect } from 'react';
import { landmarkOf, MenuEntries, type MenuEntry } from '@/components/common/menu';
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '@/components/ui/dropdown-menu';

/** Where a context menu was asked for: on an element, at a position in the window in pixels. */
export interface MenuPoint {
  readonly origin: HTMLElement;
  readonly x: number;
  readonly y: number;
}

interface ContextMenuProps {
  label: string;
  at: MenuPoint;
  entries: () => readonly MenuEntry[];
  onClose: () => void;
}

const focusOrigin = ({ origin }: MenuPoint): void =>
  origin.querySelector<HTMLElement>('[data-focus]')?.focus({ preventScroll: true });

/** An open menu at a point. When it closes, the focus goes to the element that it was asked for on. */
export function ContextMenu({ label, at, entries, onClose }: ContextMenuProps) {
  // Before the menu takes the focus, so that a dialog that it opens gives it back. The click may have been beside the
  // link.
  useLayoutEffect(() => focusOrigin(at), [at]);
  return (
    <DropdownMenu open onOpenChange={(open) => (open ? undefined : onClose())} modal={false}>
      <DropdownMenuTrigger asChild>
        <span aria-hidden="true" className="fixed size-0" style={{ left: at.x, top: at.y }} />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        container={landmarkOf(at.origin)}
        aria-label={label}
        aria-labelledby={undefined}
        align="start"
        sideOffset={2}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          focusOrigin(at);
        }}
      >
        <MenuEntries entries={entries()} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
