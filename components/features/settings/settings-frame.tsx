'use client';

import { useTranslations } from 'next-intl';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { AppLink } from '@/components/common/app-link';
import { sideMenu } from '@/components/shell/side-menu';
import { settingsSections } from '@/components/features/settings/settings-sections';
import { Icon } from '@/components/ui/icon';

/** The sub-navigation with one section beside it. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex gap-10 px-4 pt-4 pb-16 md:px-5 md:pt-5">
      <SettingsNav />
      <div className="min-w-0 max-w-180 flex-1">{children}</div>
    </div>
  );
}

/**
 * The list of sections beside the open one. The page /settings lists them too, and replaces this on small
 * screens.
 */
function SettingsNav() {
  const t = useTranslations('Settings');
  const pathname = usePathname();
  if (pathname === '/settings') return null;
  return (
    <nav aria-label={t('sections')} className="sticky top-19 w-44 shrink-0 self-start max-md:hidden">
      <AppLink
        href="/settings"
        className="mb-3 block rounded-sm px-2 text-body font-medium text-muted-foreground hover:text-foreground"
      >
        {t('title')}
      </AppLink>
      <ul>
        {settingsSections.map(({ name, href, icon }) => (
          <li key={name} className={sideMenu.item}>
            <AppLink
              href={href}
              className={sideMenu.link}
              aria-current={pathname === href ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span className={sideMenu.name}>{t(`section.${name}`)}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
