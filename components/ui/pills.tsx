import { ButtonBase } from '@/components/ui/button-base';
import { cn } from '@/lib/utils/cn';

export interface PillOption<Value extends string = string> {
  value: Value;
  label: string;
}

export const pillClass = (active: boolean): string =>
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
export const pillRowClass =
  'flex gap-1 touch:gap-2 overflow-x-auto py-2 -my-2 [scrollbar-width:none] touch:-mx-4 touch:px-4 touch:py-2.5 touch:-my-2.5';

/** Rows whose touch targets of 44 px do not overlap. */
const pillWrapClass = 'flex flex-wrap gap-1 touch:gap-x-2 touch:gap-y-4.5';

/**
 * A single choice from a few options, controlled by its parent. A filter with many options is one row on a phone;
 * other choices wrap, so that every option is in view.
 */
export function PillChoice<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  isFilter = false,
  className,
}: {
  label: string;
  options: readonly PillOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  isFilter?: boolean;
  className?: string;
}) {
  return (
    <div role="group" aria-label={label} className={className}>
      <div className={isFilter ? cn(pillRowClass, 'md:flex-wrap touch:gap-y-4.5') : pillWrapClass}>
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
