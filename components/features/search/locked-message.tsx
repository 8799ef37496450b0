'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { openVaultDialog } from '@/components/entities/vault-store';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { searchQueries } from '@/lib/api/search';
import { cn } from '@/lib/utils/cn';

/** States that locked bookmarks were not searched, with a button to unlock them; nothing if there are none. */
export function LockedMessage({ className }: { className?: string }) {
  const t = useTranslations('Search');
  const decryptedCount = useDecrypted().size;
  const { data: encrypted = 0 } = useQuery(searchQueries.encryptedTotal());
  if (encrypted <= decryptedCount) return null;
  return (
    <p role="note" className={cn('text-second text-pretty text-muted-foreground', className)}>
      <Icon name="i-lock" className="me-1.5 inline-block size-3.5 align-[-0.125em]" />
      {decryptedCount === 0 ? t('locked.all') : t('locked.some')}{' '}
      <ButtonBase
        className="font-medium text-primary hover:underline touch:hit"
        onClick={() => openVaultDialog({ kind: 'unlock' })}
      >
        {t('locked.unlock')}
      </ButtonBase>
    </p>
  );
}
