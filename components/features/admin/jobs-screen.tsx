'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { PageHeader } from '@/components/common/page-header';
import { AdminError } from '@/components/features/admin/admin-list';
import { useJobNames } from '@/components/features/admin/job-names';
import { useAdminFormat } from '@/components/features/admin/use-admin-format';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { ApiProblem } from '@/lib/api/problem';
import type { AdminJobs, AdminQueue, FailedJob } from '@/lib/contract/admin';
import { adminMutations, adminQueries } from '@/lib/api/admin';

/** Short enough to watch jobs in progress. */
const refreshMs = 10_000;

/** The queues of background work, and the failed jobs, which can be run again. */
export function JobsScreen() {
  const t = useTranslations('Admin');
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    ...adminQueries.jobs(),
    refetchInterval: refreshMs,
  });
  return (
    <>
      <PageHeader title={t('section.jobs')} />
      {data ? (
        <Jobs jobs={data} readAt={dataUpdatedAt} />
      ) : isError ? (
        <AdminError onRetry={refetch} />
      ) : (
        <div role="status" aria-label={t('loading')}>
          <Skeleton className="mt-2 h-5 w-60" />
          <Skeleton className="mt-5 h-100" />
        </div>
      )}
    </>
  );
}

function Jobs({ jobs: { queues, failed, waiting }, readAt }: { jobs: AdminJobs; readAt: number }) {
  const t = useTranslations('Admin.jobs');
  return (
    <>
      <p className="mt-1 text-muted-foreground tabular-nums">{t('waiting', waiting)}</p>
      <h2 className="mt-6 font-serif text-panel font-semibold">{t('failedTitle')}</h2>
      {failed.length === 0 ? (
        <p className="mt-1 flex items-center gap-2 text-muted-foreground">
          <Icon name="i-check" className="text-success" />
          {t('noFailed')}
        </p>
      ) : (
        <ul aria-label={t('failedTitle')} className="mt-3 border-t">
          {failed.map((job) => (
            <Failed key={job.id} job={job} />
          ))}
        </ul>
      )}
      <h2 className="mt-8 font-serif text-panel font-semibold">{t('queues')}</h2>
      <ul aria-label={t('queues')} className="mt-3 border-t">
        {queues.map((queue) => (
          <Queue key={queue.name} queue={queue} readAt={readAt} />
        ))}
      </ul>
    </>
  );
}

function Queue({ queue, readAt }: { queue: AdminQueue; readAt: number }) {
  const t = useTranslations('Admin.jobs');
  const { ago } = useAdminFormat();
  const { nameOf, scheduleOf } = useJobNames();
  const { name, cron, queued, active, completed, failed, lastRunAt } = queue;
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b py-2.5">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{nameOf(name)}</p>
        <p className="text-second text-muted-foreground tabular-nums">
          {cron === null ? null : (
            <>
              <span title={t('schedule', { cron })}>{scheduleOf(cron)}</span>
              {' · '}
            </>
          )}
          {lastRunAt === null ? t('neverRun') : t('lastRun', { time: ago(lastRunAt, readAt) })}
        </p>
      </div>
      <p className="flex flex-wrap gap-1.5">
        <Count label="queued" count={queued} />
        <Count label="active" count={active} />
        <Count label="completed" count={completed} />
        <Badge tone={failed > 0 ? 'danger' : 'outline'}>{t('count.failed', { count: failed })}</Badge>
      </p>
    </li>
  );
}

function Count({ label, count }: { label: 'queued' | 'active' | 'completed'; count: number }) {
  return (
    <Badge tone={count > 0 ? 'neutral' : 'outline'}>
      {useTranslations('Admin.jobs')(`count.${label}`, { count })}
    </Badge>
  );
}

function Failed({ job }: { job: FailedJob }) {
  const t = useTranslations('Admin.jobs');
  const tAdmin = useTranslations('Admin');
  const { full } = useAdminFormat();
  const name = useJobNames().nameOf(job.queue);
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { mutateAsync } = useMutation(adminMutations.retryJob());
  const confirm = async () => {
    setRefusal(null);
    try {
      await mutateAsync({ params: { queue: job.queue, id: job.id } });
    } catch (error) {
      setRefusal((error instanceof ApiProblem && error.message) || t('retryFailed'));
      throw error;
    }
    notify({ message: t('retried') });
  };

  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-second text-destructive">{t(`reason.${job.reason}`)}</p>
        {job.error ? (
          <p lang="en" dir="ltr" className="font-mono text-second text-muted-foreground wrap-anywhere">
            {job.error}
          </p>
        ) : null}
        <p className="text-second text-muted-foreground tabular-nums">
          {t('failedAt', { date: full(job.failedAt) })}
        </p>
      </div>
      <Button
        aria-label={t('retryLabel', { queue: name })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="i-rotate-cw" />
        {t('retry')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('retryTitle')}
        description={t('retryText', { queue: name })}
        confirmLabel={t('retry')}
        cancelLabel={tAdmin('cancel')}
        closeLabel={tAdmin('close')}
        onConfirm={confirm}
      >
        {refusal === null ? null : <FormAlert text={refusal} />}
      </ConfirmDialog>
    </li>
  );
}
