import type { ReactNode } from 'react';

/** Title of a guest screen, and the way to the other one. */
export function AuthHeading({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children: ReactNode;
}) {
  return (
    <header className="mb-5">
      <h1 className="font-serif text-greeting font-semibold text-balance">{title}</h1>
      {text ? <p className="mt-1.5 text-pretty text-muted-foreground">{text}</p> : null}
      <p className="mt-1.5 text-small text-muted-foreground">{children}</p>
    </header>
  );
}
