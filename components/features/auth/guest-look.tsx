'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { startTransition } from 'react';
import { languageNames, rememberLocale } from '@/components/common/remember-locale';
import { ThemeToggle } from '@/components/common/theme-toggle';
import { locales } from '@/lib/i18n/locale';
import { cn } from '@/lib/utils/cn';

/** Language and theme for those who have no settings yet. */
export function GuestLook() {
  const t = useTranslations('Common');
  const locale = useLocale();
  const router = useRouter();
  return (
    <div className="flex items-center justify-between gap-4">
      <div role="group" aria-label={t('language')} className="-ml-1.5 flex gap-1 text-second">
        {locales.map((choice) => (
          <button
            key={choice}
            type="button"
            lang={choice}
            aria-pressed={choice === locale}
            onClick={() => {
              rememberLocale(choice);
              startTransition(() => router.refresh());
            }}
            className={cn(
              'h-8 rounded-sm px-1.5 touch:hit',
              choice === locale ? 'text-foreground' : 'text-faint hover:text-foreground',
            )}
          >
            {languageNames[choice]}
          </button>
        ))}
      </div>
      <ThemeToggle label={t('themeToggle')} className="-mr-2" />
    </div>
  );
}
