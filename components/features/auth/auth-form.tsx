'use client';

import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, type RefCallback, useEffect, useRef } from 'react';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { type RememberedName, rememberTyped, typedText } from '@/components/features/auth/typed-text';
import { Input } from '@/components/ui/input';
import { cn } from '@/lib/utils/cn';

interface AuthFormProps extends Omit<ComponentProps<'form'>, 'method' | 'noValidate'> {
  /** Why the form as a whole was rejected. */
  refusal: string | null;
}

/**
 * The form of a guest screen. The first empty field gets the focus. Errors do not move the fields: each has a
 * line reserved for its error (see `RoomForNote` for longer notes), and the alert of the form comes last.
 */
export function AuthForm({ refusal, className, children, ...props }: AuthFormProps) {
  return (
    <form
      {...props}
      method="post"
      noValidate
      ref={focusFirstEmpty}
      className={cn(
        'flex flex-col gap-1.5 [--note:--spacing(5)] [&_[data-slot=field-note]]:block [&_[data-slot=field-note]]:min-h-(--note)',
        className,
      )}
    >
      {children}
      <div className="mt-3 empty:hidden">
        <FormAlert text={refusal} />
      </div>
    </form>
  );
}

/** Does nothing if the focus is already somewhere on the page. */
function focusFirstEmpty(form: HTMLFormElement | null): void {
  if (form === null || document.activeElement !== document.body) return;
  [...form.elements]
    .find(
      (element): element is HTMLInputElement => element instanceof HTMLInputElement && element.value === '',
    )
    ?.focus();
}

const noteHeights = {
  lines: '[--note:--spacing(9)]',
  meter: '[--note:--spacing(11.5)]',
};

/** Reserves the height of the tallest note of a field: an error of two lines, or a strength meter. */
export const RoomForNote = ({ of, children }: { of: keyof typeof noteHeights; children: ReactNode }) => (
  <div className={noteHeights[of]}>{children}</div>
);

interface RememberedInputProps extends ComponentProps<'input'> {
  name: RememberedName;
  ref: RefCallback<HTMLInputElement>;
}

/** Fills in a text that is selected where the user is about to type, who would otherwise append to it. */
function offerText(input: HTMLInputElement, text: string): void {
  input.value = text;
  if (input === document.activeElement) input.select();
}

/** A text field whose text is offered by the other forms of the guest screens, also after a full load. */
export function RememberedInput({ name, ref, onInput, ...props }: RememberedInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Text that was typed before hydration caused no event.
    const text = input.current?.value ?? '';
    if (text !== '') rememberTyped(name, text);
  }, [name]);
  return (
    <Input
      {...props}
      name={name}
      ref={(element) => {
        // Before the form reads the field: at hydration, text that was typed before it stays.
        if (element?.value === '') offerText(element, typedText(name));
        ref(element);
        input.current = element;
      }}
      onInput={(event) => {
        rememberTyped(name, event.currentTarget.value);
        onInput?.(event);
      }}
    />
  );
}

interface EmailFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'ref' | 'type'> {
  error: string | undefined;
  name: string;
  ref: RefCallback<HTMLInputElement>;
}

/** The email of an account. */
export function EmailField({ error, ...props }: EmailFieldProps) {
  const t = useTranslations('Auth');
  return (
    <Field label={t('email')} error={error}>
      {(control) => (
        <RememberedInput
          {...props}
          {...control}
          required
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
