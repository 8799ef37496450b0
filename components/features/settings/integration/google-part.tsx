'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { notify } from '@/components/common/notify';
import { ConnectGoogle } from '@/components/features/settings/integration/connect-google';
import { SettingsPart } from '@/components/features/settings/settings-part';
import { Button } from '@/components/ui/button';
import type { Account } from '@/lib/contract/schemas/account';
import { settingsMutations } from '@/lib/queries/account-settings';

/** Google as a way to sign in: connected, or how to connect it. */
export function GooglePart({ account, hasGoogle }: { account: Account; hasGoogle: boolean }) {
  const t = useTranslations('Integration');
  const linked = account.oauth[0];
  const isOffered = hasGoogle || linked !== undefined;
  return (
    <SettingsPart title={t('google')} text={t(isOffered ? 'googleText' : 'googleOff')}>
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
    </SettingsPart>
  );
}

const NeedsPassword = () => {
  const t = useTranslations('Integration');
  return (
    <p className="mt-1 text-second text-pretty text-muted-foreground">
      {t.rich('needsPassword', {
        link: (words) => (
          <Link href="/forgot-password" className="text-foreground underline underline-offset-2">
            {words}
          </Link>
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
