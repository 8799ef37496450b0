'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { FormAlert } from '@/components/common/form-alert';
import { PasswordField } from '@/components/common/password-field';
import { passwordMinLength } from '@/components/common/password-strength';
import { StrengthHint } from '@/components/common/strength-hint';
import { useUnsaved } from '@/components/common/use-unsaved';
import { SessionList } from '@/components/features/settings/session-list';
import { SettingsSection, WithAccount } from '@/components/features/settings/settings-section';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { settingsMutations } from '@/lib/api/account-settings';
import { fieldErrors } from '@/lib/api/field-errors';
import { ApiProblem } from '@/lib/api/problem';
import type { Account } from '@/lib/contract/account';

const names = ['currentPassword', 'password', 'confirmation'] as const;
type PasswordName = (typeof names)[number];
type Values = Record<PasswordName, string>;

const empty: Values = { currentPassword: '', password: '', confirmation: '' };

/** The three fields of a change of password; they are emptied once it is done. */
function usePasswordForm() {
  const t = useTranslations('Security');
  const [values, setValues] = useState(empty);
  const [found, setFound] = useState<Partial<Values>>({});
  const save = useMutation(settingsMutations.updatePassword());

  const { question } = useUnsaved(
    names.some((name) => values[name] !== ''),
    () => setValues(empty),
  );

  const check = (): Partial<Values> => ({
    ...Object.fromEntries(names.filter((name) => values[name] === '').map((name) => [name, t('required')])),
    ...(values.password !== '' &&
      Array.from(values.password).length < passwordMinLength && { password: t('tooShort') }),
    ...(values.confirmation !== '' &&
      values.confirmation !== values.password && { confirmation: t('mismatch') }),
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    const form = event.currentTarget;
    const wrong = check();
    setFound(wrong);
    if (focusFirst(form, wrong)) return;
    const { currentPassword, password } = values;
    save.mutate(
      { body: { currentPassword, password } },
      {
        onSuccess: () => setValues(empty),
        onError: (failure) => focusFirst(form, fieldErrors(failure)),
      },
    );
  };

  const change = (name: PasswordName, value: string) => {
    setValues((current) => ({ ...current, [name]: value }));
    setFound(({ [name]: _corrected, ...rest }) => rest);
    if (!save.isPending) save.reset();
  };

  const refused: Partial<Values> = fieldErrors(save.error);
  return {
    values,
    errors: { ...refused, ...found },
    refusal: save.isError && Object.keys(refused).length === 0 ? wordsFor(save.error, t) : null,
    isPending: save.isPending,
    isDone: save.isSuccess,
    change,
    submit,
    question,
  };
}

const wordsFor = (failure: Error, t: ReturnType<typeof useTranslations<'Security'>>): string =>
  failure instanceof ApiProblem ? failure.message || t('changeFailed') : t('offline');

function focusFirst(form: HTMLFormElement, wrong: Readonly<Record<string, string | undefined>>): boolean {
  const first = names.find((name) => wrong[name] !== undefined);
  if (first) form.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  return first !== undefined;
}

/** Changes the password of somebody who knows the one in force. */
function PasswordForm({ account }: { account: Account }) {
  const t = useTranslations('Security');
  const { values, errors, refusal, isPending, isDone, change, submit, question } = usePasswordForm();
  const field = (name: PasswordName) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-90 flex-col gap-4">
      <FormAlert text={refusal} />
      {/* Tells a password manager whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={account.email} readOnly hidden />
      <PasswordField {...field('currentPassword')} label={t('current')} autoComplete="current-password" />
      <PasswordField
        {...field('password')}
        label={t('new')}
        autoComplete="new-password"
        hint={
          <StrengthHint
            password={values.password}
            personal={[account.firstName, account.lastName, account.email]}
          />
        }
      />
      <PasswordField {...field('confirmation')} label={t('confirm')} autoComplete="new-password" />
      <div className="flex min-h-10 flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" size="lg" className="touch:h-11" pending={isPending}>
          {t('change')}
        </Button>
        <p role="status" className="min-w-0 flex-1 text-second text-pretty text-muted-foreground">
          {isDone ? (
            <span className="flex items-start gap-1.5">
              <Icon name="i-check" className="mt-0.5 size-3.5 text-success" />
              {t('changed')}
            </span>
          ) : null}
        </p>
      </div>
      {question}
    </form>
  );
}

interface SecurityScreenProps {
  /** The keys of encrypted bookmarks, which another feature shows. */
  keys: ReactNode;
}

/** The password, where the account is signed in, and what only its owner can open. */
export function SecurityScreen({ keys }: SecurityScreenProps) {
  const t = useTranslations('Security');
  return (
    <div className="flex flex-col gap-10">
      <WithAccount skeleton={<Skeleton className="h-90 max-w-90" />}>
        {(account) =>
          account.hasPassword ? (
            <SettingsSection title={t('password')} text={t('passwordText')}>
              <PasswordForm account={account} />
            </SettingsSection>
          ) : (
            <SettingsSection title={t('password')} text={t('noPassword')}>
              <Link
                href="/forgot-password"
                className={buttonVariants({ size: 'lg', className: 'touch:h-11' })}
              >
                {t('choosePassword')}
              </Link>
            </SettingsSection>
          )
        }
      </WithAccount>
      <SettingsSection title={t('sessions')} text={t('sessionsText')}>
        <SessionList />
      </SettingsSection>
      <SettingsSection title={t('keys')} text={t('keysText')}>
        {keys}
      </SettingsSection>
    </div>
  );
}
