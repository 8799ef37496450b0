'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { notify } from '@/components/common/notify';
import { followLibrary } from '@/components/features/vault/follow-library';
import { useVault } from '@/components/features/vault/use-vault';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { decryptBookmarks, forget, lock, refresh } from '@/lib/vault/vault';

/** Shows that keys are unlocked, and locks them, in all tabs at once. */
export function LockButton() {
  const t = useTranslations('Vault');
  const { keys } = useVault();
  const lockAll = () => {
    lock();
    notify({ message: t('locked') });
  };
  return (
    <Button
      className="ml-auto shrink-0"
      aria-label={t('lockLabel', { count: keys.length })}
      onClick={lockAll}
    >
      <Icon name="i-lock-open" />
      <span className="max-md:sr-only">{t('lock')}</span>{' '}
      <span className="text-second text-muted-foreground tabular-nums">{keys.length}</span>
    </Button>
  );
}

/** While something is unlocked: decrypts bookmarks of lists that are fetched later, and drops removed ones. */
export function FollowLibrary() {
  const client = useQueryClient();
  useEffect(() => followLibrary(client, { decryptBookmarks, forget, refresh }), [client]);
  return null;
}
