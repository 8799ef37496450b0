'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useContractForm } from '@/components/common/contract-form';
import { FormAlert } from '@/components/common/form-alert';
import { PasswordField } from '@/components/common/secret-field';
import { StrengthHint } from '@/components/common/strength-meter';
import { useUnsaved } from '@/components/common/use-unsaved';
import { SessionList } from '@/components/features/settings/session-list';
import { SettingsSection, WithAccount } from '@/components/features/settings/settings-section';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { settingsMutations } from '@/lib/api/account-settings';
import { UpdatePasswordInput, type Account } from '@/lib/contract/account';
import { limits } from '@/lib/contract/limits';
import { text } from '@/lib/contract/primitives';

const PasswordInput = UpdatePasswordInput.extend({
  currentPassword: text(limits.passwordMaxLength, 1),
  confirmation: z.string(),
}).refine(({ password, confirmation }) => password === confirmation, {
  path: ['confirmation'],
  message: 'mismatch',
});

const empty = { currentPassword: '', password: '', confirmation: '' };

/** Changes the password, which requires the current one. The fields are cleared afterwards. */
function PasswordForm({ account }: { account: Account }) {
  const t = useTranslations('Security');
  const save = useMutation(settingsMutations.updatePassword());
  const { control, formState, reset, field, submit, refusal } = useContractForm({
    schema: PasswordInput,
    fields: ['currentPassword', 'password', 'confirmation'],
    defaultValues: empty,
    words: { mismatch: t('mismatch') },
    send: async ({ currentPassword, password }) => {
      await save.mutateAsync({ body: { currentPassword, password } });
      reset(empty);
    },
    failed: t('changeFailed'),
  });
  const password = useWatch({ control, name: 'password' });
  const { isDirty, isSubmitting } = formState;
  const { question } = useUnsaved(isDirty, () => reset(empty));
  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-90 flex-col gap-4">
      <FormAlert text={refusal} />
      {/* Tells password managers which account this password belongs to. */}
      <input type="email" name="username" autoComplete="username" value={account.email} readOnly hidden />
      <PasswordField {...field('currentPassword')} label={t('current')} autoComplete="current-password" />
      <PasswordField
        {...field('password')}
        label={t('new')}
        autoComplete="new-password"
        hint={
          <StrengthHint password={password} personal={[account.firstName, account.lastName, account.email]} />
        }
      />
      <PasswordField {...field('confirmation')} label={t('confirm')} autoComplete="new-password" />
      <div className="flex min-h-10 flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" size="lg" className="touch:h-11" pending={isSubmitting}>
          {t('change')}
        </Button>
        <p role="status" className="min-w-0 flex-1 text-second text-pretty text-muted-foreground">
          {save.isSuccess && !isDirty ? (
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
  /** The keys of encrypted bookmarks, rendered by another feature. */
  keys: ReactNode;
}

/** The password, the sessions of the account, and the encryption keys. */
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
