'use client';

import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { usePathname } from 'next/navigation';
import { AppLink } from '@/components/common/app-link';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';

interface BottomBarProps {
  onAdd: () => void;
  onSearch: () => void;
}

/** Navigation for small screens: two lists, the add button in the middle, search and settings. */
export function BottomBar({ onAdd, onSearch }: BottomBarProps) {
  const t = useTranslations('Shell');
  const pathname = usePathname();
  const at = pathname === '/bookmarks' ? '/' : `/${pathname.split('/')[1] ?? ''}`;
  const link = (href: Route, icon: `i-${string}`, label: string) => (
    <AppLink href={href} className="bar-item" aria-current={at === href ? 'page' : undefined}>
      <Icon name={icon} className="size-5" />
      <span className="max-w-full truncate">{label}</span>
    </AppLink>
  );
  return (
    <nav
      aria-label={t('menu')}
      className="fixed inset-x-0 bottom-0 z-20 flex border-t bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {link('/', 'i-bookmark', t('bookmarks'))}
      {link('/collections', 'i-library', t('collections'))}
      <span className="flex h-16 w-14 flex-none justify-center pt-[5px]">
        <ButtonBase
          onClick={onAdd}
          aria-label={t('addBookmark')}
          className="grid size-12 place-items-center rounded-xl bg-primary text-primary-foreground hover:bg-primary-hover"
        >
          <Icon name="i-plus" className="size-5" />
        </ButtonBase>
      </span>
      <ButtonBase
        onClick={onSearch}
        aria-haspopup="dialog"
        className={at === '/search' ? 'bar-item text-primary' : 'bar-item'}
      >
        <Icon name="i-search" className="size-5" />
        <span className="max-w-full truncate">{t('searchShort')}</span>
      </ButtonBase>
      {link('/settings', 'i-settings', t('settings'))}
    </nav>
  );
}
