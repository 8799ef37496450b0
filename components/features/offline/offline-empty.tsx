'use client';

import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/common/empty-state';
import { buttonVariants } from '@/components/ui/button';

/** In the place of the copy where this device has none. */
export function OfflineEmpty({ from }: { from: string }) {
  const t = useTranslations('Offline');
  return (
    <main className="grid min-h-dvh content-center">
      <EmptyState
        icon="i-wifi-off"
        title={t('none.title')}
        text={t('none.text')}
        action={
          <a href={from} className={buttonVariants({ variant: 'primary' })}>
            {t('goBack')}
          </a>
        }
      />
    </main>
  );
}
