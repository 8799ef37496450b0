'use client';

import { useTranslations } from 'next-intl';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { titleByPath } from '@/components/shell/title-by-path';

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
