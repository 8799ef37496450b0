'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useContractForm } from '@/components/common/contract-form';
import { copyText } from '@/components/common/copy-text';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { PasswordField, PasswordOwner } from '@/components/common/secret-field';
import { useUnsaved } from '@/components/common/use-unsaved';
import { endOf, expiries, ExpirySelect, FetchesPages, ScopeChoice } from '@/components/entities/token-terms';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { fieldClass, Input } from '@/components/ui/input';
import { settingsMutations } from '@/lib/api/account-settings';
import type { Account } from '@/lib/contract/account';
import { limits } from '@/lib/contract/limits';
import { text } from '@/lib/contract/primitives';
import { CreateTokenInput } from '@/lib/contract/tokens';
import { cn } from '@/lib/utils/cn';

const TokenInput = CreateTokenInput.omit({ expiresAt: true }).extend({
  expiry: z.enum(expiries),
  fetchesPages: z.boolean(),
});
const TokenInputWithPassword = TokenInput.extend({ currentPassword: text(limits.passwordMaxLength, 1) });

type TokenFormState = ReturnType<typeof useTokenForm>;

/** Form of a new token, and the token itself once it is created. It is stored nowhere else. */
function useTokenForm({ hasPassword }: Pick<Account, 'hasPassword'>) {
  const t = useTranslations('Integration');
  const create = useMutation({ ...settingsMutations.createToken(), gcTime: 0 });
  const form = useContractForm({
    schema: hasPassword ? TokenInputWithPassword : TokenInput,
    fields: ['name', 'currentPassword'],
    defaultValues: {
      name: '',
      scope: 'read',
      expiry: '90',
      fetchesPages: false,
      ...(hasPassword && { currentPassword: '' }),
    },
    words: { 'name.required': t('nameRequired'), 'currentPassword.required': t('passwordMissing') },
    send: async ({ expiry, ...rest }) => {
      await create.mutateAsync({ body: { ...rest, expiresAt: endOf(expiry, Date.now()) } });
    },
    failed: t('createFailed'),
  });
  return { ...form, made: create.data?.token ?? null };
}

interface TokenFormProps {
  id: string;
  account: Account;
  form: TokenFormState;
}

/** Name, permissions and lifetime of a token, confirmed by the password. */
function TokenForm({ id, account, form }: TokenFormProps) {
  const t = useTranslations('Integration');
  const { control, register, field, error, submit, refusal } = form;
  const scope = useWatch({ control, name: 'scope' });
  return (
    <form method="post" id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormAlert text={refusal} />
      <Field label={t('name')} hint={t('nameHint')} error={error('name')}>
        {(props) => (
          <Input
            {...props}
            {...register('name')}
            maxLength={limits.nameLength}
            autoComplete="off"
            placeholder={t('namePlaceholder')}
          />
        )}
      </Field>
      <ScopeChoice field={register('scope')} />
      {scope === 'write' ? (
        <Controller
          control={control}
          name="fetchesPages"
          render={({ field: { value, onChange } }) => <FetchesPages checked={value} onChange={onChange} />}
        />
      ) : null}
      <Controller
        control={control}
        name="expiry"
        render={({ field: { value, onChange } }) => <ExpirySelect value={value} onValueChange={onChange} />}
      />
      {account.hasPassword ? (
        <>
          <PasswordOwner email={account.email} />
          <PasswordField
            {...field('currentPassword')}
            label={t('password')}
            autoComplete="current-password"
          />
        </>
      ) : null}
    </form>
  );
}

/** Creates a token, and then shows it, only this once. */
export function TokenDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useTranslations('Integration');
  const formId = useId();
  const form = useTokenForm(account);
  const { close, question } = useUnsaved(form.formState.isDirty || form.made !== null, onClose);
  const dismiss = () => (form.made === null ? close() : onClose());
  return (
    // While it is being created, closing would leave a token that was never shown.
    <Dialog open onOpenChange={(open) => (open || form.formState.isSubmitting ? undefined : dismiss())}>
      <DialogContent
        closeLabel={t('close')}
        width="sm"
        locked={form.made !== null}
        // The token is shown only once: a key pressed by habit must not close the dialog.
        onEscapeKeyDown={(event) => (form.made === null ? undefined : event.preventDefault())}
      >
        {form.made === null ? (
          <>
            <DialogHeader title={t('dialogTitle')} description={t('tokensText')} />
            <DialogBody>
              <TokenForm id={formId} account={account} form={form} />
            </DialogBody>
            <DialogFooter>
              <DialogClose asChild>
                <Button className="touch:h-11">{t('cancel')}</Button>
              </DialogClose>
              <Button
                type="submit"
                form={formId}
                variant="primary"
                className="touch:h-11"
                pending={form.formState.isSubmitting}
              >
                {t('create')}
              </Button>
            </DialogFooter>
          </>
        ) : (
          <>
            <DialogHeader title={t('madeTitle')} description={t('madeText')} />
            <DialogBody>
              <MadeToken token={form.made} />
            </DialogBody>
            <DialogFooter>
              <DialogClose asChild>
                <Button className="touch:h-11">{t('done')}</Button>
              </DialogClose>
            </DialogFooter>
          </>
        )}
      </DialogContent>
      {question}
    </Dialog>
  );
}

function MadeToken({ token }: { token: string }) {
  const t = useTranslations('Integration');
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null);
  const copy = async () => {
    const isDone = await copyText(token);
    setOutcome(isDone ? 'copied' : 'copyFailed');
  };
  return (
    <div className="flex flex-col gap-3">
      <textarea
        readOnly
        rows={3}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the focused button is gone, and the token is the purpose of the dialog
        autoFocus
        aria-label={t('token')}
        value={token}
        onFocus={(event) => event.currentTarget.select()}
        className={cn(fieldClass, 'resize-none px-3 py-2 font-mono break-all')}
      />
      <div className="flex items-center gap-3">
        <Button variant="primary" className="touch:h-11" onClick={() => void copy()}>
          <Icon name="i-copy" />
          {t('copy')}
        </Button>
        <p role="status" className="text-second text-pretty text-muted-foreground">
          {outcome ? t(outcome) : null}
        </p>
      </div>
    </div>
  );
}
