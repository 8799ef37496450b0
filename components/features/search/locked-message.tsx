'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { openVaultDialog } from '@/components/entities/vault-store';
import { Button } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { searchQueries } from '@/lib/api/search';
import { cn } from '@/lib/utils/cn';

interface LockedMessageProps {
  className?: string;
  /** Shows only the button, with the statement as its description. */
  compact?: boolean;
}

/** States that locked bookmarks were not searched, with a button to unlock them; nothing if there are none. */
export function LockedMessage({ className, compact = false }: LockedMessageProps) {
  const t = useTranslations('Search');
  const decryptedCount = useDecrypted().size;
  const { data: encrypted = 0 } = useQuery(searchQueries.encryptedTotal());
  if (encrypted <= decryptedCount) return null;
  const statement = decryptedCount === 0 ? t('locked.all') : t('locked.some');
  const unlock = () => openVaultDialog({ kind: 'unlock' });
  if (compact) {
    return (
      <Button
        className={className}
        title={statement}
        aria-label={`${statement} ${t('locked.unlock')}`}
        onClick={unlock}
      >
        <Icon name="i-lock" />
        {t('locked.unlock')}
      </Button>
    );
  }
  return (
    <p role="note" className={cn('text-second text-pretty text-muted-foreground', className)}>
      <Icon name="i-lock" className="me-1.5 inline-block size-3.5 align-[-0.125em]" />
      {statement}{' '}
      <ButtonBase className="font-medium text-primary hover:underline touch:hit" onClick={unlock}>
        {t('locked.unlock')}
      </ButtonBase>
    </p>
  );
}
