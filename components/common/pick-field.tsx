'use client';

import { useId, useState, type KeyboardEvent } from 'react';
import { type TokenOption, TokenOptions } from '@/components/common/token-options';
import { Input } from '@/components/ui/input';
import { pressedKey } from '@/lib/utils/pressed-key';

interface PickFieldProps {
  label: string;
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  /** Options for the text typed so far, best match first. */
  options: readonly TokenOption[];
  optionsLabel: string;
  /** Shown instead of options if there are none. */
  empty: string;
  onPick: (key: string) => void;
}

/**
 * Selects one of many options by typing: the list is always open below the field, and Enter picks the
 * active option.
 */
export function PickField({
  label,
  placeholder,
  text,
  onTextChange,
  options,
  optionsLabel,
  empty,
  onPick,
}: PickFieldProps) {
  const listId = useId();
  const [active, setActive] = useState(0);
  const shown = Math.min(active, options.length - 1);

  const handleKeyDown = (event: KeyboardEvent) => {
    const ready = options[shown];
    const run = {
      ArrowDown: () => setActive((shown + 1) % options.length),
      ArrowUp: () => setActive(shown <= 0 ? options.length - 1 : shown - 1),
      Enter: () => ready && onPick(ready.key),
    }[pressedKey(event)];
    if (!run || options.length === 0) return;
    event.preventDefault();
    run();
  };
  return (
    <>
      <Input
        role="combobox"
        aria-label={label}
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shown >= 0 ? `${listId}-${shown}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          onTextChange(event.target.value);
          setActive(0);
        }}
        onKeyDown={handleKeyDown}
      />
      <div className="mt-2 h-60">
        {options.length > 0 ? (
          <TokenOptions id={listId} label={optionsLabel} options={options} active={shown} onPick={onPick} />
        ) : (
          <p role="status" className="px-2 py-1.5 text-muted-foreground">
            {empty}
          </p>
        )}
      </div>
    </>
  );
}
