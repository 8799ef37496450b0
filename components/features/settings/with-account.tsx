'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ErrorState } from '@/components/common/error-state';
import { Button } from '@/components/ui/button';
import type { Account } from '@/lib/contract/schemas/account';
import { accountQueries } from '@/lib/queries/account';

interface WithAccountProps {
  /** Of the size of what comes. */
  skeleton: ReactNode;
  children: (account: Account) => ReactNode;
}

/** What needs the account: it is there from the server, and where it is not, its place is kept. */
export function WithAccount({ skeleton, children }: WithAccountProps) {
  const t = useTranslations('Settings');
  const { data: account, isError, refetch } = useQuery(accountQueries.current());
  if (account) return children(account);
  if (!isError) return skeleton;
  return (
    <ErrorState
      title={t('loadFailed')}
      text={t('loadFailedText')}
      action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
    />
  );
}
