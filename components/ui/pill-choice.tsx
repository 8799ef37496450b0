import { ButtonBase } from '@/components/ui/button-base';

export interface PillOption<Value extends string = string> {
  value: Value;
  label: string;
}

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
      <div className={isFilter ? 'pill-row md:flex-wrap touch:gap-y-4.5' : pillWrapClass}>
      {options.map((option) => (
        <ButtonBase
          key={option.value}
          aria-pressed={option.value === value}
          onClick={() => onValueChange(option.value)}
          className="pill"
        >
          {option.label}
        </ButtonBase>
      ))}
      </div>
    </div>
  );
}
