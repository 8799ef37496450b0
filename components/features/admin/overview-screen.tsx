'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useMemo, type ReactNode } from 'react';
import { AppLink } from '@/components/common/app-link';
import { onDemand } from '@/components/common/on-demand';
import { PageHeader } from '@/components/common/page-header';
import type { Series } from '@/components/features/admin/activity-chart';
import { AdminError } from '@/components/features/admin/admin-list';
import { useAdminFormat } from '@/components/features/admin/use-admin-format';
import { Badge } from '@/components/ui/badge';
import { Skeleton } from '@/components/ui/skeleton';
import { adminQueries } from '@/lib/api/admin';
import type { AdminHealth, AdminStats, HealthCheck } from '@/lib/contract/admin';

const tones = { ok: 'success', warning: 'warning', unknown: 'outline' } as const;

/** Health of the process, the database and the background work, and the configuration. */
function HealthSection() {
  const t = useTranslations('Admin.health');
  const { data, dataUpdatedAt, isError, refetch } = useQuery(adminQueries.health());
  return (
    <section aria-labelledby="health" className="mt-10">
      <h2 id="health" className="font-serif text-panel font-semibold">
        {t('title')}
      </h2>
      {data ? (
        <Health health={data} readAt={dataUpdatedAt} />
      ) : isError ? (
        <AdminError onRetry={refetch} />
      ) : (
        <Skeleton className="mt-3 h-75" />
      )}
    </section>
  );
}

function Health({ health, readAt }: { health: AdminHealth; readAt: number }) {
  const t = useTranslations('Admin.health');
  const { number, bytes, ago } = useAdminFormat();
  const { database, features, similarity, workers } = health;
  const facts = [
    [t('version'), health.version],
    [t('started'), ago(health.startedAt, readAt)],
    [t('memory'), bytes(health.memoryBytes)],
    [t('databaseVersion'), database.version],
    [t('databaseStarted'), ago(database.startedAt, readAt)],
    [t('databaseSize'), bytes(database.bytes)],
    ...(['billing', 'google', 'model', 'pageTexts'] as const).map((name) => [
      t(`feature.${name}`),
      t(features[name] ? 'on' : 'off'),
    ]),
    [
      t('feature.similarity'),
      t(`similarity.${similarity.state}`, {
        embedded: number(similarity.embedded),
        bookmarks: number(similarity.bookmarks),
      }),
    ],
  ];
  const describeWorkers = (): string => {
    if (workers.lastSeenAt === null) return t('worker.none');
    const time = ago(workers.lastSeenAt, readAt);
    return workers.running === 0
      ? t('worker.noneSince', { time })
      : t('worker.running', { machines: workers.machines, time });
  };
  const detailOf = ({ name, value, limit }: HealthCheck): string => {
    if (name === 'worker') return describeWorkers();
    if (value === null) return t('notMeasured');
    const print = name === 'disk' ? bytes : number;
    const text = t(`value.${name}`, { value: print(value) });
    return limit === null || limit === 0 ? text : `${text} · ${t('limit', { limit: print(limit) })}`;
  };
  return (
    <div className="mt-3 grid gap-x-10 gap-y-6 lg:grid-cols-2">
      <ul aria-label={t('checks')} className="border-t">
        {health.checks.map((check) => (
          <Check key={check.name} check={check} detail={detailOf(check)} />
        ))}
      </ul>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] content-start gap-x-6 gap-y-1.5 border-t pt-3">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Check({ check: { name, status }, detail }: { check: HealthCheck; detail: string }) {
  const t = useTranslations('Admin.health');
  return (
    <li className="flex min-h-13 items-center justify-between gap-3 border-b py-2">
      <div className="min-w-0">
        <p className="font-medium">{t(`check.${name}`)}</p>
        <p className="text-second text-muted-foreground tabular-nums">{detail}</p>
      </div>
      <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
    </li>
  );
}

const ActivityChart = onDemand(
  () => import('@/components/features/admin/activity-chart').then((module) => module.ActivityChart),
  <ChartSkeleton />,
);

/** Overview of the installation: its figures, its last days, and its health. */
export function OverviewScreen() {
  const t = useTranslations('Admin');
  const { data, isError, refetch } = useQuery(adminQueries.stats());
  return (
    <>
      <PageHeader title={t('section.overview')} />
      {data ? <Stats stats={data} /> : isError ? <AdminError onRetry={refetch} /> : <StatsSkeleton />}
      <HealthSection />
    </>
  );
}

