import { useId, type ReactNode } from 'react';

/** A titled group of options. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 border-t py-6 first-of-type:border-t-0">
      <h2 id={id} className="font-serif text-panel font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
