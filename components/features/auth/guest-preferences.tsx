'use client';

import { useRouter } from 'next/navigation';
import { startTransition } from 'react';
import { languageNames, rememberLocale } from '@/components/common/remember-locale';
import { ThemeToggle } from '@/components/common/theme-toggle';
import { ButtonBase } from '@/components/ui/button-base';
import { locales, type Locale } from '@/lib/i18n/locale';
import { cn } from '@/lib/utils/cn';

interface GuestPreferencesProps {
  locale: Locale;
  languageLabel: string;
  themeLabel: string;
}

/** Language and theme for visitors, who have no settings yet. */
export function GuestPreferences({ locale, languageLabel, themeLabel }: GuestPreferencesProps) {
  const router = useRouter();
  return (
    <div className="flex w-full items-center justify-between gap-4">
      <div role="group" aria-label={languageLabel} className="-ml-1.5 flex gap-1 text-second">
        {locales.map((choice) => (
          <ButtonBase
            key={choice}
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
          </ButtonBase>
        ))}
      </div>
      <ThemeToggle label={themeLabel} className="-mr-2" />
    </div>
  );
}
