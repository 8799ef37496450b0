import type { Route } from 'next';
import type { ReactNode } from 'react';

export interface MenuItem {
  kind: 'item';
  key: string;
  label: ReactNode;
  icon?: `i-${string}` | undefined;
  /** Something before the label that is not an icon: a color dot, a favicon. */
  leading?: ReactNode;
  /** What stands at the right: a count, a key. */
  trailing?: ReactNode;
  /** A link into the product instead of an action. */
  href?: Route | undefined;
  /** A link to elsewhere, which opens a new tab without opener; only ever a url that `isLiveUrl` admits. */
  externalHref?: string | undefined;
  onSelect?: (() => void) | undefined;
  /** Stay open after the choice, to show what it does. */
  keepOpen?: boolean | undefined;
  /** The choice is being carried out: a spinner stands at the right. */
  pending?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Why it cannot be chosen, below the label; it can still be reached, so that this is read. */
  reason?: string | undefined;
  destructive?: boolean | undefined;
}

/** One of a few, with a mark at the one in force. */
export interface MenuChoice {
  kind: 'choice';
  key: string;
  label?: string | undefined;
  value: string;
  options: readonly { value: string; label: ReactNode; icon?: `i-${string}`; disabled?: boolean }[];
  onValueChange: (value: string) => void;
}

export type MenuEntry =
  | MenuItem
  | MenuChoice
  | { kind: 'separator'; key: string }
  | { kind: 'label'; key: string; label: ReactNode };
