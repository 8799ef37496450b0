'use client';

import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { LinkStatus } from '@/components/common/pending-navigation';
import { settingsSections } from '@/components/features/settings/settings-sections';
import { Icon } from '@/components/ui/icon';

/** The sections beside the one that is open. The page /settings lists them itself, and on small screens stands for this. */
export function SettingsNav() {
  const t = useTranslations('Settings');
  const pathname = usePathname();
  if (pathname === '/settings') return null;
  return (
    <nav aria-label={t('sections')} className="sticky top-19 w-44 shrink-0 self-start max-md:hidden">
      <Link
        href="/settings"
        className="mb-3 block rounded-sm px-2 text-body font-medium text-muted-foreground hover:text-foreground"
      >
        {t('title')}
      </Link>
      <ul>
        {settingsSections.map(({ name, href, icon }) => (
          <li key={name} className="side-item">
            <Link href={href} className="side-link" aria-current={pathname === href ? 'page' : undefined}>
              <Icon name={icon} />
              <span className="side-name">{t(`section.${name}`)}</span>
              <LinkStatus />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
