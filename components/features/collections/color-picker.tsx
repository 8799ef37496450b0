'use client';

import { useId, useState } from 'react';
import { ColorDot } from '@/components/common/color-dot';
import { Icon } from '@/components/ui/icon';
import { fieldClass } from '@/components/ui/input';
import { palette } from '@/lib/domain/palette';
import { cn } from '@/lib/utils/cn';

interface ColorPickerProps {
  /** Six hexadecimal digits. */
  value: string;
  onValueChange: (color: string) => void;
  /** Called with whether the text of the custom field is a color; a form with an invalid one must not be sent. */
  onValidChange?: ((valid: boolean) => void) | undefined;
  labels: {
    group: string;
    /** Accessible name of a color: its position in the palette and its digits. */
    color: (hex: string) => string;
    custom: string;
    invalid: string;
  };
}

/** The palette, and a field for any other color. */
export function ColorPicker({ value, onValueChange, onValidChange, labels }: ColorPickerProps) {
  const group = useId();
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    setText(value);
  }

  const type = (typed: string) => {
    setText(typed);
    const color = parseHexColor(typed);
    onValidChange?.(color !== null);
    if (color === null || color === value) return;
    setLastValue(color);
    onValueChange(color);
  };

  return (
    <div className="flex flex-col gap-2.5">
      <div
        role="radiogroup"
        aria-label={labels.group}
        className="flex flex-wrap gap-2 touch:gap-x-4 touch:gap-y-3"
      >
        {palette.map((color) => (
          <Swatch
            key={color}
            group={group}
            color={color}
            label={labels.color(color)}
            checked={value === color}
            onChoose={() => type(color)}
          />
        ))}
      </div>
      <CustomColor text={text} onType={type} labels={labels} />
    </div>
  );
}

interface SwatchProps {
  group: string;
  color: string;
  label: string;
  checked: boolean;
  onChoose: () => void;
}

function Swatch({ group, color, label, checked, onChoose }: SwatchProps) {
  return (
    <span className="relative grid size-7 place-items-center touch:hit" title={label}>
      <input
        type="radio"
        name={group}
        checked={checked}
        onChange={onChoose}
        aria-label={label}
        className="peer absolute inset-0 z-1 size-full cursor-pointer appearance-none rounded-full checked:ring-2 checked:ring-ring checked:ring-offset-2 checked:ring-offset-popover"
        style={{ background: `#${color}` }}
      />
      <Icon
        name="i-check"
        className="pointer-events-none relative z-2 hidden size-3.5 text-white peer-checked:block"
      />
    </span>
  );
}

interface CustomColorProps {
  text: string;
  onType: (text: string) => void;
  labels: ColorPickerProps['labels'];
}

function CustomColor({ text, onType, labels }: CustomColorProps) {
  const id = useId();
  const color = parseHexColor(text);
  return (
    <>
      <label className="flex items-center gap-2 text-second text-muted-foreground">
        {labels.custom}
        <span className="relative">
          <ColorDot
            color={color}
            className={cn('absolute top-1/2 left-3 -translate-y-1/2', color === null && 'opacity-0')}
          />
          <input
            className={cn(fieldClass, 'h-8 max-w-32 pr-2 pl-8 tabular-nums touch:h-11')}
            value={text}
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={color === null || undefined}
            aria-describedby={color === null ? `${id}-error` : undefined}
            onChange={(event) => onType(event.target.value)}
          />
        </span>
      </label>
      {color === null ? (
        <p id={`${id}-error`} role="alert" className="text-second text-destructive">
          {labels.invalid}
        </p>
      ) : null}
    </>
  );
}

/** Returns six hexadecimal digits in lower case, from input with or without `#`; null if it is not a color. */
export function parseHexColor(text: string): string | null {
  const digits = text.trim().replace(/^#/, '').toLowerCase();
  return /^[0-9a-f]{6}$/.test(digits) ? digits : null;
}
