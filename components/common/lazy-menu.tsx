'use client';

import { useRef, useState, type ComponentType, type KeyboardEvent, type ReactNode } from 'react';
import type { MenuEntry } from '@/components/common/menu-entry';
import type { MenuSurfaceProps } from '@/components/common/menu-surface';
import { cn } from '@/lib/utils/cn';

type Surface = ComponentType<MenuSurfaceProps>;

// One load serves every menu of the page.
let loadedSurface: Surface | null = null;
const loadSurface = async (): Promise<Surface> => {
  loadedSurface ??= (await import('@/components/common/menu-surface')).MenuSurface;
  return loadedSurface;
};

/** The menu's code once it is there, and how to send for it. */
function useSurface(): [Surface | null, () => void] {
  const [Surface, setSurface] = useState<Surface | null>(() => loadedSurface);
  const prepare = () => {
    if (!Surface) void loadSurface().then((surface) => setSurface(() => surface));
  };
  return [Surface, prepare];
}

interface LazyMenuProps {
  /** Name of the menu, and of its button where the button shows no text. */
  label: string;
  /** What stands in the menu; a function is asked only while the menu is open. */
  entries: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  /** What stands on the button. */
  children: ReactNode;
  /** The button shows text of its own, so that `label` names only the menu. */
  labelled?: boolean;
  buttonClassName?: string | undefined;
  className?: string | undefined;
  menuClassName?: string | undefined;
  /** Above the entries: who is signed in. */
  header?: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  disabled?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/**
 * A plain button that loads the menu when the pointer or the focus comes near, so that the first load of a page holds
 * no menu code, and the first press waits for nothing that could have been fetched before it.
 */
export function LazyMenu({
  label,
  entries,
  children,
  labelled = false,
  buttonClassName,
  className,
  menuClassName,
  header,
  align,
  side,
  disabled = false,
  onOpenChange,
}: LazyMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [Surface, prepare] = useSurface();
  const [open, setOpen] = useState(false);

  const change = (next: boolean) => {
    prepare();
    setOpen(next);
    onOpenChange?.(next);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    change(true);
  };

  return (
    <span className={cn('relative inline-flex', className)}>
      <button
        ref={button}
        type="button"
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={open}
        {...(labelled ? {} : { 'aria-label': label, title: label })}
        className={buttonClassName}
        onPointerEnter={prepare}
        onFocus={prepare}
        onKeyDown={handleKeyDown}
        onClick={() => change(!open)}
      >
        {children}
      </button>
      {Surface ? (
        <Surface
          open={open}
          onOpenChange={change}
          entries={open ? (typeof entries === 'function' ? entries() : entries) : []}
          label={label}
          button={button}
          align={align}
          side={side}
          header={header}
          className={menuClassName}
        />
      ) : null}
    </span>
  );
}
