'use client';

import { useId, type ReactNode } from 'react';
import { ButtonBase } from '@/components/ui/button-base';
import { Tooltip } from '@/components/ui/tooltip';
import { cn } from '@/lib/utils/cn';

interface SuggestionChipProps {
  /** What a click does. */
  label: string;
  /** Why it is suggested. */
  detail?: string;
  onClick: () => void;
  children: ReactNode;
}

/** Something that is offered and taken by a click. */
export function SuggestionChip({ label, detail, onClick, children }: SuggestionChipProps) {
  const id = useId();
  const chip = (
    <ButtonBase
      aria-label={label}
      aria-describedby={detail === undefined ? undefined : id}
      onClick={onClick}
      className={cn(
        'inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border border-dashed border-input px-2.5 text-small',
        'text-muted-foreground transition-[background-color,color] hover:bg-muted hover:text-foreground touch:h-9',
      )}
    >
      {children}
    </ButtonBase>
  );
  if (detail === undefined) return chip;
  return (
    <>
      <Tooltip content={detail}>{chip}</Tooltip>
      <span id={id} hidden>
        {detail}
      </span>
    </>
  );
}
