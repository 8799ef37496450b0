'use client';

import { useTranslations } from 'next-intl';
import { ChoiceCard } from '@/components/common/choice-card';
import { useHydrated } from '@/components/ui/use-hydrated';
import { useTheme } from '@/components/common/use-theme';
import { PreferenceRow } from '@/components/features/settings/preference-row';
import { ThemePicture } from '@/components/features/settings/theme-picture';
import { usePreference } from '@/components/features/settings/use-preference';
import type { Theme } from '@/lib/contract/schemas/account';

const themes = ['light', 'dark', 'system'] as const satisfies readonly Theme[];

interface ThemePreferenceProps {
  /** What the account keeps. */
  account: Theme;
  /** What this device shows, as the server knows it from the cookie. */
  device: Theme;
}

/** The theme: shown at once on this device, kept with the account for the others. */
export function ThemePreference({ account, device }: ThemePreferenceProps) {
  const t = useTranslations('Settings');
  const preference = usePreference('theme', account);
  const [shown, show] = useTheme();
  const theme = useHydrated() ? shown : device;
  return (
    <PreferenceRow name="theme" preference={preference} wide>
      {({ labelId, describedBy }) => (
        <div
          role="radiogroup"
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          className="grid gap-2 md:grid-cols-3 md:gap-3"
        >
          {themes.map((value) => (
            <ChoiceCard
              key={value}
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => {
                show(value);
                preference.save(value);
              }}
              title={t(`themes.${value}`)}
              picture={<ThemePicture theme={value} />}
              className="flex items-center gap-3 md:block"
            />
          ))}
        </div>
      )}
    </PreferenceRow>
  );
}
