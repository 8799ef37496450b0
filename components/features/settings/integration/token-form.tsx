'use client';

import { useTranslations } from 'next-intl';
import { ChoiceCard } from '@/components/common/choice-card';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { PasswordField } from '@/components/common/password-field';
import {
  expiries,
  scopes,
  type TokenFormState,
} from '@/components/features/settings/integration/use-token-form';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { Account } from '@/lib/contract/schemas/account';
import { limits } from '@/lib/contract/limits';

interface TokenFormProps {
  id: string;
  account: Account;
  form: TokenFormState;
}

/** What a token is called, what it may do, and for how long, confirmed by the password. */
export function TokenForm({ id, account, form }: TokenFormProps) {
  const t = useTranslations('Integration');
  const { values, nameError, passwordError, refusal, change, submit } = form;
  return (
    <form method="post" id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormAlert text={refusal} />
      <Field label={t('name')} hint={t('nameHint')} error={nameError}>
        {(control) => (
          <Input
            {...control}
            name="name"
            value={values.name}
            maxLength={limits.nameLength}
            autoComplete="off"
            placeholder={t('namePlaceholder')}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1.5 font-medium">{t('scopeLabel')}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {scopes.map((scope) => (
            <ChoiceCard
              key={scope}
              name="scope"
              value={scope}
              checked={values.scope === scope}
              onChange={() => change({ scope })}
              title={t(`scope.${scope}`)}
              text={t(`scopeText.${scope}`)}
            />
          ))}
        </div>
      </fieldset>
      <Field label={t('expiry')}>
        {({ id: selectId }) => (
          <Select
            id={selectId}
            value={values.expiry}
            onValueChange={(expiry) => change({ expiry })}
            options={expiries.map((value) => ({ value, label: t(`expiries.${value}`) }))}
            className="touch:h-11"
          />
        )}
      </Field>
      {account.hasPassword ? (
        <>
          {/* Tells a password manager whose password this is. */}
          <input type="email" name="username" autoComplete="username" value={account.email} readOnly hidden />
          <PasswordField
            label={t('password')}
            name="currentPassword"
            autoComplete="current-password"
            value={values.currentPassword}
            error={passwordError}
            onChange={(event) => change({ currentPassword: event.target.value })}
          />
        </>
      ) : null}
    </form>
  );
}
