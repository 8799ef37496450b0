'use client';

import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { usePathname } from 'next/navigation';
import { useEffect, type ReactNode } from 'react';
import { AppLink } from '@/components/common/app-link';
import { holdWhilePressed } from '@/components/common/hold-while-pressed';
import { Logo } from '@/components/common/logo';
import { sideMenu } from '@/components/shell/side-menu';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

const sections = [
  { name: 'overview', href: '/admin', icon: 'i-chart-column' },
  { name: 'users', href: '/admin/users', icon: 'i-users' },
  { name: 'feedback', href: '/admin/feedback', icon: 'i-inbox' },
  { name: 'jobs', href: '/admin/jobs', icon: 'i-list-checks' },
  { name: 'audit', href: '/admin/audit', icon: 'i-scroll-text' },
] as const satisfies readonly { name: string; href: Route; icon: `i-${string}` }[];

const isActive = (href: Route, pathname: string): boolean =>
  href === '/admin' ? pathname === href : pathname === href || pathname.startsWith(`${href}/`);

/** The frame of the admin area: its sections in a sidebar, or in a row above the page below 1024 px. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('Admin');
  useEffect(() => holdWhilePressed(), []);
  return (
    <div className="lg:pl-62">
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-md bg-inverse px-3 py-2 font-medium text-inverse-foreground focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <header className="z-30 flex flex-col bg-background max-lg:sticky max-lg:top-0 max-lg:border-b lg:fixed lg:inset-y-0 lg:left-0 lg:w-62 lg:border-r lg:bg-muted">
        <div className="flex h-13 items-center justify-between gap-3 px-4 lg:mt-[18px] lg:mb-[15px] lg:h-7">
          <AppLink href="/" aria-label={t('home')} className="flex h-7 w-fit items-center rounded-md">
            <Logo name={t('product')} />
          </AppLink>
          <p className="text-second text-muted-foreground lg:hidden">{t('title')}</p>
        </div>
        <p className="px-4 pb-2 text-caption font-medium text-muted-foreground max-lg:hidden">{t('title')}</p>
        <Sections />
        <AppLink href="/" className={cn(sideMenu.link, 'mx-[7px] mt-auto mb-3 max-lg:hidden')}>
          <Icon name="i-arrow-left" />
          <span className={sideMenu.name}>{t('back')}</span>
        </AppLink>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-260 px-4 pt-5 pb-16 outline-none lg:px-8 lg:pt-6"
      >
        {children}
      </main>
    </div>
  );
}

function Sections() {
  const t = useTranslations('Admin');
  const pathname = usePathname();
  return (
    <nav aria-label={t('sections')}>
      <ul className="px-[7px] max-lg:flex max-lg:overflow-x-auto max-sm:justify-between max-lg:pb-2 max-lg:[scrollbar-width:none]">
        {sections.map(({ name, href, icon }) => (
          <li key={name} className={cn(sideMenu.item, 'max-lg:shrink-0')}>
            <AppLink
              href={href}
              className={cn(sideMenu.link, 'touch:h-11 max-sm:px-2! max-sm:text-small')}
              aria-current={isActive(href, pathname) ? 'page' : undefined}
            >
              <Icon name={icon} className="max-sm:hidden" />
              <span className={sideMenu.name}>{t(`section.${name}`)}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