function Stats({ stats }: { stats: AdminStats }) {
  const t = useTranslations('Admin.overview');
  const { number, bytes } = useAdminFormat();
  const { accounts, active, imports, jobs, newAccounts, errors } = stats;
  const accountSeries = useMemo<Series[]>(
    () => [{ key: 'count', label: t('newAccounts'), color: 'var(--accent)' }],
    [t],
  );
  const errorSeries = useMemo<Series[]>(
    () => [
      { key: 'responses', label: t('errorResponses'), color: 'var(--bad)' },
      { key: 'jobs', label: t('errorJobs'), color: 'var(--warn)' },
    ],
    [t],
  );
  const registered = newAccounts.reduce((sum, { count }) => sum + count, 0);
  const failures = errors.reduce((sum, day) => sum + day.responses + day.jobs, 0);
  return (
    <>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 border-t lg:grid-cols-4">
        <Figure label={t('accounts')} value={number(accounts.total)}>
          {t('accountsDetail', { verified: accounts.verified, pro: accounts.pro })}
        </Figure>
        <Figure label={t('active')} value={number(active.month)}>
          {t('activeDetail', { week: active.week, day: active.day })}
        </Figure>
        <Figure label={t('bookmarks')} value={number(stats.bookmarks)}>
          {t('bookmarksDetail', { collections: stats.collections, spaces: stats.spaces })}
        </Figure>
        <Figure label={t('storage')} value={bytes(stats.storageBytes)}>
          {t('storageDetail', { size: bytes(stats.databaseBytes) })}
        </Figure>
        <Figure label={t('suspended')} value={number(accounts.suspended)}>
          <AppLink href="/admin/users?suspended=true" className="text-primary hover:underline">
            {t('showAccounts')}
          </AppLink>
        </Figure>
        <Figure label={t('admins')} value={number(accounts.admins)}>
          <AppLink href="/admin/users?admin=true" className="text-primary hover:underline">
            {t('showAccounts')}
          </AppLink>
        </Figure>
        <Figure label={t('imports')} value={number(imports.done)}>
          {t('importsDetail', {
            waiting: imports.queued + imports.running,
            failed: imports.failed,
            undone: imports.undone,
          })}
        </Figure>
        <Figure label={t('jobs')} value={number(jobs.queued + jobs.active)}>
          {t('jobsDetail', { active: jobs.active, failed: jobs.failed })}
        </Figure>
      </dl>
      <div className="mt-8 grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <ChartSection title={t('newAccounts')} text={t('newAccountsText', { count: registered })}>
          <ActivityChart
            label={t('newAccountsText', { count: registered })}
            series={accountSeries}
            days={newAccounts}
          />
        </ChartSection>
        <ChartSection title={t('errors')} text={t('errorsText', { count: failures })}>
          <ActivityChart label={t('errorsText', { count: failures })} series={errorSeries} days={errors} />
        </ChartSection>
      </div>
    </>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="border-b py-4">
      <dt className="text-second text-muted-foreground">{label}</dt>
      <dd className="mt-0.5 text-screen font-semibold tabular-nums">{value}</dd>
      <dd className="text-second text-pretty text-muted-foreground tabular-nums">{children}</dd>
    </div>
  );
}

function ChartSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="font-serif text-panel font-semibold">
        {title}
      </h2>
      <p className="mt-0.5 mb-3 text-muted-foreground tabular-nums">{text}</p>
      {children}
    </section>
  );
}

/** Has the size of a chart with its table closed. */
function ChartSkeleton() {
  return <Skeleton className="mb-6.5 h-56" />;
}

function StatsSkeleton() {
  const t = useTranslations('Admin');
  return (
    <div role="status" aria-label={t('loading')}>
      <div className="mt-5 grid grid-cols-2 gap-x-6 border-t lg:grid-cols-4">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className="flex flex-col gap-1.5 border-b py-4">
            <Skeleton className="h-4.5 w-20" />
            <Skeleton className="h-8 w-24" />
            <Skeleton className="h-4 w-32" />
          </div>
        ))}
      </div>
      <div className="mt-8 grid gap-x-10 gap-y-8 lg:grid-cols-2">
        {[0, 1].map((index) => (
          <div key={index}>
            <Skeleton className="mb-1 h-6.5 w-40" />
            <Skeleton className="mb-3 h-5 w-60" />
            <ChartSkeleton />
          </div>
        ))}
      </div>
    </div>
  );
}
