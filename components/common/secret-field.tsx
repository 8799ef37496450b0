'use client';

import { useTranslations } from 'next-intl';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { Field } from '@/components/common/field';
import { privateInput } from '@/components/common/private-input';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { useHydrated } from '@/components/ui/use-hydrated';
import { cn } from '@/lib/utils/cn';

interface SecretFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  /**
   * Whether it holds an encryption key: browsers offer to save and sync every password field, so it is a text
   * field that CSS masks.
   */
  isKey?: boolean;
  label: string;
  error?: string | undefined;
  /** Below the field while there is no error. */
  hint?: ReactNode;
  /** At the right of the label. */
  aside?: ReactNode;
  /** Labels of the button that shows and hides the text. */
  showLabel: string;
  hideLabel: string;
}

/** A field whose text is hidden, and can be shown while typing. */
export function SecretField(allProps: SecretFieldProps) {
  const { label, error, hint, aside, showLabel, hideLabel, isKey = false, ...props } = allProps;
  const [visible, setVisible] = useState(false);
  const isMasked = useHydrated() && isKey && CSS.supports('-webkit-text-security', 'disc');
  return (
    <Field label={label} error={error} hint={hint} aside={aside}>
      {(control) => (
        <span className="relative block">
          <Input
            {...props}
            {...control}
            {...(isKey && privateInput)}
            type={visible || isMasked ? 'text' : 'password'}
            className={cn('pr-11', isMasked && !visible && '[-webkit-text-security:disc]')}
          />
          <ButtonBase
            onClick={() => setVisible(!visible)}
            aria-label={visible ? hideLabel : showLabel}
            aria-controls={control.id}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-faint hover:text-foreground"
          >
            <Icon name={visible ? 'i-eye-off' : 'i-eye'} />
          </ButtonBase>
        </span>
      )}
    </Field>
  );
}

/** Tells password managers which account the passwords of a form belong to. */
export const PasswordOwner = ({ email }: { email: string }) => (
  <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
);

/** A password field whose text can be shown while typing. */
export function PasswordField(props: Omit<SecretFieldProps, 'showLabel' | 'hideLabel'>) {
  const t = useTranslations('Password');
  return <SecretField {...props} showLabel={t('show')} hideLabel={t('hide')} />;
}
