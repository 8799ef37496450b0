'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState, type SubmitEvent } from 'react';
import { Field } from '@/components/common/field';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { useUnsaved } from '@/components/common/use-unsaved';
import { AvatarSection } from '@/components/features/settings/avatar-section';
import { SaveState, SettingsSection, WithAccount } from '@/components/features/settings/settings-section';
import { UnverifiedBanner } from '@/components/features/settings/unverified-banner';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Skeleton } from '@/components/ui/skeleton';
import { accountMutations } from '@/lib/api/account';
import { fieldErrors } from '@/lib/api/field-errors';
import type { Account } from '@/lib/contract/account';
import { limits } from '@/lib/contract/limits';

const EmailDialog = onDemand(
  () => import('@/components/features/settings/email-dialog').then((module) => module.EmailDialog),
  <DialogLoading />,
);

/** The address that the account signs in with, and the way to another one. */
function EmailSection({ account }: { account: Account }) {
  const t = useTranslations('Settings');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Field
        label={t('email')}
        hint={account.hasPassword ? t('emailHint') : t('changeEmail.needsPassword')}
        aside={
          account.hasPassword ? (
            <Button variant="link" size="inline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {t('changeEmail.open')}
            </Button>
          ) : null
        }
      >
        {(control) => (
          <Input
            {...control}
            name="email"
            value={account.email}
            readOnly
            className="bg-muted! text-muted-foreground!"
          />
        )}
      </Field>
      {isOpen ? <EmailDialog account={account} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const names = ['firstName', 'lastName'] as const;
type Name = (typeof names)[number];
type Values = Record<Name, string>;

/** The two names as they are typed, saved on submit; what was not touched follows the account. */
function useNamesForm(account: Account) {
  const t = useTranslations('Settings');
  const save = useMutation(accountMutations.update());
  const [edits, setEdits] = useState<Partial<Values>>({});
  const [missing, setMissing] = useState<Partial<Values>>({});
  const values: Values = { firstName: account.firstName, lastName: account.lastName, ...edits };
  const isChanged = names.some((name) => values[name] !== account[name]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending || !isChanged) return;
    const empty = names.filter((name) => values[name].trim() === '');
    setMissing(Object.fromEntries(empty.map((name) => [name, t('required')])));
    if (empty[0]) event.currentTarget.querySelector<HTMLElement>(`[name=${empty[0]}]`)?.focus();
    else save.mutate({ body: values }, { onSuccess: () => setEdits({}) });
  };

  const change = (name: Name, value: string) => {
    setEdits((current) => ({ ...current, [name]: value }));
    setMissing(({ [name]: _filled, ...rest }) => rest);
    if (!save.isPending) save.reset();
  };

  const { question } = useUnsaved(isChanged && !save.isPending, () => setEdits({}));
  const unsaved = save.isPending || isChanged;
  return {
    values,
    errors: { ...fieldErrors(save.error), ...missing },
    isChanged,
    isPending: save.isPending,
    state: save.isError ? 'error' : unsaved ? 'unsaved' : save.isSuccess ? 'saved' : 'idle',
    change,
    submit,
    question,
  } as const;
}

/** Who the account belongs to. */
function AccountForm({ account }: { account: Account }) {
  const t = useTranslations('Settings');
  const { values, errors, isChanged, isPending, state, change, submit, question } = useNamesForm(account);
  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-90 flex-col gap-4">
      <AvatarSection account={account} planLabel={t(`plan.${account.plan}`)} />
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
      <EmailSection account={account} />
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

const loadDialog = () => import('@/components/features/settings/delete-dialog');
const DeleteDialog = onDemand(() => loadDialog().then((module) => module.DeleteDialog));

/** The end of the account, and the way to take everything along first. */
function DeleteSection({ account }: { account: Account }) {
  const t = useTranslations('Settings.delete');
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsSection title={t('title')} text={t('text')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          variant="destructive"
          size="lg"
          className="touch:h-11"
          aria-haspopup="dialog"
          onPointerEnter={() => void loadDialog()}
          onFocus={() => void loadDialog()}
          onClick={() => setOpen(true)}
        >
          {t('open')}
        </Button>
        <Link href="/settings/data" className="font-medium text-primary hover:text-primary-hover touch:hit">
          {t('export')}
        </Link>
      </div>
      {isOpen ? <DeleteDialog email={account.email} onClose={() => setOpen(false)} /> : null}
    </SettingsSection>
  );
}

/** Who the account belongs to, and its end. */
export function AccountScreen() {
  return (
    <WithAccount skeleton={<AccountSkeleton />}>
      {(account) => (
        <>
          <UnverifiedBanner account={account} back="/settings/account" />
          <AccountForm account={account} />
          <div className="mt-10 border-t pt-8">
            <DeleteSection account={account} />
          </div>
        </>
      )}
    </WithAccount>
  );
}

const AccountSkeleton = () => (
  <div className="flex max-w-90 flex-col gap-4">
    <Skeleton className="mb-8 h-16" />
    <Skeleton className="h-16.5" />
    <Skeleton className="h-16.5" />
    <Skeleton className="h-22.5" />
    <Skeleton className="h-10 w-24" />
  </div>
);
