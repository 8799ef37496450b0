'use client';

import { useTranslations } from 'next-intl';
import { AppLink } from '@/components/common/app-link';
import { EmptyState } from '@/components/common/empty-state';
import { buttonVariants } from '@/components/ui/button';

/** Shown for an unknown account, whether the server or the browser requested it. */
export function AccountNotFound() {
  const t = useTranslations('Admin.notFound');
  return (
    <EmptyState
      icon="i-user-x"
      title={t('title')}
      text={t('text')}
      action={
        <>
          <AppLink href="/admin/users" className={buttonVariants({ variant: 'primary' })}>
            {t('showUsers')}
          </AppLink>
          <AppLink href="/admin/audit" className={buttonVariants()}>
            {t('showAudit')}
          </AppLink>
        </>
      }
    />
  );
}
