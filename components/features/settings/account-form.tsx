'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/common/field';
import { AvatarPart } from '@/components/features/settings/account/avatar-part';
import { EmailPart } from '@/components/features/settings/account/email-part';
import { SaveState } from '@/components/features/settings/save-state';
import { names, useNamesForm } from '@/components/features/settings/use-names-form';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { limits } from '@/lib/contract/limits';
import type { Account } from '@/lib/contract/schemas/account';

/** Who the account belongs to. */
export function AccountForm({ account }: { account: Account }) {
  const t = useTranslations('Settings');
  const { values, errors, isChanged, isPending, state, change, submit, question } = useNamesForm(account);
  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-90 flex-col gap-4">
      <AvatarPart account={account} planLabel={t(`plan.${account.plan}`)} />
      {names.map((name) => (
        <Field key={name} label={t(name)} error={errors[name]}>
          {(control) => (
            <Input
              {...control}
              name={name}
              value={values[name]}
              maxLength={limits.nameLength}
              autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
              onChange={(event) => change(name, event.target.value)}
            />
          )}
        </Field>
      ))}
      <EmailPart account={account} />
      <div className="flex min-h-10 flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="touch:h-11"
          pending={isPending}
          disabled={!isChanged && !isPending}
        >
          {t('save')}
        </Button>
        <SaveState state={state} failure={t('failed.account')} retry={null} />
      </div>
      {question}
    </form>
  );
}
