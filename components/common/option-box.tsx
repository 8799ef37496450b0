'use client';

import { useId } from 'react';
import { Checkbox } from '@/components/ui/checkbox';

interface OptionBoxProps {
  label: string;
  /** Effect of the choice. */
  text: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox with a line that explains its effect. */
export function OptionBox({ label, text, checked, disabled = false, onChange }: OptionBoxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Checkbox
        id={id}
        className="mt-px"
        aria-describedby={`${id}-text`}
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-text`} className="text-second text-pretty text-muted-foreground">
          {text}
        </p>
      </div>
    </div>
  );
}
