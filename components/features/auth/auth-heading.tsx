import type { ReactNode } from 'react';

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
      {text ? <p className="mt-1.5 text-pretty text-muted-foreground">{text}</p> : null}
      {children ? <p className="mt-1.5 text-small text-muted-foreground">{children}</p> : null}
    </header>
  );
}
