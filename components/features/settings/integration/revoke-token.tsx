'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { notify } from '@/components/common/notify';
import type { PersonalToken } from '@/lib/contract/schemas/account-security';
import { settingsMutations } from '@/lib/queries/account-settings';

interface RevokeTokenProps {
  token: PersonalToken | null;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before a token is revoked. */
export function RevokeToken({ token, isOpen, onClose }: RevokeTokenProps) {
  const t = useTranslations('Integration');
  const { mutateAsync } = useMutation({
    ...settingsMutations.deleteToken(),
    meta: { failure: t('revokeFailed') },
  });
  if (token === null) return null;
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('revokeTitle', { name: token.name })}
      description={t('revokeAsk')}
      confirmLabel={t('revoke')}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      destructive
      onConfirm={async () => {
        await mutateAsync({ params: { uuid: token.uuid } });
        notify({ message: t('revoked') });
      }}
    />
  );
}
