'use client';

import { useTranslations } from 'next-intl';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { Field } from '@/components/common/field';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  error?: string | undefined;
  /** Under the field while there is no error. */
  hint?: ReactNode;
  /** At the right of the label. */
  aside?: ReactNode;
}

/** A password that can be shown while it is typed. */
export function PasswordField({ label, error, hint, aside, ...props }: PasswordFieldProps) {
  const t = useTranslations('Password');
  const [visible, setVisible] = useState(false);
  return (
    <Field label={label} error={error} hint={hint} aside={aside}>
      {(control) => (
        <span className="relative block">
          <Input {...props} {...control} type={visible ? 'text' : 'password'} className="pr-11" />
          <button
            type="button"
            onClick={() => setVisible(!visible)}
            aria-label={t(visible ? 'hide' : 'show')}
            aria-controls={control.id}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-faint hover:text-foreground"
          >
            <Icon name={visible ? 'i-eye-off' : 'i-eye'} />
          </button>
        </span>
      )}
    </Field>
  );
}
