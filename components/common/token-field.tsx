'use client';

import { useId, useState } from 'react';
import { privateInput } from '@/components/common/private-input';
import type { Token, TokenOption } from '@/components/common/token';
import { TokenChip } from '@/components/common/token-chip';
import { TokenOptions } from '@/components/common/token-options';
import { useTokenField, type TokenFieldProps } from '@/components/common/use-token-field';
import { fieldClass } from '@/components/ui/input';
import { Popover, PopoverAnchor, PopoverContent } from '@/components/ui/popover';
import { cn } from '@/lib/utils/cn';

/** A field whose values stand in it as chips, chosen from a list that opens below or typed. */
export function TokenField(props: TokenFieldProps) {
  const {
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
            role="combobox"
            aria-expanded={isListed}
            aria-controls={isListed ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isListed && shown >= 0 ? `${listId}-${shown}` : undefined}
            autoComplete="off"
            className="h-7 min-w-24 flex-1 bg-transparent px-1.5 text-body outline-none placeholder:text-faint touch:h-9"
            value={text}
            placeholder={tokens.length === 0 ? placeholder : undefined}
            onChange={(event) => change(event.target.value)}
            onKeyDown={handleKeyDown}
            onClick={() => setOpen(true)}
            onBlur={leave}
          />
        </div>
      </PopoverAnchor>
      <PopoverContent
        className="max-h-[max(6rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width)! overflow-y-auto p-1!"
        // In a dialog the list stays off its buttons.
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

const boxClass =
  'flex min-h-10 flex-wrap items-center gap-1 px-1.5 py-1 focus-within:border-ring ' +
  'focus-within:shadow-[0_0_0_3px_color-mix(in_oklab,var(--accent)_24%,transparent)]';

export type { Token, TokenOption };
