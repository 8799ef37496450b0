'use client';

import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { ColorDot } from '@/components/common/color-dot';
import { privateInput } from '@/components/common/private-input';
import { type Token, type TokenOption, TokenOptions } from '@/components/common/token-options';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { fieldClass } from '@/components/ui/input';
import { Popover, PopoverAnchor, PopoverContent } from '@/components/ui/popover';
import { cn } from '@/lib/utils/cn';
import { pressedKey } from '@/lib/utils/pressed-key';

/** A field that shows its values as chips; they are chosen from a list that opens below, or typed. */
export function TokenField(props: TokenFieldProps) {
  const {
    ref = null,
    tokens,
    onRemove,
    text,
    options,
    placeholder,
    control,
    isPrivate = false,
    removeLabel,
    optionsLabel,
  } = props;
  const listId = useId();
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const { input, isListed, shown, setOpen, change, pick, leave, handleKeyDown } = useTokenField(props);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current, [input]);
  return (
    <Popover open={isListed} onOpenChange={setOpen}>
      <PopoverAnchor asChild>
        <div ref={setBox} className={cn(fieldClass, boxClass)}>
          {tokens.map((token) => (
            <TokenChip key={token.key} token={token} removeLabel={removeLabel} onRemove={onRemove} />
          ))}
          <input
            {...control}
            {...(isPrivate && privateInput)}
            ref={input}
            dir="auto"
            role="combobox"
            aria-expanded={isListed}
            aria-controls={isListed ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isListed && shown >= 0 ? `${listId}-${shown}` : undefined}
            autoComplete="off"
            className="h-7 min-w-24 flex-1 bg-transparent px-1.5 text-body outline-none placeholder:text-faint touch:h-9"
            value={text}
            placeholder={tokens.length === 0 ? placeholder : undefined}
            onChange={(event) => change(event.target.value, isComposingInput(event.nativeEvent))}
            // Not every browser reports the last change after it.
            onCompositionEnd={(event) => change(event.currentTarget.value, false)}
            onKeyDown={handleKeyDown}
            onClick={() => setOpen(true)}
            onBlur={leave}
          />
        </div>
      </PopoverAnchor>
      <PopoverContent
        className="max-h-[max(6rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width)! overflow-y-auto p-1!"
        // In a dialog the list does not cover its buttons.
        collisionBoundary={box?.closest('[data-slot=dialog-body]')}
        collisionPadding={4}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          if (event.target instanceof Node && box?.contains(event.target)) event.preventDefault();
        }}
      >
        <TokenOptions id={listId} label={optionsLabel} options={options} active={shown} onPick={pick} />
      </PopoverContent>
    </Popover>
  );
}

// Of an input event, not of a key.
// eslint-disable-next-line no-restricted-syntax -- as said
const isComposingInput = (event: Event): boolean => event instanceof InputEvent && event.isComposing;

const boxClass =
  'flex min-h-10 flex-wrap items-center gap-1 px-1.5 py-1 focus-within:border-ring ' +
  'focus-within:shadow-[0_0_0_3px_color-mix(in_oklab,var(--accent)_24%,transparent)]';

interface TokenChipProps {
  token: Token;
  removeLabel: (label: string) => string;
  onRemove: (key: string) => void;
}

/** A value in a token field, with a button that removes it. */
function TokenChip({ token, removeLabel, onRemove }: TokenChipProps) {
  return (
    <span className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-sm bg-muted pl-2 text-small touch:h-9">
      {token.mark ?? (token.color === undefined ? null : <ColorDot color={token.color} />)}
      <span dir="auto" className="truncate">
        {token.label}
      </span>
      <ButtonBase
        aria-label={removeLabel(token.label)}
        className="grid size-6 place-items-center rounded-sm text-muted-foreground hover:text-foreground touch:size-9"
        onClick={() => onRemove(token.key)}
      >
        <Icon name="i-x" className="size-3.5" />
      </ButtonBase>
    </span>
  );
}

export interface TokenFieldProps {
  /** Ref of the input, for a form that moves the focus to it. */
  ref?: Ref<HTMLInputElement> | undefined;
  tokens: readonly Token[];
  onRemove: (key: string) => void;
  text: string;
  /** `isComposing`: an input method is still changing the text. */
  onTextChange: (text: string, isComposing: boolean) => void;
  /** Options for the text typed so far. */
  options: readonly TokenOption[];
  onPick: (key: string) => void;
  /**
   * Called on Enter, on a comma, or when the field loses focus with text in it; without it, text alone has no
   * effect.
   */
  onCommit?: ((text: string) => void) | undefined;
  placeholder?: string | undefined;
  /** Prevents typed text from being sent to a service of the browser. */
  isPrivate?: boolean;
  removeLabel: (label: string) => string;
  optionsLabel: string;
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
}

type Options = Pick<
  TokenFieldProps,
  'tokens' | 'onRemove' | 'text' | 'onTextChange' | 'options' | 'onPick' | 'onCommit'
>;

/**
 * State and keyboard handling of a token field: which option is active, whether the list is open, what a key
 * does.
 */
function useTokenField({ tokens, onRemove, text, onTextChange, options, onPick, onCommit }: Options) {
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isListed = open && options.length > 0;
  const shown = Math.min(active, options.length - 1);

  const change = (typed: string, isComposing: boolean) => {
    onTextChange(typed, isComposing);
    setOpen(true);
    // Text that only searches has its best match preselected; text that is itself a value stays unchanged.
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
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const ready = isListed ? options[shown] : undefined;
    const last = text === '' ? tokens.at(-1) : undefined;
    const run = {
      ArrowDown: isListed ? () => setActive((shown + 1) % options.length) : () => setOpen(true),
      ArrowUp: isListed ? () => setActive(shown <= 0 ? options.length - 1 : shown - 1) : undefined,
      Enter: ready ? () => pick(ready.key) : commit,
      ',': commit,
      Escape: isListed ? () => setOpen(false) : undefined,
      Backspace: last ? () => onRemove(last.key) : undefined,
    }[pressedKey(event)];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return { input, isListed, shown, setOpen, change, pick, leave, handleKeyDown };
}
