'use client';

import { useEffect, useId, useRef, type ReactNode } from 'react';
import { cn } from '@/lib/utils/cn';

interface StepCardProps {
  title: string;
  /** Under the title: which file, how large. */
  caption?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** The footer stays in sight while the card is taller than the screen. */
  stickyFooter?: boolean;
}

/**
 * One step of an import. What was pressed to get here is gone, so the card takes the focus and says its title, unless
 * the focus is somewhere on purpose.
 */
export function StepCard({ title, caption, children, footer, stickyFooter = false }: StepCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={card}
      role="group"
      aria-labelledby={titleId}
      tabIndex={-1}
      className="flex min-h-56 animate-fade-in flex-col rounded-xl border bg-card outline-none"
    >
      <div className="flex flex-1 flex-col gap-6 p-4 md:p-6">
        <header>
          <h3 id={titleId} className="font-serif text-panel font-semibold text-balance">
            {title}
          </h3>
          {caption ? (
            <p className="mt-1 flex items-start gap-2 text-second text-muted-foreground">{caption}</p>
          ) : null}
        </header>
        {children}
      </div>
      {footer ? (
        <footer
          className={cn(
            'flex flex-wrap gap-2 rounded-b-xl border-t bg-card px-4 py-3 md:px-6',
            stickyFooter && 'sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] md:bottom-0',
          )}
        >
          {footer}
        </footer>
      ) : null}
    </div>
  );
}
