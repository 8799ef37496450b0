import type { ReactNode } from 'react';

/** An address in a sentence; one without a place to break is broken anywhere. */
export const EmailStrong = ({ children }: { children: ReactNode }) => (
  <strong className="font-medium wrap-anywhere text-foreground">{children}</strong>
);
