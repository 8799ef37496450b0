'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, type ReactNode } from 'react';
import { AppLink } from '@/components/common/app-link';
import { useDocumentTitle } from '@/components/common/use-document-title';
import { fullName } from '@/components/entities/initials';
import { UserAvatar } from '@/components/entities/user-avatar';
import { AccountNotFound } from '@/components/features/admin/account-not-found';
import { AdminError, AdminList } from '@/components/features/admin/admin-list';
import { AuditRow } from '@/components/features/admin/audit-row';
import { useAdminFormat } from '@/components/features/admin/use-admin-format';
import { UserActions } from '@/components/features/admin/user-actions';
import { UserBadges } from '@/components/features/admin/user-badges';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import type { AdminSession, AdminUserDetails } from '@/lib/contract/admin';
import { adminQueries } from '@/lib/api/admin';
import { statusOf } from '@/lib/api/query-client';

/** One account: its state, how much it stores, its sessions, and the available actions. */
export function UserScreen({ uuid }: { uuid: string }) {
  const t = useTranslations('Admin');
  const { data: user, dataUpdatedAt, error, refetch } = useQuery(adminQueries.user(uuid));
  useDocumentTitle(user ? fullName(user) : null);
  return (
    <>
      <AppLink
        href="/admin/users"
        className="mb-3 -ml-1 inline-flex items-center gap-1 rounded-sm text-second text-muted-foreground touch:hit"
      >
        <Icon name="i-chevron-left" />
        {t('section.users')}
      </AppLink>
      {user ? (
        <Details user={user} readAt={dataUpdatedAt} />
      ) : error && statusOf(error) === 404 ? (
        <AccountNotFound />
      ) : error ? (
        <AdminError onRetry={refetch} />
      ) : (
        <UserSkeleton />
      )}
    </>
  );
}

function Details({ user, readAt }: { user: AdminUserDetails; readAt: number }) {
  const t = useTranslations('Admin.user');
  return (
    <>
      <header className="flex items-center gap-4">
        <UserAvatar person={{ ...user, avatar: null }} className="size-12 text-body" />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h1 className="min-w-0 font-serif text-screen font-semibold wrap-anywhere">{fullName(user)}</h1>
            <UserBadges user={user} />
          </div>
          <p className="text-muted-foreground wrap-anywhere select-all">{user.email}</p>
        </div>
      </header>
      <div className="mt-5">
        <UserActions user={user} />
      </div>
      <div className="mt-8 grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <Section title={t('account')}>
          <Facts facts={useAccountFacts(user, readAt)} />
        </Section>
        <Section title={t('contents')} text={t('contentsText')}>
          <Facts facts={useContentFacts(user)} />
        </Section>
      </div>
      <Section title={t('sessions')} className="mt-8">
        {user.sessions.length === 0 ? (
          <p className="text-muted-foreground">{t('noSessions')}</p>
        ) : (
          <ul aria-label={t('sessions')} className="border-t">
            {user.sessions.map((session) => (
              <Session key={session.uuid} session={session} readAt={readAt} />
            ))}
          </ul>
        )}
      </Section>
      <Section title={t('history')} className="mt-8">
        <History uuid={user.uuid} />
      </Section>
    </>
  );
}

type Fact = readonly [label: string, value: string];

/** Names of the sign-in providers, the same in every language. */
const providerNames: Readonly<Record<string, string>> = { google: 'Google' };

