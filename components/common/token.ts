import type { ReactNode } from 'react';

export interface Token {
  readonly key: string;
  readonly label: string;
  /** Six hexadecimal digits; a dot before the label. Null is the neutral dot of items without a color. */
  readonly color?: string | null | undefined;
}

export interface TokenOption extends Token {
  /** At the right: a count. */
  readonly detail?: ReactNode;
  /** Before the label, for items without a color. */
  readonly icon?: `i-${string}` | undefined;
  /** Creates a new item instead of choosing an existing one. */
  readonly isNew?: boolean | undefined;
}
