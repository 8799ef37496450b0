import type { Route } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { ButtonBase } from '@/components/ui/button-base';
import { cn } from '@/lib/utils/cn';

export interface PillLink {
  key: string;
  label: ReactNode;
  href: Route;
}

export interface PillOption<Value extends string = string> {
  value: Value;
  label: string;
}

const pillClass = (active: boolean): string =>
  cn(
    'inline-flex h-6.5 items-center rounded-full border px-2.5 text-small whitespace-nowrap transition-colors touch:hit',
    active
      ? 'border-foreground bg-card text-foreground'
      : 'border-border text-muted-foreground hover:border-input hover:text-foreground',
  );

/**
 * On a phone the row scrolls sideways instead of wrapping; negative margins extend it to the edge, and leave
 * room for the focus ring that a scroll container would clip. They are set on the inner box, so that
 * `className` can set margins.
 */
const rowClass =
  'flex gap-1 touch:gap-2 overflow-x-auto py-2 -my-2 [scrollbar-width:none] touch:-mx-4 touch:px-4 touch:py-2.5 touch:-my-2.5';

/**
 * Filters stored in the URL. Their links are not prefetched: each would render the open page on the server once more.
 */
export function PillLinks({
  label,
  items,
  current,
  className,
}: {
  label: string;
  items: readonly PillLink[];
  current: string;
  className?: string;
}) {
  return (
    <nav aria-label={label} className={className}>
      <div className={rowClass}>
      {items.map(({ key, label: text, href }) => (
        <Link
          key={key}
          href={href}
          scroll={false}
          prefetch={false}
          aria-current={key === current ? 'true' : undefined}
          className={pillClass(key === current)}
        >
          {text}
        </Link>
      ))}
      </div>
    </nav>
  );
}

/** A single choice from a few options, controlled by its parent. */
export function PillChoice<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  className,
}: {
  label: string;
  options: readonly PillOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
}) {
  return (
    <div role="group" aria-label={label} className={className}>
      <div className={rowClass}>
      {options.map((option) => (
        <ButtonBase
          key={option.value}
          aria-pressed={option.value === value}
          onClick={() => onValueChange(option.value)}
          className={pillClass(option.value === value)}
        >
          {option.label}
        </ButtonBase>
      ))}
      </div>
    </div>
  );
}
