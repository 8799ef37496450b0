'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { AppLink } from '@/components/common/app-link';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { useContractForm } from '@/components/common/contract-form';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { PasswordField, PasswordOwner } from '@/components/common/secret-field';
import { leaveForGoogle } from '@/components/entities/google-trip';
import { SaveSection } from '@/components/features/settings/save-section';
import { AssistantsSection } from '@/components/features/settings/assistants-section';
import { SettingsSection, WithAccount } from '@/components/features/settings/settings-section';
import { TokensSection } from '@/components/features/settings/tokens-section';
import { UnverifiedBanner } from '@/components/features/settings/unverified-banner';
import { Button, buttonVariants } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { settingsMutations } from '@/lib/api/account-settings';
import { LinkGoogleInput, type Account } from '@/lib/contract/account';
import { limits } from '@/lib/contract/limits';
import { text } from '@/lib/contract/primitives';

/** Asks for the password, since the Google account will give access to this one, and redirects to Google. */
function ConnectGoogle({ account }: { account: Account }) {
  const t = useTranslations('Integration');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabled={!account.emailVerified} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('connect')}
      </Button>
      {isOpen ? <ConnectDialog account={account} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const WithPassword = LinkGoogleInput.extend({ currentPassword: text(limits.passwordMaxLength, 1) });

function ConnectDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useTranslations('Integration');
  const formId = useId();
  const { mutateAsync: start } = useMutation({ ...settingsMutations.linkGoogle(), gcTime: 0 });
  const { field, submit, refusal, isBusy } = useContractForm({
    schema: account.hasPassword ? WithPassword : LinkGoogleInput,
    fields: ['currentPassword'],
    words: { required: t('passwordMissing') },
    send: async (body) => {
      const { url } = await start({ body });
      leaveForGoogle(url, '/settings/integration');
    },
    failed: t('connectFailed'),
  });
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="sm" locked={isBusy}>
        <DialogHeader title={t('connectTitle')} description={t('connectText')} />
        <DialogBody>
          <form method="post" id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
            <FormAlert text={refusal} />
            <PasswordOwner email={account.email} />
            {account.hasPassword ? (
              <PasswordField
                {...field('currentPassword')}
                label={t('password')}
                autoComplete="current-password"
              />
            ) : null}
          </form>
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button className="touch:h-11">{t('cancel')}</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary" className="touch:h-11" pending={isBusy}>
            {t('continueToGoogle')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** Sign-in with Google: connected, or how to connect it. */
function GoogleSection({ account, hasGoogle }: { account: Account; hasGoogle: boolean }) {
  const t = useTranslations('Integration');
  const linked = account.oauth[0];
  const isOffered = hasGoogle || linked !== undefined;
  return (
    <SettingsSection title={t('google')} text={t(isOffered ? 'googleText' : 'googleOff')}>
      {isOffered ? (
        <div className="flex min-h-16 items-center gap-3 border-y py-3">
          <div className="min-w-0 flex-1">
            <p className="font-medium">{t(linked ? 'connected' : 'notConnected')}</p>
            {linked ? (
              <p className="text-second text-muted-foreground wrap-anywhere">
                {t('connectedAs', { email: linked.email })}
              </p>
            ) : null}
            {linked && !account.hasPassword ? <NeedsPassword /> : null}
            {!linked && !account.emailVerified ? (
              <p className="text-second text-pretty text-muted-foreground">{t('needsVerified')}</p>
            ) : null}
          </div>
          {linked ? <Disconnect isPossible={account.hasPassword} /> : <ConnectGoogle account={account} />}
        </div>
      ) : null}
    </SettingsSection>
  );
}

const NeedsPassword = () => {
  const t = useTranslations('Integration');
  return (
    <p className="mt-1 text-second text-pretty text-muted-foreground">
      {t.rich('needsPassword', {
        link: (chunks) => (
          <AppLink href="/forgot-password" className="text-foreground underline underline-offset-2">
            {chunks}
          </AppLink>
        ),
      })}
    </p>
  );
};

function Disconnect({ isPossible }: { isPossible: boolean }) {
  const t = useTranslations('Integration');
  const [isOpen, setOpen] = useState(false);
  const unlink = useMutation({
    ...settingsMutations.unlinkOauth(),
    meta: { failure: t('disconnectFailed') },
  });
  return (
    <>
      <Button disabled={!isPossible} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('disconnect')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('disconnectTitle')}
        description={t('disconnectAsk')}
        confirmLabel={t('disconnect')}
        cancelLabel={t('cancel')}
        closeLabel={t('close')}
        destructive
        onConfirm={async () => {
          await unlink.mutateAsync({});
          notify({ message: t('disconnected') });
        }}
      />
    </>
  );
}

/**
 * Other access to the account: Google for signing in, other apps that save pages, programs and assistants by tokens.
 */
export function IntegrationScreen({ hasGoogle, origin }: { hasGoogle: boolean; origin: string }) {
  return (
    <WithAccount skeleton={<Skeleton className="h-90" />}>
      {(account) => (
        <>
          <UnverifiedBanner account={account} back="/settings/integration" />
          <div className="flex flex-col gap-10">
            <GoogleSection account={account} hasGoogle={hasGoogle} />
            <SaveSection origin={origin} />
            <TokensSection account={account} />
            <AssistantsSection origin={origin} />
            <ApiSection />
          </div>
        </>
      )}
    </WithAccount>
  );
}

function ApiSection() {
  const t = useTranslations('Integration');
  return (
    <SettingsSection title={t('api')} text={t('apiText')}>
      <AppLink
        href="/settings/integration/api"
        prefetch={false}
        className={buttonVariants({ size: 'lg', className: 'touch:h-11' })}
      >
        <Icon name="i-book-open-text" />
        {t('apiLink')}
      </AppLink>
    </SettingsSection>
  );
}
