'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { notify } from '@/components/common/notify';
import { useDeviceName } from '@/components/features/settings/security/use-device-name';
import type { AccountSession } from '@/lib/contract/schemas/account-security';
import { settingsMutations } from '@/lib/queries/account-settings';

/** What is to be signed out: one session, or all but this one. */
type Ending = { session: AccountSession } | { others: number };

interface EndingState {
  /** What the question is about; kept while its dialog closes. */
  ending: Ending | null;
  isOpen: boolean;
  ask: (ending: Ending) => void;
  close: () => void;
}

/** The question that is open, if any. */
export function useEnding(): EndingState {
  const [ending, setEnding] = useState<Ending | null>(null);
  const [isOpen, setOpen] = useState(false);
  const ask = (next: Ending) => {
    setEnding(next);
    setOpen(true);
  };
  return { ending, isOpen, ask, close: () => setOpen(false) };
}

/** Asks before a session is signed out, and says what came of it. */
export function EndSessions({ ending, isOpen, close }: EndingState) {
  const t = useTranslations('Security');
  const nameOf = useDeviceName();
  const meta = { failure: t('signOutFailed') };
  const endOne = useMutation({ ...settingsMutations.deleteSession(), meta });
  const endOthers = useMutation({ ...settingsMutations.deleteSessions(), meta });
  if (ending === null) return null;
  const isOne = 'session' in ending;
  const confirm = async () => {
    if (isOne) await endOne.mutateAsync({ params: { uuid: ending.session.uuid } });
    else await endOthers.mutateAsync({});
    notify({ message: t(isOne ? 'signedOut' : 'signedOutOthers') });
  };
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => (open ? undefined : close())}
      title={t(isOne ? 'signOutTitle' : 'signOutOthersTitle')}
      description={
        isOne
          ? t('signOutAsk', { device: nameOf(ending.session) })
          : t('signOutOthersAsk', { count: ending.others })
      }
      confirmLabel={t(isOne ? 'signOut' : 'signOutOthers')}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      destructive
      onConfirm={confirm}
    />
  );
}
