'use client';

import type { ReactNode } from 'react';

interface BackButtonProps {
  /** The look comes from outside: this is loaded with every page, for one that is seldom seen. */
  className: string;
  children: ReactNode;
}

/** Goes to the page before, or home where this one was opened in a new tab. */
export function BackButton({ className, children }: BackButtonProps) {
  const goBack = () => (window.history.length > 1 ? window.history.back() : window.location.assign('/'));
  return (
    <button type="button" className={className} onClick={goBack}>
      {children}
    </button>
  );
}
