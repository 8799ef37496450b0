'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState, type ClipboardEvent, type SyntheticEvent } from 'react';
import { Field } from '@/components/common/field';
import { codeLength, foldCode, pasteCode } from '@/components/common/code-digits';
import { cn } from '@/lib/utils/cn';

interface CodeFieldProps {
  value: string;
  error: string | undefined;
  onChange: (digits: string, field: HTMLInputElement) => void;
  /** As soon as it is there. */
  takesFocus?: boolean;
}

/**
 * Six boxes for the digits of a mailed code. What takes them is one field that lies over the boxes: a paste, a
 * suggestion of the keyboard and a screen reader meet an ordinary input.
 */
export function CodeField({ value, error, onChange, takesFocus = false }: CodeFieldProps) {
  const t = useTranslations('EmailCode');
  // While an input method puts a digit together, its text is left alone.
  const [composed, setComposed] = useState<string | null>(null);

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    onChange(pasteCode(value, event.clipboardData.getData('text')), event.currentTarget);
  };
  const settle = (field: HTMLInputElement) => {
    setComposed(null);
    onChange(foldCode(field.value), field);
  };
  // What was typed or pasted before the script of the page was there.
  const input = useRef<HTMLInputElement>(null);
  const takeEarly = useEffectEvent(() => {
    if (input.current && input.current.value !== value) settle(input.current);
  });
  // After the effect: a code that is complete is sent, from what is rendered.
  useEffect(() => queueMicrotask(() => takeEarly()), []);
  return (
    <Field label={t('code')} hint={t('codeHint')} error={error}>
      {(control) => (
        <span className="group relative block">
          <input
            {...control}
            ref={input}
            name="code"
            value={composed ?? value}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- the page is here for this field alone
            autoFocus={takesFocus}
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            onPaste={paste}
            onCompositionStart={(event) => setComposed(event.currentTarget.value)}
            onCompositionEnd={(event) => settle(event.currentTarget)}
            onChange={(event) =>
              composed === null ? settle(event.currentTarget) : setComposed(event.currentTarget.value)
            }
            onSelect={keepCaretAtEnd}
            className="absolute inset-0 z-1 size-full cursor-text opacity-0"
          />
          <span aria-hidden="true" className="grid grid-cols-6 gap-2">
            {Array.from({ length: codeLength }, (_, index) => (
              <Box key={index} digit={value[index]} isNext={isNext(index, value)} isWrong={Boolean(error)} />
            ))}
          </span>
        </span>
      )}
    </Field>
  );
}

const isNext = (index: number, value: string): boolean => index === Math.min(value.length, codeLength - 1);

interface BoxProps {
  digit: string | undefined;
  /** Where the next digit goes. */
  isNext: boolean;
  isWrong: boolean;
}

const Box = ({ digit, isNext: isNextBox, isWrong }: BoxProps) => (
  <span
    className={cn(
      'grid h-13 place-items-center rounded-md border bg-card text-panel font-medium tabular-nums transition-[border-color,box-shadow]',
      isWrong ? 'border-destructive' : 'border-input',
      isNextBox &&
        'group-focus-within:border-ring group-focus-within:shadow-[0_0_0_3px_color-mix(in_oklab,var(--accent)_24%,transparent)]',
    )}
  >
    {digit ?? <span className={cn('h-5 w-px', isNextBox && 'group-focus-within:bg-foreground')} />}
  </span>
);

/** The boxes show no caret between digits, so there is none: digits are added and taken away at the end. */
function keepCaretAtEnd({ currentTarget: field }: SyntheticEvent<HTMLInputElement>): void {
  const end = field.value.length;
  const { selectionStart, selectionEnd } = field;
  if (selectionStart === selectionEnd && selectionEnd !== end) field.setSelectionRange(end, end);
}
