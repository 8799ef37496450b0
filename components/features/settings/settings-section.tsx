'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, type ReactNode } from 'react';
import { ErrorState } from '@/components/common/error-state';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { accountQueries } from '@/lib/api/account';
import type { Account } from '@/lib/contract/account';

interface SettingsSectionProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

/** One part of a section that has several. */
export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-serif text-panel font-semibold">
        {title}
      </h2>
      {text ? <p className="mt-1 max-w-160 text-pretty text-muted-foreground">{text}</p> : null}
      <div className="not-empty:mt-4">{children}</div>
    </section>
  );
}

interface WithAccountProps {
  /** Has the size of the expected content. */
  skeleton: ReactNode;
  children: (account: Account) => ReactNode;
}

/**
 * Renders content that needs the account: the server prefetches it; while it is missing, the skeleton is shown.
 */
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

interface SaveStateProps {
  state: 'idle' | 'unsaved' | 'saved' | 'error';
  /** Message if it could not be saved. */
  failure: string;
  retry: (() => void) | null;
}

/** Whether the value beside it is saved; announced when it changes. */
export function SaveState({ state, failure, retry }: SaveStateProps) {
  const t = useTranslations('Settings');
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-second text-muted-foreground">
      {state === 'unsaved' ? t('unsaved') : null}
      {state === 'saved' ? (
        <>
          <Icon name="i-check" className="-mr-1 size-3.5 text-success" />
          {t('saved')}
        </>
      ) : null}
      {state === 'error' ? (
        <>
          <span className="inline-flex items-start gap-1.5 text-destructive">
            <Icon name="i-circle-alert" className="mt-px" />
            {failure}
          </span>
          {retry ? (
            <Button variant="link" size="inline" className="text-second" onClick={retry}>
              {t('retry')}
            </Button>
          ) : null}
        </>
      ) : null}
    </p>
  );
}
