import type { ReactNode } from 'react';

export interface Token {
  readonly key: string;
  readonly label: string;
  /** Six hexadecimal digits; a dot before the label. Null is the quiet dot of what has no color of its own. */
  readonly color?: string | null | undefined;
}

export interface TokenOption extends Token {
  /** At the right: how many. */
  readonly detail?: ReactNode;
  /** Before the label, for what has no color. */
  readonly icon?: `i-${string}` | undefined;
  /** Makes something new instead of choosing something known. */
  readonly isNew?: boolean | undefined;
}
