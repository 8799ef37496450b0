'use client';

import { Select as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { fieldClass } from '@/components/ui/input';
import { Icon } from '@/components/ui/icon';
import { useDisabledUntilHydrated } from '@/components/ui/use-hydrated';
import { cn } from '@/lib/utils/cn';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: ReactNode;
}

interface SelectProps<Value extends string> {
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined;
  id?: string | undefined;
  name?: string | undefined;
  disabled?: boolean | undefined;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  className?: string | undefined;
}

export function Select<Value extends string>({
  value,
  onValueChange,
  options,
  placeholder,
  name,
  disabled,
  className,
  ...trigger
}: SelectProps<Value>) {
  const hydration = useDisabledUntilHydrated(disabled);
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      {...(name === undefined ? {} : { name })}
      disabled={hydration.disabled}
    >
      <Radix.Trigger
        {...trigger}
        {...hydration}
        className={cn(fieldClass, 'flex h-10 items-center justify-between gap-2 px-3 text-left', className)}
      >
        <span className="truncate">
          {/* The label is set here, since the server has not yet rendered the options that Radix reads it from. */}
          <Radix.Value placeholder={placeholder}>{options.find((option) => option.value === value)?.label}</Radix.Value>
        </span>
        <Icon name="i-chevrons-up-down" className="text-muted-foreground" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-80 min-w-(--radix-select-trigger-width) animate-rise overflow-hidden rounded-lg border bg-popover p-1 shadow-float"
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="flex h-8 cursor-default items-center justify-between gap-3 rounded-sm px-2 text-body outline-none data-highlighted:bg-muted touch:h-11"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Icon name="i-check" className="text-primary" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
