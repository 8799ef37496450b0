import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { useDisabledUntilHydrated } from '@/components/ui/use-hydrated';
import { cn } from '@/lib/utils/cn';

interface ChoiceCardProps extends Omit<ComponentProps<'input'>, 'type' | 'title' | 'children'> {
  title: ReactNode;
  /** Effect of the choice. */
  text?: ReactNode;
  /** Picture of the choice, above its text. */
  picture?: ReactNode;
}

/** One of a few choices that need an explanation: a native radio button as large as its text. */
export function ChoiceCard({ title, text, picture, className, disabled, ...input }: ChoiceCardProps) {
  return (
    <label
      className={cn(
        'relative cursor-pointer rounded-lg border bg-card p-3 transition-[border-color] hover:border-input',
        'has-checked:border-primary has-checked:shadow-[inset_0_0_0_1px_var(--accent)]',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        className ?? 'block',
      )}
    >
      <input
        {...input}
        {...useDisabledUntilHydrated(disabled)}
        type="radio"
        className="peer absolute inset-0 z-10 size-full cursor-pointer appearance-none rounded-lg outline-none"
      />
      {picture}
      <span className="flex flex-1 items-center justify-between gap-2 font-medium peer-checked:[&>.icon]:visible">
        {title}
        <Icon name="i-circle-check" className="invisible text-primary" />
      </span>
      {text ? <span className="mt-0.5 block text-second text-muted-foreground">{text}</span> : null}
    </label>
  );
}
