'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Route } from 'next';
import type { ReactNode } from 'react';
import { AppLink } from '@/components/common/app-link';
import { PageHeader } from '@/components/common/page-header';
import { UserCard } from '@/components/entities/user-avatar';
import { settingsSections } from '@/components/features/settings/settings-sections';
import { Icon } from '@/components/ui/icon';
import { accountQueries } from '@/lib/api/account';

/** The signed-in user, and every section with its purpose. */
export function SettingsIndex({ footer }: { footer?: ReactNode }) {
  const t = useTranslations('Settings');
  const { data: account } = useQuery(accountQueries.current());
  return (
    <>
      <PageHeader title={t('title')} titleInShell className="max-md:min-h-0" />
      {account ? (
        <UserCard account={account} planLabel={t(`plan.${account.plan}`)} className="min-h-10 md:mt-5" />
      ) : null}
      <ul className="mt-5 border-t">
        {settingsSections.map(({ name, href, icon }) => (
          <Entry key={name} href={href} icon={icon} title={t(`section.${name}`)} text={t(`about.${name}`)} />
        ))}
        <Entry href="/spaces" icon="i-layers" title={t('section.spaces')} text={t('about.spaces')} />
        {account?.isAdmin ? (
          <Entry href="/admin" icon="i-shield" title={t('section.admin')} text={t('about.admin')} />
        ) : null}
      </ul>
      {footer}
    </>
  );
}

function Entry({
  href,
  icon,
  title,
  text,
}: {
  href: Route;
  icon: `i-${string}`;
  title: string;
  text: string;
}) {
  return (
    <li className="border-b">
      <AppLink
        href={href}
        className="-mx-2 flex min-h-16 items-center gap-3 rounded-md px-2 py-3 transition-colors hover:bg-muted"
      >
        <span className="grid size-9 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground">
          <Icon name={icon} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{title}</span>
          <span className="block text-second text-pretty text-muted-foreground">{text}</span>
        </span>
        <Icon name="i-chevron-right" className="text-faint" />
      </AppLink>
    </li>
  );
}
