'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

interface AuthHeadingProps {
  title: string;
  text?: ReactNode;
  /** Link to the other screen. */
  children?: ReactNode;
}

/** Title of a guest screen, and the link to the other one. */
export function AuthHeading({ title, text, children }: AuthHeadingProps) {
  return (
    <header className="mb-5">
      <h1 className="font-serif text-greeting font-semibold text-balance">{title}</h1>
      {text ? <p className="mt-1.5 text-pretty wrap-anywhere text-muted-foreground">{text}</p> : null}
      {children ? <p className="mt-1.5 text-small text-muted-foreground">{children}</p> : null}
    </header>
  );
}

interface DoneHeadingProps {
  title: string;
  text: string;
  /** False if the step was declined. */
  isSuccess?: boolean;
}

/** Title of a step that is done. It takes the focus, since the form that had it is gone. */
export function DoneHeading({ title, text, isSuccess = true }: DoneHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <header className="mb-6">
      <span
        className={cn(
          'mb-5 grid size-12 place-items-center rounded-xl',
          isSuccess ? 'bg-success/10 text-success' : 'bg-muted text-muted-foreground',
        )}
      >
        <Icon name={isSuccess ? 'i-check' : 'i-x'} className="size-5" />
      </span>
      <h1
        ref={heading}
        tabIndex={-1}
        className="font-serif text-greeting font-semibold text-balance outline-none"
      >
        {title}
      </h1>
      <p className="mt-1.5 text-pretty text-muted-foreground">{text}</p>
    </header>
  );
}

/** An email address in a sentence; one without a break opportunity is broken anywhere. */
export const EmailStrong = ({ children }: { children: ReactNode }) => (
  <strong className="font-medium wrap-anywhere text-foreground">{children}</strong>
);
