'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { AppLink } from '@/components/common/app-link';
import { useContractForm } from '@/components/common/contract-form';
import { Field } from '@/components/common/field';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { useUnsaved } from '@/components/common/use-unsaved';
import { fullName } from '@/components/entities/initials';
import { UserAvatar } from '@/components/entities/user-avatar';
import type { ChosenPicture } from '@/components/features/settings/crop-dialog';
import { SaveState, SettingsSection, WithAccount } from '@/components/features/settings/settings-section';
import { UnverifiedBanner } from '@/components/features/settings/unverified-banner';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { Skeleton } from '@/components/ui/skeleton';
import { accountMutations } from '@/lib/api/account';
import { settingsMutations } from '@/lib/api/account-settings';
import type { Account } from '@/lib/contract/account';
import { limits } from '@/lib/contract/limits';
import { text } from '@/lib/contract/primitives';

const EmailDialog = onDemand(
  () => import('@/components/features/settings/email-dialog').then((module) => module.EmailDialog),
  <DialogLoading />,
);

/** The email that the account signs in with, and the button to change it. */
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

const name = text(limits.nameLength, 1);
const NamesInput = z.strictObject({ firstName: name, lastName: name });

/** Name of the account's owner. An untouched field follows changes of the account. */
function AccountForm({ account }: { account: Account }) {
  const t = useTranslations('Settings');
  const save = useMutation(accountMutations.update());
  const { formState, register, reset, error, submit, refusal } = useContractForm({
    schema: NamesInput,
    fields: ['firstName', 'lastName'],
    values: { firstName: account.firstName, lastName: account.lastName },
    send: async (body) => {
      const { firstName, lastName } = await save.mutateAsync({ body });
      reset({ firstName, lastName });
    },
    failed: t('failed.account'),
  });
  const { isDirty, isSubmitting } = formState;
  const { question } = useUnsaved(isDirty && !isSubmitting, () => reset());
  const saved = save.isSuccess ? 'saved' : 'idle';
  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-90 flex-col gap-4">
      <AvatarSection account={account} planLabel={t(`plan.${account.plan}`)} />
      <Field label={t('firstName')} error={error('firstName')}>
        {(control) => (
          <Input
            {...control}
            {...register('firstName')}
            maxLength={limits.nameLength}
            autoComplete="given-name"
          />
        )}
      </Field>
      <Field label={t('lastName')} error={error('lastName')}>
        {(control) => (
          <Input
            {...control}
            {...register('lastName')}
            maxLength={limits.nameLength}
            autoComplete="family-name"
          />
        )}
      </Field>
      <EmailSection account={account} />
      <div className="flex min-h-10 flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="touch:h-11"
          pending={isSubmitting}
          disabled={!isDirty && !isSubmitting}
        >
          {t('save')}
        </Button>
        <SaveState
          state={refusal ? 'error' : isDirty ? 'unsaved' : saved}
          failure={refusal ?? ''}
          retry={null}
        />
      </div>
      {question}
    </form>
  );
}

const loadDeleteDialog = () => import('@/components/features/settings/delete-dialog');
const DeleteDialog = onDemand(() => loadDeleteDialog().then((module) => module.DeleteDialog));

/** Deletion of the account, with a link to export everything first. */
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
          onPointerEnter={() => void loadDeleteDialog()}
          onFocus={() => void loadDeleteDialog()}
          onClick={() => setOpen(true)}
        >
          {t('open')}
        </Button>
        <AppLink
          href="/settings/data"
          className="font-medium text-primary hover:text-primary-hover touch:hit"
        >
          {t('export')}
        </AppLink>
      </div>
      {isOpen ? <DeleteDialog email={account.email} onClose={() => setOpen(false)} /> : null}
    </SettingsSection>
  );
}

/** The owner of the account, and its deletion. */
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

const loadCropDialog = () => import('@/components/features/settings/crop-dialog');
const CropDialog = onDemand(() => loadCropDialog().then((module) => module.CropDialog));

const types = 'image/png,image/jpeg,image/gif,image/webp';

/** The owner of the account, and the picture: chosen, cropped to a square in the browser, and removed. */
function AvatarSection({ account, planLabel }: { account: Account; planLabel: string }) {
  const t = useTranslations('Settings.avatar');
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const remove = useMutation({ ...settingsMutations.deleteAvatar(), meta: { failure: t('removeFailed') } });

  const read = async (file: File | undefined) => {
    if (!file) return;
    const bitmap = await createImageBitmap(file).catch(() => null);
    setUnreadable(bitmap === null);
    setPicture(bitmap && { bitmap, url: URL.createObjectURL(file) });
  };
  const close = () => {
    if (picture) URL.revokeObjectURL(picture.url);
    setPicture(null);
  };
  const choose = () => {
    void loadCropDialog();
    input.current?.click();
  };
  return (
    <div className="mb-2 flex items-start gap-4">
      <UserAvatar person={account} className="size-16 text-panel!" />
      <div className="min-w-0 flex-1">
        <p className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 wrap-anywhere">{fullName(account)}</span>
          <Badge tone={account.plan === 'pro' ? 'accent' : 'outline'}>{planLabel}</Badge>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button aria-haspopup="dialog" onClick={choose}>
            {t(account.avatar ? 'change' : 'add')}
          </Button>
          {account.avatar ? (
            <Button variant="ghost" onClick={() => remove.mutate({})}>
              {t('remove')}
            </Button>
          ) : null}
        </div>
        <p role="status" className="mt-1.5 text-second text-pretty text-muted-foreground">
          {isUnreadable ? (
            <span className="flex items-start gap-1.5 text-destructive">
              <Icon name="i-circle-alert" className="mt-0.5 size-3.5" />
              {t('unreadable')}
            </span>
          ) : (
            t('hint')
          )}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept={types}
        aria-label={t('title')}
        hidden
        onChange={(event) => {
          void read(event.target.files?.[0]);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
      {picture ? <CropDialog picture={picture} onClose={close} /> : null}
    </div>
  );
}