function useAccountFacts(user: AdminUserDetails, readAt: number): Fact[] {
  const t = useTranslations('Admin.user');
  const { full, ago, day } = useAdminFormat();
  const methods = [
    ...(user.hasPassword ? [t('password')] : []),
    ...user.oauth.map(({ provider }) => providerNames[provider] ?? provider),
  ];
  return [
    [t('registered'), day(user.createdAt)],
    [t('lastActive'), ago(user.lastActiveAt, readAt)],
    [t('plan'), t(user.plan)],
    ...(user.planSource === 'installation'
      ? [[t('planInForce'), t('planByInstallation', { plan: t(user.planInForce) })] as const]
      : []),
    [t('email'), t(user.emailVerified ? 'verified' : 'notVerified')],
    [t('signIn'), methods.join(', ') || t('none')],
    ...(user.suspendedAt === null ? [] : [[t('suspendedSince'), full(user.suspendedAt)] as const]),
    ...(user.isConfiguredAdmin ? [[t('role'), t('configuredAdmin')] as const] : []),
  ];
}

function useContentFacts({ counts, storage }: AdminUserDetails): Fact[] {
  const t = useTranslations('Admin.user');
  const { number, bytes } = useAdminFormat();
  const counted = ['bookmarks', 'trash', 'collections', 'spaces', 'personalTokens'] as const;
  const size = bytes(storage.bytes);
  return [
    ...counted.map((name) => [t(name), number(counts[name])] as const),
    [
      t('storage'),
      storage.quotaBytes === null ? size : t('storageOf', { size, quota: bytes(storage.quotaBytes) }),
    ],
  ];
}

function Section({
  title,
  text,
  className,
  children,
}: {
  title: string;
  text?: string;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="font-serif text-panel font-semibold">
        {title}
      </h2>
      {text === undefined ? null : <p className="mt-0.5 text-pretty text-muted-foreground">{text}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1.5 border-t pt-3">
    {facts.map(([label, value]) => (
      <div key={label} className="contents">
        <dt className="text-muted-foreground">{label}</dt>
        <dd className="wrap-anywhere tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
);

const deviceIcons = {
  computer: 'i-monitor',
  phone: 'i-smartphone',
  tablet: 'i-tablet',
  other: 'i-terminal',
} as const;

function Session({ session, readAt }: { session: AdminSession; readAt: number }) {
  const t = useTranslations('Admin.user');
  const { ago, day } = useAdminFormat();
  const { browser, system, device, createdAt, lastUsedAt } = session;
  const name =
    browser !== null && system !== null
      ? t('device', { browser, system })
      : (browser ?? system ?? t('unknown'));
  return (
    <li className="flex min-h-14 items-center gap-3 border-b py-2">
      <Icon name={deviceIcons[device]} className="text-muted-foreground" />
      <div className="min-w-0">
        <p dir="auto" className="font-medium wrap-anywhere">
          {name}
        </p>
        <p className="text-second text-muted-foreground tabular-nums">
          {t('sessionUsed', { time: ago(lastUsedAt, readAt), date: day(createdAt) })}
        </p>
      </div>
    </li>
  );
}

/** Actions of administrators on the account. */
function History({ uuid }: { uuid: string }) {
  const t = useTranslations('Admin.user');
  const query = useInfiniteQuery(adminQueries.audit({ user: uuid }));
  if (query.data?.pages[0]?.content.length === 0) {
    return <p className="text-muted-foreground">{t('noHistory')}</p>;
  }
  return (
    <AdminList
      label={t('history')}
      query={query}
      rowHeight="min-h-14"
      empty={{ icon: 'i-scroll-text', title: t('history'), text: t('noHistory') }}
    >
      {(entry) => <AuditRow key={entry.uuid} entry={entry} isOfOneAccount />}
    </AdminList>
  );
}

function UserSkeleton() {
  const t = useTranslations('Admin');
  return (
    <div role="status" aria-label={t('loading')}>
      <div className="flex items-center gap-4">
        <Skeleton className="size-12 rounded-full!" />
        <div className="flex flex-col gap-1.5">
          <Skeleton className="h-8 w-48" />
          <Skeleton className="h-5 w-60" />
        </div>
      </div>
      <Skeleton className="mt-5 h-10 max-w-120" />
      <div className="mt-8 grid gap-10 lg:grid-cols-2">
        <Skeleton className="h-50" />
        <Skeleton className="h-50" />
      </div>
    </div>
  );
}
