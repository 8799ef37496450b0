'use client';

import Link from 'next/link';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import type { MenuChoice, MenuEntry, MenuItem } from '@/components/common/menu-entry';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { cn } from '@/lib/utils/cn';

export interface MenuSurfaceProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  entries: readonly MenuEntry[];
  label: string;
  /** Gets the focus back when the menu closes. */
  button: RefObject<HTMLButtonElement | null>;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  header?: ReactNode;
  className?: string | undefined;
}

/**
 * The open part of a LazyMenu. Its Radix trigger is an invisible box over the button, there to be measured: the button
 * itself exists before this module is loaded and must stay the same element, or it would lose the focus.
 */
export function MenuSurface({
  open,
  onOpenChange,
  entries,
  label,
  button,
  align = 'end',
  side,
  header,
  className,
}: MenuSurfaceProps) {
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenuTrigger asChild>
        <span aria-hidden="true" className="pointer-events-none invisible absolute inset-0" />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        container={landmarkOf(button.current)}
        aria-label={label}
        aria-labelledby={undefined}
        align={align}
        {...(side === undefined ? {} : { side })}
        {...(className === undefined ? {} : { className })}
        onInteractOutside={(event) => {
          // The button closes the menu by its own press; closing here too would let that press open it again.
          if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          button.current?.focus();
        }}
      >
        {header}
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Menus open inside the landmark of their button, so that no content of the page stands outside of all landmarks. */
const landmarkOf = (button: HTMLElement | null): HTMLElement | null =>
  button?.closest<HTMLElement>('main, header, nav, [role=dialog]') ?? null;

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'separator':
      return <DropdownMenuSeparator />;
    case 'label':
      return <DropdownMenuLabel>{entry.label}</DropdownMenuLabel>;
    case 'choice':
      return <Choice entry={entry} />;
    case 'item':
      return <Item entry={entry} />;
  }
}

function Item({ entry }: { entry: MenuItem }) {
  const { href, externalHref, onSelect, reason, keepOpen = reason !== undefined } = entry;
  const props: ComponentProps<typeof DropdownMenuItem> = {
    destructive: entry.destructive ?? false,
    disabled: entry.disabled ?? false,
    ...(reason === undefined ? {} : { 'aria-disabled': true }),
    onSelect: (event) => {
      if (keepOpen) event.preventDefault();
      if (reason === undefined) onSelect?.();
    },
  };
  const content = (
    <>
      {entry.icon ? (
        <Icon
          name={entry.icon}
          className={cn(entry.destructive ? '' : 'text-muted-foreground', reason && 'opacity-55')}
        />
      ) : null}
      {entry.leading}
      {reason === undefined ? (
        <span className="min-w-0 truncate">{entry.label}</span>
      ) : (
        <span className="max-w-56">
          <span className="block opacity-55">{entry.label}</span>
          <span className="block text-caption text-pretty text-muted-foreground">{reason}</span>
        </span>
      )}
      {entry.pending || entry.trailing ? (
        <span className="ml-auto inline-flex pl-4 text-caption text-muted-foreground">
          {entry.pending ? <Spinner /> : entry.trailing}
        </span>
      ) : null}
    </>
  );
  if (href !== undefined) {
    return (
      <DropdownMenuItem {...props} asChild>
        <Link href={href}>{content}</Link>
      </DropdownMenuItem>
    );
  }
  if (externalHref !== undefined) {
    return (
      <DropdownMenuItem {...props} asChild>
        <a href={externalHref} target="_blank" rel="noopener noreferrer">
          {content}
        </a>
      </DropdownMenuItem>
    );
  }
  return <DropdownMenuItem {...props}>{content}</DropdownMenuItem>;
}

function Choice({ entry }: { entry: MenuChoice }) {
  return (
    <>
      {entry.label === undefined ? null : <DropdownMenuLabel>{entry.label}</DropdownMenuLabel>}
      <DropdownMenuRadioGroup value={entry.value} onValueChange={entry.onValueChange}>
        {entry.options.map((option) => (
          <DropdownMenuRadioItem key={option.value} value={option.value} disabled={option.disabled ?? false}>
            {option.icon ? <Icon name={option.icon} className="text-muted-foreground" /> : null}
            <span className="min-w-0 truncate">{option.label}</span>
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}
