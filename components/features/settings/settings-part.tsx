import { useId, type ReactNode } from 'react';

interface SettingsPartProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

/** One matter of a section that holds several. */
export function SettingsPart({ title, text, children }: SettingsPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-serif text-panel font-semibold">
        {title}
      </h2>
      {text ? <p className="mt-1 max-w-160 text-pretty text-muted-foreground">{text}</p> : null}
      <div className="not-empty:mt-4">{children}</div>
    </section>
  );
}
