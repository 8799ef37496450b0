'use client';

import { OTPInput, type SlotProps } from 'input-otp';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState, type ClipboardEvent, type Ref } from 'react';
import { Field } from '@/components/common/field';
import { useHydrated } from '@/components/ui/use-hydrated';
import { cn } from '@/lib/utils/cn';

const codeDigits = 6;
/** Length of the field before hydration, when the browser inserts pasted text as it is. */
const rawLength = 200;

interface CodeFieldProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (digits: string) => void;
  onBlur?: () => void;
  /** Called when the last digit is entered. */
  onComplete?: (input: HTMLInputElement) => void;
  /** Whether the field takes the focus on mount. */
  takesFocus?: boolean;
  ref?: Ref<{ focus: () => void }>;
}

/** The six digits of a mailed code, each in its own box. */
export function CodeField({
  name,
  value,
  error,
  onChange,
  onBlur,
  onComplete,
  takesFocus,
  ref,
}: CodeFieldProps) {
  const t = useTranslations('EmailCode');
  // While an input method composes a digit, its text is left unchanged.
  const [composed, setComposed] = useState<string | null>(null);
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);

  const settle = (text: string) => {
    setComposed(null);
    onChange(foldCode(text));
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    onChange(pasteCode(value, event.clipboardData.getData('text')));
  };
  const takeEarly = useEffectEvent(() => {
    if (input.current && input.current.value !== value) settle(input.current.value);
  });
  // Picks up text that was typed or pasted before hydration.
  useEffect(() => takeEarly(), []);

  return (
    <Field label={t('code')} hint={t('codeHint')} error={error}>
      {(control) => (
        <OTPInput
          {...control}
          ref={(element) => {
            input.current = element;
            if (typeof ref === 'function') ref(element);
          }}
          name={name}
          maxLength={isHydrated ? codeDigits : rawLength}
          value={composed ?? value}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the page exists only for this field
          autoFocus={takesFocus}
          spellCheck={false}
          onPaste={paste}
          onCompositionStart={(event) => setComposed(event.currentTarget.value)}
          onCompositionEnd={(event) => settle(event.currentTarget.value)}
          onChange={(text) => (composed === null ? settle(text) : setComposed(text))}
          onBlur={onBlur}
          onComplete={() => input.current && onComplete?.(input.current)}
          render={({ slots }) => (
            <span aria-hidden="true" className="grid w-full grid-cols-6 gap-2">
              {slots.slice(0, codeDigits).map((slot, index) => (
                <Box key={index} {...slot} isWrong={Boolean(error)} />
              ))}
            </span>
          )}
        />
      )}
    </Field>
  );
}

const Box = ({ char, isActive, hasFakeCaret, isWrong }: SlotProps & { isWrong: boolean }) => (
  <span
    className={cn(
      'grid h-13 place-items-center rounded-md border bg-card text-panel font-medium tabular-nums transition-[border-color,box-shadow]',
      isWrong ? 'border-destructive' : 'border-input',
      isActive && 'border-ring shadow-[0_0_0_3px_color-mix(in_oklab,var(--accent)_24%,transparent)]',
    )}
  >
    {char ?? <span className={cn('h-5 w-px', hasFakeCaret && 'bg-foreground')} />}
  </span>
);

/**
 * Returns the digits of typed or pasted text, at most as many as a code has: spaces and surrounding words are
 * ignored, and full-width digits of East Asian keyboards are converted.
 */
export function foldCode(text: string): string {
  return text.normalize('NFKC').replace(/\D+/g, '').slice(0, codeDigits);
}

/** Returns the code after a paste: a complete code replaces the current one, a part of one is appended. */
export function pasteCode(current: string, pasted: string): string {
  const digits = foldCode(pasted);
  return digits.length === codeDigits ? digits : foldCode(current + digits);
}
