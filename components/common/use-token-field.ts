'use client';

import { useRef, useState, type KeyboardEvent } from 'react';
import type { Token, TokenOption } from '@/components/common/token';

export interface TokenFieldProps {
  tokens: readonly Token[];
  onRemove: (key: string) => void;
  text: string;
  onTextChange: (text: string) => void;
  /** What can be chosen for the text typed so far. */
  options: readonly TokenOption[];
  onPick: (key: string) => void;
  /** Enter, a comma or leaving the field with text in it; without it, text alone is nothing. */
  onCommit?: ((text: string) => void) | undefined;
  placeholder?: string | undefined;
  /** What is typed is not sent to a service of the browser. */
  isPrivate?: boolean;
  removeLabel: (label: string) => string;
  optionsLabel: string;
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
}

type Options = Pick<
  TokenFieldProps,
  'tokens' | 'onRemove' | 'text' | 'onTextChange' | 'options' | 'onPick' | 'onCommit'
>;

/** State and keys of a token field: which option is ready, whether the list is open, what a key does. */
export function useTokenField({ tokens, onRemove, text, onTextChange, options, onPick, onCommit }: Options) {
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isListed = open && options.length > 0;
  const shown = Math.min(active, options.length - 1);

  const change = (typed: string) => {
    onTextChange(typed);
    setOpen(true);
    // Text that only searches has its best match ready; text that is a value of its own stays what it is.
    setActive(onCommit || typed === '' ? -1 : 0);
  };
  const pick = (key: string) => {
    onPick(key);
    setActive(-1);
    input.current?.focus();
  };
  const commit = onCommit && text.trim() !== '' ? () => onCommit(text) : undefined;
  const leave = () => {
    setOpen(false);
    commit?.();
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const ready = isListed ? options[shown] : undefined;
    const last = text === '' ? tokens.at(-1) : undefined;
    const run = {
      ArrowDown: isListed ? () => setActive((shown + 1) % options.length) : () => setOpen(true),
      ArrowUp: isListed ? () => setActive(shown <= 0 ? options.length - 1 : shown - 1) : undefined,
      Enter: ready ? () => pick(ready.key) : commit,
      ',': commit,
      Escape: isListed ? () => setOpen(false) : undefined,
      Backspace: last ? () => onRemove(last.key) : undefined,
    }[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return { input, isListed, shown, setOpen, change, pick, leave, handleKeyDown };
}
