'use client';
import { useTranslations } from 'next-intl';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

/** Keys of the Shell messages that title a screen in the small shell's header. */
export type TitleKey =
  | 'bookmarks'
  | 'collections'
  | 'tags'
  | 'settings'
  | 'account'
  | 'preferences'
  | 'integration'
  | 'security'
  | 'product';

/** Paths whose last name is the key of their title. */
const titled = [
  '/bookmarks',
  '/collections',
  '/tags',
  '/settings',
  '/settings/account',
  '/settings/preferences',
  '/settings/integration',
  '/settings/security',
];

/** Which title a path has; any path without one of its own shows the product's name. */
export function titleByPath(pathname: string): TitleKey {
  const path = pathname === '/' ? '/bookmarks' : pathname.replace(/\/+$/, '');
  return titled.includes(path) ? (path.split('/').at(-1) as TitleKey) : 'product';
}

/** Header of the small shell: the title of the path, and the space switcher. */
export function MobileHeader({ spaceSwitcher }: { spaceSwitcher: ReactNode }) {
  const t = useTranslations('Shell');
  return (
    <header className="sticky top-0 z-30 flex h-13 items-center justify-between gap-4 border-b bg-background px-4 md:hidden">
      <p className="min-w-0 truncate font-serif text-panel font-semibold">{t(titleByPath(usePathname()))}</p>
      {spaceSwitcher}
    </header>
  );
}
