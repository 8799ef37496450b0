'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/common/empty-state';
import { ErrorState } from '@/components/common/error-state';
import { useRowDates } from '@/components/common/row-dates';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { settingsQueries } from '@/lib/api/account-settings';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { PersonalToken, TokenCall } from '@/lib/contract/tokens';
import { isolate } from '@/lib/utils/isolate';

/** Shows what assistants did with a token. */
export function TokenActivity({ token, onClose }: { token: PersonalToken; onClose: () => void }) {
  const t = useTranslations('Assistants');
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')}>
        <DialogHeader
          title={t('activityTitle', { name: isolate(token.name) })}
          description={t('activityText', { days: serviceLimits.tokenCallDays })}
        />
        <DialogBody>
          <Calls uuid={token.uuid} />
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

function Calls({ uuid }: { uuid: string }) {
  const t = useTranslations('Assistants');
  const { data, isError, refetch } = useQuery(settingsQueries.tokenCalls(uuid));
  if (data === undefined && isError) {
    return (
      <ErrorState
        className="py-8!"
        title={t('loadFailed')}
        text={t('loadFailedText')}
        action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
      />
    );
  }
  if (data === undefined) {
    return (
      <div role="status" aria-label={t('loading')} className="flex flex-col gap-3">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-9" />
        ))}
      </div>
    );
  }
  const { content, pagination } = data;
  if (content.length === 0) {
    return (
      <EmptyState
        className="py-8!"
        icon="i-history"
        title={t('activityEmpty')}
        text={t('activityEmptyText')}
      />
    );
  }
  return (
    <>
      <ul className="border-t">
        {content.map((call) => (
          <CallRow key={call.uuid} call={call} />
        ))}
      </ul>
      <p className="mt-3 text-second text-muted-foreground">
        {content.length < pagination.total
          ? t('latest', { shown: content.length, total: pagination.total })
          : t('calls', { total: pagination.total })}
      </p>
    </>
  );
}

function CallRow({ call: { tool, rows, problem, createdAt } }: { call: TokenCall }) {
  const t = useTranslations('Assistants');
  const dates = useRowDates();
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-b py-2">
      <span className="min-w-0 flex-1 basis-40 font-mono text-second wrap-anywhere">{tool}</span>
      <span className="text-second text-muted-foreground tabular-nums">
        {problem === null ? t('rows', { rows }) : t('refused', { problem })}
      </span>
      <time dateTime={createdAt} className="text-second text-muted-foreground tabular-nums">
        {dates.full(createdAt)}
      </time>
    </li>
  );
}
