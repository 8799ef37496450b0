import type { ReactNode } from 'react';

/** An email address in a sentence; one without a break opportunity is broken anywhere. */
export const EmailStrong = ({ children }: { children: ReactNode }) => (
  <strong className="font-medium wrap-anywhere text-foreground">{children}</strong>
);
