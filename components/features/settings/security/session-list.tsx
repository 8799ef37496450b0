'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ErrorState } from '@/components/common/error-state';
import { EndSessions, useEnding } from '@/components/features/settings/security/end-sessions';
import { SessionRow } from '@/components/features/settings/security/session-row';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { settingsQueries } from '@/lib/queries/account-settings';

/** Every session of the account, this one first, and the way out of each other one. */
export function SessionList() {
  const t = useTranslations('Security');
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    ...settingsQueries.sessions(),
    select: ({ content }) =>
      [...content].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent)),
  });
  const ending = useEnding();
  if (data === undefined) {
    if (!isError) return <SessionsSkeleton label={t('loading')} />;
    return (
      <ErrorState
        className="py-8!"
        title={t('loadFailed')}
        text={t('loadFailedText')}
        action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
      />
    );
  }
  const others = data.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <>
      <ul className="border-t">
        {data.map((session) => (
          <SessionRow
            key={session.uuid}
            session={session}
            now={dataUpdatedAt}
            onEnd={() => ending.ask({ session })}
          />
        ))}
      </ul>
      {others > 0 ? (
        <Button
          variant="destructive"
          size="lg"
          className="mt-4 touch:h-11"
          aria-haspopup="dialog"
          onClick={() => ending.ask({ others })}
        >
          {t('signOutOthers')}
        </Button>
      ) : (
        <p className="mt-3 text-second text-muted-foreground">{t('onlyThis')}</p>
      )}
      <EndSessions {...ending} />
    </>
  );
}

const SessionsSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="border-t">
    {[0, 1].map((row) => (
      <div key={row} className="flex min-h-18 items-center gap-3 border-b py-3">
        <Skeleton className="size-9" />
        <div className="flex flex-col gap-1.5">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3.5 w-56" />
        </div>
      </div>
    ))}
  </div>
);
