'use client';

import { useTranslations } from 'next-intl';
import { nameOf, isSettled, type DropItem, type DropStatus } from '@/components/features/drop/drop-item';
import type { DropRun } from '@/components/features/drop/drop-run';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { cn } from '@/lib/utils/cn';

const icons: Record<Exclude<DropStatus, 'fetching' | 'saving'>, `i-${string}`> = {
  processing: 'i-clock',
  fetched: 'i-clock',
  ready: 'i-clock',
  saved: 'i-check',
  existing: 'i-bookmark',
  error: 'i-triangle-alert',
};

/** One dropped link: what it is called, how far it is, and what can be done about it. */
export function DropRow({ item, run }: { item: DropItem; run: DropRun }) {
  const t = useTranslations('Drop');
  const name = nameOf(item);
  const { status, failure } = item;
  return (
    <li className="flex min-h-11 items-center gap-2.5 py-1 pr-2 pl-4" data-status={status}>
      <StatusIcon status={status} />
      <div className="min-w-0 flex-1">
        <p className="truncate" title={item.link.url}>
          {name}
        </p>
        <p className={cn('text-small', status === 'error' ? 'text-destructive' : 'text-muted-foreground')}>
          {t(`status.${status}`)}
          {failure ? ` · ${t(failure === 'OFFLINE' ? 'offline' : 'refused')}` : null}
        </p>
      </div>
      {status === 'error' ? (
        <Button size="sm" onClick={() => run.retry(item.id)}>
          {t('retry')}
        </Button>
      ) : null}
      {isSettled(item) ? (
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('dismiss', { name })}
          title={t('dismiss', { name })}
          onClick={() => run.dismiss(item.id)}
        >
          <Icon name="i-x" />
        </Button>
      ) : null}
    </li>
  );
}

function StatusIcon({ status }: { status: DropStatus }) {
  if (status === 'fetching' || status === 'saving') return <Spinner className="text-muted-foreground" />;
  const tone =
    status === 'saved' ? 'text-primary' : status === 'error' ? 'text-destructive' : 'text-muted-foreground';
  return <Icon name={icons[status]} className={tone} />;
}
