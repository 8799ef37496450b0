'use client';

import { useTranslations } from 'next-intl';
import type { ComponentProps, ReactNode } from 'react';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
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

interface EmailFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  error: string | undefined;
}

/** The last typed email, offered by the next form. */
let typedEmail = '';

/** The email of an account. Its value is remembered for the other forms of the guest screens. */
export function EmailField({ error, defaultValue, onInput, ...props }: EmailFieldProps) {
  const t = useTranslations('Auth');
  return (
    <Field label={t('email')} error={error}>
      {(control) => (
        <Input
          {...props}
          {...control}
          defaultValue={defaultValue || typedEmail}
          onInput={(event) => {
            typedEmail = event.currentTarget.value;
            onInput?.(event);
          }}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
