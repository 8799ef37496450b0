'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState, type SubmitEvent } from 'react';
import { ChoiceCard } from '@/components/common/choice-card';
import { copyText } from '@/components/common/copy-text';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { PasswordField } from '@/components/common/password-field';
import { useUnsaved } from '@/components/common/use-unsaved';
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
import { Select } from '@/components/ui/select';
import { settingsMutations } from '@/lib/api/account-settings';
import { fieldErrors } from '@/lib/api/field-errors';
import { ApiProblem } from '@/lib/api/problem';
import type { Account } from '@/lib/contract/account';
import { limits } from '@/lib/contract/limits';
import { cn } from '@/lib/utils/cn';

const scopes = ['read', 'write'] as const;
/** Days, as they are offered. */
const expiries = ['30', '90', '365', 'never'] as const;

interface Values {
  name: string;
  scope: (typeof scopes)[number];
  expiry: (typeof expiries)[number];
  currentPassword: string;
}

const dayMs = 86_400_000;
const first: Values = { name: '', scope: 'read', expiry: '90', currentPassword: '' };

const endOf = (expiry: Values['expiry'], now: number): string | null =>
  expiry === 'never' ? null : new Date(now + Number(expiry) * dayMs).toISOString();

type TokenFormState = ReturnType<typeof useTokenForm>;

/** A token as it is asked for, and the token itself once it is made. It is kept here and nowhere else. */
function useTokenForm({ hasPassword }: Pick<Account, 'hasPassword'>) {
  const t = useTranslations('Integration');
  const [values, setValues] = useState(first);
  const [missing, setMissing] = useState<'name' | 'currentPassword' | null>(null);
  const create = useMutation({ ...settingsMutations.createToken(), gcTime: 0 });
  const change = (part: Partial<Values>) => {
    setValues((current) => ({ ...current, ...part }));
    setMissing(null);
    if (!create.isPending) create.reset();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (create.isPending) return;
    const { name, scope, expiry, currentPassword } = values;
    const found =
      name.trim() === '' ? 'name' : hasPassword && currentPassword === '' ? 'currentPassword' : null;
    if (found !== null) {
      setMissing(found);
      event.currentTarget.querySelector<HTMLInputElement>(`input[name="${found}"]`)?.focus();
      return;
    }
    const expiresAt = endOf(expiry, Date.now());
    create.mutate({ body: { name, scope, expiresAt, ...(hasPassword && { currentPassword }) } });
  };
  const wrong = fieldErrors(create.error);
  const words = create.error instanceof ApiProblem ? create.error.message : '';
  return {
    values,
    nameError: missing === 'name' ? t('nameRequired') : wrong['name'],
    passwordError: missing === 'currentPassword' ? t('passwordMissing') : wrong['currentPassword'],
    refusal: create.isError && Object.keys(wrong).length === 0 ? words || t('createFailed') : null,
    isPending: create.isPending,
    isChanged: create.data === undefined && JSON.stringify(values) !== JSON.stringify(first),
    made: create.data?.token ?? null,
    change,
    submit,
  };
}

interface TokenFormProps {
  id: string;
  account: Account;
  form: TokenFormState;
}

/** What a token is called, what it may do, and for how long, confirmed by the password. */
function TokenForm({ id, account, form }: TokenFormProps) {
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

/** Makes a token, and then shows it: this once. */
export function TokenDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useTranslations('Integration');
  const formId = useId();
  const form = useTokenForm(account);
  const { close, question } = useUnsaved(form.isChanged, onClose);
  return (
    // While it is being created, closing would leave a token that was never shown.
    <Dialog open onOpenChange={(open) => (open || form.isPending ? undefined : close())}>
      <DialogContent
        closeLabel={t('close')}
        width="sm"
        locked={form.made !== null}
        // The token is shown only once: a key pressed by habit must not take it away.
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
                pending={form.isPending}
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
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone, and this is what the dialog is for
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
