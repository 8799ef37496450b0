'use client';

import type { Route } from 'next';
import { useRef, useState, type ComponentProps, type PointerEvent, type ReactNode } from 'react';
import { AppLink } from '@/components/common/app-link';
import { ButtonBase } from '@/components/ui/button-base';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
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

export interface MenuItem {
  kind: 'item';
  key: string;
  label: ReactNode;
  icon?: `i-${string}` | undefined;
  /** Before the label if it is not an icon: a color dot, a favicon. */
  leading?: ReactNode;
  /** At the right: a count, a symbol. */
  trailing?: ReactNode;
  /** Keyboard shortcut, at the right on devices with a keyboard. */
  shortcut?: string | undefined;
  /** Makes the entry a link into the product. */
  href?: Route | undefined;
  /**
   * Makes the entry an external link, which opens a new tab without opener; always a URL that `isLiveUrl`
   * accepts.
   */
  externalHref?: string | undefined;
  onSelect?: (() => void) | undefined;
  /** Keeps the menu open after the selection. */
  keepOpen?: boolean | undefined;
  /** Shows a spinner at the right. */
  pending?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Why it cannot be selected, below the label. The entry stays focusable, so that screen readers read this. */
  reason?: string | undefined;
  destructive?: boolean | undefined;
}

/** A radio group. */
export interface MenuChoice {
  kind: 'choice';
  key: string;
  label?: string | undefined;
  value: string;
  options: readonly { value: string; label: ReactNode; icon?: `i-${string}`; disabled?: boolean }[];
  onValueChange: (value: string) => void;
}

/** An option that is on or off. */
export interface MenuCheck {
  kind: 'check';
  key: string;
  label: string;
  icon?: `i-${string}`;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

export type MenuEntry =
  | MenuItem
  | MenuChoice
  | MenuCheck
  | { kind: 'separator'; key: string }
  | { kind: 'label'; key: string; label: ReactNode };

interface MenuProps {
  /** Name of the menu, and of its button if the button shows no text. */
  label: string;
  /** A function is called only while the menu is open. */
  entries: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  /** Content of the button. */
  children: ReactNode;
  /** Name of the button if it shows text that `label` does not contain. */
  buttonLabel?: string;
  /** The button shows its own text, so that `label` names only the menu. */
  labelled?: boolean;
  buttonClassName?: string | undefined;
  menuClassName?: string | undefined;
  /** Above the entries. */
  header?: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  onOpenChange?: (open: boolean) => void;
}

/** A button with a dropdown menu. */
export function Menu({
  label,
  entries,
  children,
  buttonLabel = label,
  labelled = false,
  buttonClassName,
  menuClassName,
  header,
  align = 'end',
  side,
  onOpenChange,
}: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const change = (next: boolean) => {
    setContainer(landmarkOf(button.current));
    setOpen(next);
    onOpenChange?.(next);
  };
  return (
    <DropdownMenu open={open} onOpenChange={change} modal={false}>
      <DropdownMenuTrigger asChild {...useTap(() => change(!open))}>
        <ButtonBase
          ref={button}
          {...(labelled ? {} : { 'aria-label': buttonLabel, title: label })}
          className={buttonClassName}
        >
          {children}
        </ButtonBase>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        container={container}
        aria-label={label}
        aria-labelledby={undefined}
        align={align}
        {...(side === undefined ? {} : { side })}
        {...(menuClassName === undefined ? {} : { className: menuClassName })}
      >
        {header}
        {open ? <MenuEntries entries={typeof entries === 'function' ? entries() : entries} /> : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/**
 * Radix opens a menu on pointerdown, which on touch screens may be the start of scrolling: there a tap opens
 * it.
 */
function useTap(onTap: () => void) {
  const isTouch = useRef(false);
  return {
    onPointerDown: (event: PointerEvent) => {
      isTouch.current = event.pointerType === 'touch';
      if (isTouch.current) event.preventDefault();
    },
    onClick: () => {
      if (isTouch.current) onTap();
      isTouch.current = false;
    },
  };
}

/** Menus open inside the landmark of their button, so that all content of the page is in a landmark. */
export const landmarkOf = (button: HTMLElement | null): HTMLElement | null =>
  button?.closest<HTMLElement>('main, header, nav, [role=dialog]') ?? null;

export const MenuEntries = ({ entries }: { entries: readonly MenuEntry[] }) =>
  entries.map((entry) => <Entry key={entry.key} entry={entry} />);

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'separator':
      return <DropdownMenuSeparator />;
    case 'label':
      return <DropdownMenuLabel>{entry.label}</DropdownMenuLabel>;
    case 'choice':
      return <Choice entry={entry} />;
    case 'check':
      return (
        <DropdownMenuCheckboxItem
          checked={entry.checked}
          onCheckedChange={entry.onCheckedChange}
          // Several options are often changed at once.
          onSelect={(event) => event.preventDefault()}
        >
          {entry.icon ? <Icon name={entry.icon} className="text-muted-foreground" /> : null}
          <span className="min-w-0 truncate">{entry.label}</span>
        </DropdownMenuCheckboxItem>
      );
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
        <span dir="auto" className="min-w-0 truncate">
          {entry.label}
        </span>
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
      {entry.shortcut === undefined ? null : (
        <span className="ml-auto pl-4 text-caption text-muted-foreground touch:hidden">{entry.shortcut}</span>
      )}
    </>
  );
  if (href !== undefined) {
    return (
      <DropdownMenuItem {...props} asChild>
        <AppLink href={href}>{content}</AppLink>
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
            <span dir="auto" className="min-w-0 truncate">
              {option.label}
            </span>
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}
